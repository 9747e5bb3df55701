package import PromiseKitLite

/// One of the steps that are possible next.
package typealias Choice = PromiseEvent.Choice

/// An event with a known time: the end of a job, or a timer.
struct Due: Sendable {
  let time: Int64
  let what: What

  enum What: Sendable {
    /// The job ends and its worker becomes free, unless the work it leaves behind takes time too.
    case end(JobID, Worker, @Sendable () -> Void)
    case fire(TimerID)
  }

  /// The choice that makes it happen.
  var choice: Choice {
    switch what {
    case .end(let job, _, _): .end(job: job)
    case .fire(let timer): .fire(timer: timer)
    }
  }
}

extension Due: Comparable {
  /// Orders by time and, at the same time, by choice.
  static func < (a: Due, b: Due) -> Bool {
    a.time == b.time ? a.choice < b.choice : a.time < b.time
  }
  static func == (a: Due, b: Due) -> Bool { (a.time, a.choice) == (b.time, b.choice) }
}
