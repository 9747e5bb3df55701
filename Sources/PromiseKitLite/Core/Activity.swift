import Synchronization

/// Whether any environment but an ordinary program's own exists, or that one is recorded: the one relaxed
/// load that a promise pays when nobody observes.
package enum Activity {
  /// How many environments there are beside the shared one; above that number, some flags.
  private static let bits = Atomic<Int64>(0x4000_0000_0000_0000)

  /// Nobody has looked yet whether the program is to be recorded. Stands in the initial value, too.
  private static var undecided: Int64 { 0x4000_0000_0000_0000 }
  /// The shared environment is recorded.
  private static var recorded: Int64 { 0x2000_0000_0000_0000 }
  /// It was, in the process that this one was forked from; nobody has been told yet that it is not here.
  private static var forked: Int64 { 0x1000_0000_0000_0000 }
  /// The shared environment is more than Dispatch's queues and clock.
  private static var shuffled: Int64 { 0x0800_0000_0000_0000 }

  /// More than the shared environment exists, or somebody has to look at that one.
  @inline(__always)
  package static var isAny: Bool {
    #if PROMISE_NO_EVENTS
      false
    #else
      bits.load(ordering: .relaxed) != 0
    #endif
  }

  /// The current environment for a promise that begins a chain; none is the shared one, where nobody observes
  /// it and it does nothing by itself.
  static var environment: PromiseEnvironment? { isAny ? lookedUp() : nil }

  /// The environment of a promise that follows from one that was made before the recording began.
  @inline(__always)
  static var recordedEnvironment: PromiseEnvironment? {
    #if PROMISE_NO_EVENTS
      nil
    #else
      bits.load(ordering: .relaxed) & recorded == 0 ? nil : .shared
    #endif
  }

  static func begin() { bits.add(1, ordering: .relaxed) }
  static func end() { bits.subtract(1, ordering: .relaxed) }

  @inline(never)
  private static func lookedUp() -> PromiseEnvironment? {
    let own = Context.current?.environment
    if let own, !own.isShared { return own }
    let flags = bits.load(ordering: .relaxed)
    if flags & undecided != 0 { TraceVariable.decide() }
    if flags & forked != 0, set(0, insteadOf: forked) { TraceVariable.complainOfFork() }
    return own ?? (bits.load(ordering: .relaxed) & (recorded | shuffled) == 0 ? nil : .shared)
  }
}

// MARK: - The recording

extension Activity {
  /// It is known whether the program is to be recorded.
  static func decide() {
    if PromiseEnvironment.shared.shuffle != nil { set(shuffled, insteadOf: 0) }
    set(0, insteadOf: undecided)
  }

  /// The shared environment is recorded from now on, or no longer.
  static func setRecorded(_ isRecorded: Bool) {
    if isRecorded { set(recorded, insteadOf: 0) } else { set(0, insteadOf: recorded) }
  }

  /// The shared environment is recorded.
  static var isRecorded: Bool { bits.load(ordering: .relaxed) & recorded != 0 }

  /// This process was forked from one that is recorded.
  static func markForked() { set(forked, insteadOf: recorded) }

  /// Sets a flag and clears another one. Answers whether that was set.
  @discardableResult
  private static func set(_ new: Int64, insteadOf old: Int64) -> Bool {
    if new != 0 { bits.bitwiseOr(new, ordering: .acquiringAndReleasing) }
    guard old != 0 else { return true }
    return bits.bitwiseAnd(~old, ordering: .acquiringAndReleasing).oldValue & old != 0
  }
}

/// What the running code runs in.
final class Context: Sendable {
  let environment: PromiseEnvironment
  /// The queue whose job is running; none outside any job.
  let queue: QueueID?
  /// The job that is running, where somebody observes; none outside any job.
  let job: JobID?
  /// What cancels the promises that are made here.
  let cancellation: CancelContext?

  init(
    environment: PromiseEnvironment, queue: QueueID?, job: JobID?, cancellation: CancelContext?
  ) {
    (self.environment, self.queue) = (environment, queue)
    (self.job, self.cancellation) = (job, cancellation)
  }

  /// What the calling code runs in, or ``outside``. Not an optional, which Swift takes twice as long to read.
  @TaskLocal static var bound = Context.outside

  /// Where nobody has bound anything.
  private static let outside = Context(
    environment: .shared, queue: nil, job: nil, cancellation: nil)

  /// What the calling code runs in; none where nobody has bound anything.
  static var current: Context? {
    let context = bound
    return context === outside ? nil : context
  }
}
