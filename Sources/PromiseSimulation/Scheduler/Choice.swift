public import PromiseKitLite

/// One of the things that can happen next in a simulation.
///
/// Choices are made only among things that are possible at the same virtual instant. They are
/// ordered: starts before ends before timers, and among these by number.
public enum Choice: Hashable, Comparable, Sendable {
  /// The first job that waits on a queue with a free worker begins.
  case start(queue: QueueID, job: JobID)
  /// A job whose time is over ends.
  case end(job: JobID)
  /// A timer that is due fires.
  case fire(timer: TimerID)
}

extension Choice: CustomStringConvertible {
  /// The choice in words.
  public var description: String {
    switch self {
    case .start(let queue, let job): "start \(job) on \(queue)"
    case .end(let job): "end \(job)"
    case .fire(let timer): "fire \(timer)"
    }
  }
}
