public import Dispatch
import Synchronization

/// Returns a promise for the first attempt that succeeds. As long as an attempt is rejected and
/// attempts are left, another one is made.
///
/// ```swift
/// retrying(times: 4, delay: 0.2, backOff: 2) { attempt in
///   attempt == 1 ? fetch(token) : fetchPublic()
/// }
/// .done { items in show(items) }
/// .catch { error in alert(error) }
/// ```
///
/// In the events, each attempt is a promise of its own and an input of the returned one. It is
/// labeled `attempt 2`, for example, and shows the job that created it, how it settled, and the
/// timer before it. The errors of all attempts except the last count as handled. A cancellation is
/// not retried. If the chain is canceled, the timer is stopped, and no further attempt starts. The
/// name is *retrying* so that it never conflicts with a program's own `retry`.
///
/// **Value.** That of the first attempt that succeeds.
/// **Error.** That of the last attempt.
/// **Cancellation.** Ends the attempts.
/// **Elsewhere.** PromiseKit –; google `retry`; JavaScript –; Bolts –.
///
/// - Parameters:
///   - label: The name of the promise in events and on the screen.
///   - times: The maximum number of attempts. A value of less than 1 rejects with
///     ``PMKError/badInput``.
///   - seconds: The wait before the second attempt, in seconds. With a value of 0 or less, there is
///     no wait.
///   - backOff: The factor by which each wait is multiplied to determine the next one. There is no
///     wait after a wait of 0, or if the factor is negative or NaN.
///   - dispatcher: The queue on which `condition` and `body` run, from the first attempt on: main
///     by default; inline if `nil`.
///   - flags: The flags with which Dispatch runs them.
///   - condition: Decides whether to try again, from the error and the number of attempts that are
///     left. By default, every error is retried.
///   - body: Returns the promise of an attempt. Attempts are numbered from 1. An error that it
///     throws is the error of the attempt.
/// - Returns: A promise for the first value, or rejected with the last error. (google/promises'
///   `retry`)
/// - Complexity: O(1) space. Attempts that fail immediately do not grow the stack.
@preconcurrency
public func retrying<U: Thenable>(
  label: String? = nil,
  times: Int, delay seconds: Double, backOff: Double = 1,
  on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
  while condition: (@Sendable (_ error: any Error, _ attemptsLeft: Int) -> Bool)? = nil,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
  _ body: @escaping @Sendable (_ attempt: Int) throws -> U
) -> Promise<U.Value> {
  _retry(
    Plan(times: times, delay: nanoseconds(seconds), backOff: backOff, condition: condition),
    .named(label), dispatcher.with(flags: flags), CallSite(file, line, column), body)
}

/// Returns a promise for the first attempt that succeeds, and retries after a Dispatch interval, or
/// immediately.
///
/// ```swift
/// retrying(times: 4, delay: .milliseconds(200), backOff: 2) { _ in fetch(token) }
///   .done { items in show(items) }
///   .catch { error in alert(error) }
/// ```
///
/// See ``retrying(label:times:delay:backOff:on:flags:while:file:line:column:_:)-(_,_,Double,_,_,_,_,_,_,_,_)``.
///
/// - Parameter label: The name of the promise in events and on the screen.
@preconcurrency
public func retrying<U: Thenable>(
  label: String? = nil,
  times: Int, delay: DispatchTimeInterval = .nanoseconds(0), backOff: Double = 1,
  on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
  while condition: (@Sendable (_ error: any Error, _ attemptsLeft: Int) -> Bool)? = nil,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
  _ body: @escaping @Sendable (_ attempt: Int) throws -> U
) -> Promise<U.Value> {
  _retry(
    Plan(times: times, delay: delay.nanoseconds, backOff: backOff, condition: condition),
    .named(label), dispatcher.with(flags: flags), CallSite(file, line, column), body)
}

private func _retry<U: Thenable>(
  _ plan: Plan, _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
  _ body: @escaping @Sendable (Int) throws -> U
) -> Promise<U.Value> {
  let promise = Promise<U.Value>(root: .retry, label: label, at: site)
  guard plan.times > 0 else {
    promise.settle(.error(PMKError.badInput))
    return promise
  }
  let retry = Retry(plan, of: promise, on: dispatcher, body: body) { label in
    Promise<U.Value>(root: .async, label: label, at: site)
  }
  retry.begin()
  return promise
}

/// The parameters of a retry.
private struct Plan: Sendable {
  let times: Int
  /// The wait before the second attempt, in nanoseconds; never negative.
  let delay: Int64
  let backOff: Double
  let condition: (@Sendable (any Error, Int) -> Bool)?

  init(
    times: Int, delay: Int64, backOff: Double, condition: (@Sendable (any Error, Int) -> Bool)?
  ) {
    (self.times, self.backOff, self.condition) = (times, backOff, condition)
    // Otherwise, two negative factors would result in a wait.
    self.delay = max(delay, 0)
  }

  /// Returns the wait that follows one of `delay`. A negative or undefined result counts as 0.
  func next(after delay: Int64) -> Int64 {
    let next = Double(delay) * backOff
    guard next > 0 else { return 0 }
    return next < 9e18 ? Int64(next) : .max
  }
}

/// A series of attempts until one is fulfilled or none is left. It is kept alive by the handler of
/// the current attempt, or by the timer before it.
private final class Retry: Sendable {
  let promise: PromiseCore
  private let plan: Plan
  private let dispatcher: (any Dispatcher)?
  private let body: @Sendable (Int) throws -> PromiseCore
  /// Creates the promise of an attempt.
  private let make: @Sendable (Label?) -> PromiseCore
  private let pause: Mutex<Pause>

  /// The wait between two attempts.
  private struct Pause {
    var delay: Int64
    /// The current timer, or the last one.
    var timer: PromiseTimer?
    /// The error that the condition is deciding about, or decided about last.
    var failure: Rejection?
  }

  init(
    _ plan: Plan, of promise: PromiseCore, on dispatcher: (any Dispatcher)?,
    body: @escaping @Sendable (Int) throws -> PromiseCore,
    make: @escaping @Sendable (Label?) -> PromiseCore
  ) {
    self.plan = plan
    self.promise = promise
    self.dispatcher = promise.resolved(dispatcher)
    self.body = body
    self.make = make
    pause = Mutex(Pause(delay: plan.delay))
  }

  /// Starts the first attempt.
  func begin() {
    if promise.context != nil { promise.onCancel(.beforeSettling) { [weak self] in self?.stop() } }
    attempt(1)
  }

  /// Receives the settlement of an attempt.
  func receive(
    _ settled: Settled, from attempt: PromiseCore, _ number: Int
  ) {
    let isOver = promise.settled != nil
    postEvent(settled, from: attempt, number, isOver: isOver)
    if isOver {
      if case .rejected(let rejection) = settled { rejection.handle() }
      return
    }
    guard case .rejected(let rejection) = settled, !rejection.isCancelled, number < plan.times
    else {
      if !settled.isCancellation { promise.hooks?.mark(promise) }
      promise.settle(settled, from: attempt, by: .parent)
      return
    }
    guard let condition = plan.condition else { return goOn(after: rejection, of: attempt, number) }
    // The previous error is released after unlocking, because that can run code of the program.
    // (rule 13) Optimized code releases a value right after its last use, even in the lock.
    let previous = pause.withLock { $0.failure.exchange(rejection) }
    withExtendedLifetime(previous) {}
    promise.enqueueJob(on: dispatcher, label: nil) { [self] _ in
      guard condition(rejection.error, plan.times - number) else { return .settle(settled) }
      goOn(after: rejection, of: attempt, number)
      return nil
    }
  }
}

extension Retry {
  /// Starts the attempt with that number.
  private func attempt(_ number: Int) {
    guard promise.settled == nil else { return }
    let name = promise.observed.map { _ in "attempt \(number)" }
    let attempt = promise.inContext { make(name.map(Label.init)) }
    if let observed = promise.observed {
      observed.post(
        .inputAdded(fanIn: promise.id, index: number - 1, input: attempt.id(in: observed)))
    }
    attempt.add(RetryHandler(number, of: self))
    attempt.enqueueJob(on: dispatcher, label: name) { [body] _ in
      do { return .adopt(try body(number)) } catch { return .error(error) }
    }
  }

  /// Tries again, immediately or after the wait.
  private func goOn(after rejection: Rejection, of attempt: PromiseCore, _ number: Int) {
    attempt.handle(rejection, by: promise)
    let delay = pause.withLock { pause in
      defer { pause.delay = plan.next(after: pause.delay) }
      return pause.delay
    }
    guard delay > 0 else { return self.attempt(number + 1) }
    let due = promise.environment.executor.now.addingReportingOverflow(delay)
    let timer = PromiseTimer(due: due.overflow ? .max : due.partialValue, of: promise) { [self] in
      self.attempt(number + 1)
    }
    let previous = pause.withLock { $0.timer.exchange(timer) }
    withExtendedLifetime(previous) {}
    if promise.settled != nil { timer.cancel() }
  }

  /// Stops, because the chain was canceled: no further attempt starts, and the error of the last
  /// one no longer matters.
  private func stop() {
    let pause = pause.withLock { $0 }
    pause.timer?.cancel()
    pause.failure?.handle()
  }

  private func postEvent(
    _ settled: Settled, from attempt: PromiseCore, _ number: Int, isOver: Bool
  ) {
    guard let observed = promise.observed else { return }
    let input = attempt.id(in: observed)
    observed.post(
      isOver
        ? .inputIgnored(
          fanIn: promise.id, index: number - 1, input: input, outcome: settled.outcome)
        : .inputSettled(
          fanIn: promise.id, index: number - 1, input: input, outcome: settled.outcome))
  }
}

/// A handler whose promise is an attempt of a retry.
private final class RetryHandler: Handler, @unchecked Sendable {
  private let number: Int
  private let retry: Retry

  init(_ number: Int, of retry: Retry) {
    self.number = number
    self.retry = retry
    super.init(child: nil)
  }

  override var waiting: PromiseCore? { retry.promise }

  override func deliver(_ settled: Settled, from parent: PromiseCore, in thread: ThreadState) {
    thread.enqueueCollected()
    retry.receive(settled, from: parent, number)
  }
}

extension Optional {
  /// Replaces the value with `new`, and returns the old value.
  fileprivate mutating func exchange(_ new: Wrapped) -> Wrapped? {
    defer { self = new }
    return self
  }
}
