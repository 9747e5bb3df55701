extension PromiseEvent {
  /// One of the things that can happen next in a simulation, where several can.
  ///
  /// ```swift
  /// func isTimer(_ choice: PromiseEvent.Choice) -> Bool {
  ///   if case .fire = choice { true } else { false }
  /// }
  /// ```
  ///
  /// Choices are made only among things that are possible at the same virtual instant. They are
  /// ordered: jobs that go on after a wait, before starts, before ends, before timers, and among these
  /// by number.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Choice: Hashable, Comparable, Sendable {
    /// A job whose wait is over goes on. The main program has a number of its own while it waits.
    case resume(job: JobID)
    /// The first job that waits on a queue with a free worker begins.
    case start(queue: QueueID, job: JobID)
    /// A job whose time is over ends.
    case end(job: JobID)
    /// A timer that is due fires.
    case fire(timer: TimerID)
  }
}

extension PromiseEvent.Choice {
  /// How many of the things that could happen an event tells at most.
  public static var limit: Int { 64 }
}

extension PromiseEvent.Choice: CustomStringConvertible {
  /// The choice in words: `start j3 on q2`
  public var description: String {
    switch self {
    case .resume(let job): "resume \(job)"
    case .start(let queue, let job): "start \(job) on \(queue)"
    case .end(let job): "end \(job)"
    case .fire(let timer): "fire \(timer)"
    }
  }
}
