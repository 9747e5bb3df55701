import Synchronization

/// Whether there is an environment other than an ordinary program's, or that one is recorded.
/// Without an observer, a promise pays one relaxed load for this check.
package enum Activity {
  /// The number of environments other than the shared one, and some flags in the higher bits.
  private static let bits = Atomic<Int64>(0x4000_0000_0000_0000)

  /// It is not decided yet whether the program is recorded. Also part of the initial value of
  /// `bits`.
  private static var undecided: Int64 { 0x4000_0000_0000_0000 }
  /// The shared environment is recorded.
  private static var recorded: Int64 { 0x2000_0000_0000_0000 }
  /// The process that this one was forked from was recorded, and it has not been reported yet that
  /// this one is not.
  private static var forked: Int64 { 0x1000_0000_0000_0000 }
  /// The shared environment has hooks.
  private static var hooked: Int64 { 0x0800_0000_0000_0000 }
  /// The shared environment has observers.
  private static var observed: Int64 { 0x0400_0000_0000_0000 }

  /// Whether there is more than the shared environment, or the shared one needs attention.
  @inline(__always)
  package static var isAny: Bool {
    #if PROMISE_NO_EVENTS
      false
    #else
      bits.load(ordering: .relaxed) != 0
    #endif
  }

  /// The current environment for a promise that begins a chain; `nil` means the shared one, without
  /// an observer or any behavior of its own.
  static var environment: PromiseEnvironment? { isAny ? lookedUp() : nil }

  /// The environment of a promise that follows from one that was created before the recording
  /// began, or before there was an observer.
  @inline(__always)
  static var recordedEnvironment: PromiseEnvironment? {
    #if PROMISE_NO_EVENTS
      nil
    #else
      bits.load(ordering: .relaxed) & (recorded | observed) == 0 ? nil : .shared
    #endif
  }

  static func begin() { bits.add(1, ordering: .relaxed) }
  static func end() { bits.subtract(1, ordering: .relaxed) }

  @inline(never)
  private static func lookedUp() -> PromiseEnvironment? {
    let own = Context.current?.environment
    if let own, !own.isShared { return own }
    let flags = bits.load(ordering: .relaxed)
    if flags & undecided != 0 { PromiseEnvironment.beginProcess() }
    if flags & forked != 0, set(0, insteadOf: forked) { PromiseEnvironment.reportFork() }
    let isWanted = bits.load(ordering: .relaxed) & (recorded | hooked | observed) != 0
    return own ?? (isWanted ? .shared : nil)
  }
}

// MARK: - Recording

extension Activity {
  /// Notes that it is decided whether the program is recorded.
  static func decide() {
    if PromiseEnvironment.shared.hooks != nil { set(hooked, insteadOf: 0) }
    set(0, insteadOf: undecided)
  }

  /// Notes that the shared environment is recorded from now on, or no longer.
  static func setRecorded(_ isRecorded: Bool) {
    if isRecorded { set(recorded, insteadOf: 0) } else { set(0, insteadOf: recorded) }
  }

  /// Notes that the shared environment has an observer from now on.
  static func setObserved() { set(observed, insteadOf: 0) }

  /// Whether the shared environment is recorded, and there is no other one, nor an observer.
  static var isOnlyRecorded: Bool { bits.load(ordering: .relaxed) == recorded }

  /// Whether the shared environment is recorded.
  static var isRecorded: Bool { bits.load(ordering: .relaxed) & recorded != 0 }

  /// Notes that this process was forked from one that is recorded.
  static func markForked() { set(forked, insteadOf: recorded) }

  /// Sets one flag and clears another. Returns whether the latter was set.
  @discardableResult
  private static func set(_ new: Int64, insteadOf old: Int64) -> Bool {
    if new != 0 { bits.bitwiseOr(new, ordering: .acquiringAndReleasing) }
    guard old != 0 else { return true }
    return bits.bitwiseAnd(~old, ordering: .acquiringAndReleasing).oldValue & old != 0
  }
}

/// The environment, job, and cancel context of the running code.
final class Context: Sendable {
  let environment: PromiseEnvironment
  /// The queue whose job is running; `nil` outside jobs.
  let queue: QueueID?
  /// The running job, if there is an observer; `nil` outside jobs.
  let job: JobID?
  /// The context that cancels the promises that are created here.
  let cancellation: CancelContext?
  /// Whether this is ``outside``. All threads share the reference count of that one.
  private let isOutside: Bool

  init(
    environment: PromiseEnvironment, queue: QueueID?, job: JobID?, cancellation: CancelContext?,
    isOutside: Bool = false
  ) {
    (self.environment, self.queue) = (environment, queue)
    (self.job, self.cancellation) = (job, cancellation)
    self.isOutside = isOutside
  }

  /// The context that the calling task has inherited, or ``outside``. It is not optional, because
  /// Swift takes twice as long to read an optional.
  @TaskLocal private static var inherited = Context.outside

  /// The context of code for which none was bound.
  private static let outside = Context(
    environment: .shared, queue: nil, job: nil, cancellation: nil, isOutside: true)

  /// The context of the calling code; `nil` if none was bound.
  static var current: Context? {
    if let own = ThreadState.current.context { return own.takeUnretainedValue() }
    let context = inherited
    return context.isOutside ? nil : context
  }

  /// The queue whose job is running in `environment`; `nil` if there is none.
  static func runningQueue(in environment: PromiseEnvironment) -> QueueID? {
    guard let own = ThreadState.current.context else {
      let context = inherited
      return context.environment === environment ? context.queue : nil
    }
    return own._withUnsafeGuaranteedRef { $0.environment === environment ? $0.queue : nil }
  }

  /// Runs `body` in this context, as do the tasks that it creates. The thread knows the context too,
  /// because reading that takes a fraction of the time.
  @inline(__always)
  func bind<R>(_ body: () throws -> R) rethrows -> R {
    try ThreadState.current.bind(self) {
      try Context.$inherited.withValue(self, operation: body)
    }
  }

  /// Runs an async `body` in this context, which only its task knows.
  func bindInTask<R, Failure: Error>(
    _ body: () async throws(Failure) -> R, isolation: isolated (any Actor)?
  ) async throws(Failure) -> R {
    let result = await Context.$inherited.withValue(
      self,
      operation: {
        () async -> Result<R, Failure> in
        do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
      }, isolation: isolation)
    return try result.get()
  }
}
