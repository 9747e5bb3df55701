package import PromiseKitLite

/// One of the things that can happen next.
package typealias Choice = PromiseEvent.Choice

/// Something that happens at a known time: a job ends, or a timer fires.
struct Due: Sendable {
  let time: Int64
  let what: What

  enum What: Sendable {
    /// The job is over and its worker is free, unless what it left to do takes time too.
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
  /// By time; at the same time in the order of the choices.
  static func < (a: Due, b: Due) -> Bool { (a.time, a.choice) < (b.time, b.choice) }
  static func == (a: Due, b: Due) -> Bool { (a.time, a.choice) == (b.time, b.choice) }
}

extension Int64 {
  /// The sum, at most the end of time.
  func saturatingPlus(_ other: Int64) -> Int64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }

  /// The difference, kept inside what fits.
  func subtracting(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? .max : difference
  }
}
