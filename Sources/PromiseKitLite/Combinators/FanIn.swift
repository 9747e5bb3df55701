import Synchronization

/// Several promises that settle one: the part of `when` and `race` that does not depend on the
/// types.
@usableFromInline
package final class FanIn: Sendable {
  private let rule: FanInState.Rule
  private let state: Mutex<State>
  /// The environment that observes or tracks the promise, and the name of the promise in it.
  private let observed: (environment: PromiseEnvironment, promise: PromiseID)?
  /// Whether an input has already settled the promise, so that the others no longer matter.
  private let isDecided = Atomic<Bool>(false)
  /// Computes the settlement of the promise from those of all inputs.
  private let complete: @Sendable ([Settled]) -> Settled
  /// The source of further inputs; `nil` if all inputs are known from the start.
  private let feed: (any InputSource)?

  private struct State {
    var inputs: FanInState
    /// The promise that waits for the inputs, until it is settled. After that, inputs that are
    /// still pending do not keep the result alive. With an observer they do, because their events
    /// name it; and with an access tracker too, so that nothing is freed earlier than in an
    /// observed run.
    var promise: PromiseCore?
    let isObserved: Bool
  }

  private init(
    _ rule: FanInState.Rule, count: Int, feed: (any InputSource)? = nil, promise: PromiseCore,
    complete: @escaping @Sendable ([Settled]) -> Settled
  ) {
    self.rule = rule
    state = Mutex(
      State(
        inputs: FanInState(rule: rule, count: count, isOpen: feed != nil), promise: promise,
        isObserved: promise.named != nil))
    observed = promise.named.map { ($0, promise.id) }
    self.feed = feed
    self.complete = complete
  }

  /// Makes `promise` wait for `inputs`. Without inputs, it settles immediately with the result of
  /// `complete` for an empty array.
  ///
  /// - Complexity: O(n), where n is the number of inputs.
  static func join(
    _ rule: FanInState.Rule, _ inputs: [PromiseCore], into promise: PromiseCore,
    complete: @escaping @Sendable ([Settled]) -> Settled
  ) {
    let hooks = promise.hooks
    var plan = FanInPlan(rule: rule, complete: complete)
    if let hooks {
      guard let changed = hooks.plan(plan, of: promise, inputs: inputs.count) else { return }
      plan = changed
    }
    guard !inputs.isEmpty else {
      promise.settle(plan.complete([]))
      return
    }
    let fanIn = FanIn(plan.rule, count: inputs.count, promise: promise, complete: plan.complete)
    fanIn.endWhenCancelled(promise)
    for (index, input) in inputs.enumerated() {
      let handler = Input(of: fanIn, index: index)
      input.add(
        hooks?.handler(handler, of: input, settling: promise, receiving: plan.input) ?? handler)
    }
  }

  /// Makes `promise` wait for the inputs of `feed`, which limits how many are pending at a time.
  static func join(
    _ rule: FanInState.Rule, _ feed: InputFeed, into promise: PromiseCore,
    complete: @escaping @Sendable ([Settled]) -> Settled
  ) {
    let fanIn = FanIn(rule, count: 0, feed: feed, promise: promise, complete: complete)
    fanIn.endWhenCancelled(promise)
    feed.pull(into: fanIn)
  }

  /// Makes `promise` wait for inputs that are added to the returned fan-in until it is closed. `feed`
  /// is notified when one of them has settled, and ended when the promise is canceled.
  static func open(
    _ rule: FanInState.Rule, _ feed: AsyncInputFeed, into promise: PromiseCore,
    complete: @escaping @Sendable ([Settled]) -> Settled
  ) -> FanIn {
    let fanIn = FanIn(rule, count: 0, feed: feed, promise: promise, complete: complete)
    fanIn.endWhenCancelled(promise)
    if promise.context != nil { promise.onCancel(.beforeSettling) { feed.end() } }
    return fanIn
  }

  /// The promise that waits for the inputs; `nil` once they have settled it.
  var promise: PromiseCore? { state.withLock { $0.inputs.isOver ? nil : $0.promise } }

  /// Adds an input.
  func add(_ input: PromiseCore) {
    let index: Int
    touch()
    if let observed, observed.environment.bus.isObserved {
      let inputID = input.id(in: observed.environment)
      let event: PromiseEvent
      (index, event) = state.withLock { state in
        let index = state.inputs.add()
        return (
          index,
          observed.environment.event(
            .inputAdded(fanIn: observed.promise, index: index, input: inputID))
        )
      }
      observed.environment.bus.post(event)
    } else {
      index = state.withLock { $0.inputs.add() }
    }
    let handler = Input(of: self, index: index)
    let hooks = observed?.environment.hooks
    input.add(
      hooks?.handler(handler, of: input, settling: promise, receiving: nil) ?? handler)
  }

  /// Ends the series of inputs.
  func close() {
    touch()
    let decision = state.withLock { $0.inputs.close() }
    if case .complete(let all) = decision { promiseToSettle()?.settle(complete(all)) }
  }

  /// Rejects the promise, because the source of its inputs has failed. Has no effect if the promise
  /// is settled.
  func fail(_ error: any Error) {
    touch()
    let (isOver, dropped) = state.withLock { ($0.inputs.isOver, $0.inputs.end()) }
    if !isOver { promiseToSettle()?.settle(.error(error)) }
    withExtendedLifetime(dropped) {}
  }

  /// When the promise is canceled, the later results of its inputs are reported as ignored. Without
  /// a context, nothing can cancel it; and an object that was once referenced weakly is slower to
  /// reference from then on.
  private func endWhenCancelled(_ promise: PromiseCore) {
    guard promise.context != nil else { return }
    promise.onCancel(.beforeSettling) { [weak self] in
      let dropped = self?.state.withLock { $0.inputs.end() }
      let promise = self?.promiseToSettle()
      withExtendedLifetime((dropped, promise)) {}
    }
  }

  /// Returns the promise, which is about to settle; `nil` if it already was.
  private func promiseToSettle() -> PromiseCore? {
    state.withLock { $0.isObserved ? $0.promise : $0.promise.take() }
  }

  /// Notes that an input will never settle. Returns the promise if it can no longer settle either.
  fileprivate func abandon(_ index: Int) -> PromiseCore? {
    state.withLock { $0.inputs.abandon(index) ? $0.promise : nil }
  }

  /// Receives the settlement of an input.
  func receive(_ input: Settled, from source: PromiseCore, index: Int) {
    // The losers of a race without an observer.
    if isDecided.load(ordering: .relaxed), feed == nil, observed == nil, case .fulfilled = input {
      return
    }
    touch()
    let decision = decide(input, from: source, index: index)
    switch decision {
    case .wait: handle(input, of: source)
    case .ignored(let endsError):
      if endsError, case .rejected(let rejection) = input { rejection.handle() }
    case .settleAsInput:
      isDecided.store(true, ordering: .relaxed)
      let promise = promiseToSettle()
      observed?.environment.hooks?.mark(promise)
      promise?.settle(input, from: source, by: .parent)
    case .complete(let all):
      handle(input, of: source)
      promiseToSettle()?.settle(complete(all), by: .parent)
    }
    feed?.goOn(into: self)
  }

  /// Notes that the inputs depend on each other.
  private func touch() {
    if let observed, let hooks = observed.environment.hooks {
      hooks.touch(promise: UInt32(truncatingIfNeeded: observed.promise.rawValue))
    }
  }

  /// Makes the transition, and posts the event that has its number.
  private func decide(_ input: Settled, from source: PromiseCore, index: Int)
    -> FanInState.Decision
  {
    guard let observed, observed.environment.bus.isObserved else {
      return state.withLock { $0.inputs.receive(input, index: index) }
    }
    let (environment, fanIn) = observed
    let inputID = source.id(in: environment)
    let (decision, event) = state.withLock { state in
      let decision = state.inputs.receive(input, index: index)
      if case .ignored = decision {
        return (
          decision,
          environment.event(
            .inputIgnored(fanIn: fanIn, index: index, input: inputID, outcome: input.outcome))
        )
      }
      return (
        decision,
        environment.event(
          .inputSettled(fanIn: fanIn, index: index, input: inputID, outcome: input.outcome))
      )
    }
    environment.bus.post(event)
    return decision
  }

  /// Marks the error of an input as handled if it is part of the result or replaced by another
  /// error.
  private func handle(_ input: Settled, of source: PromiseCore) {
    guard rule.keepsErrors, case .rejected(let rejection) = input else { return }
    rejection.handle()
    if let observed, observed.environment.bus.isObserved {
      observed.environment.post(
        .errorHandled(promise: source.id(in: observed.environment), by: observed.promise))
    }
  }
}

extension FanInState.Rule {
  /// Whether the errors of inputs are handled by the fan-in: they are part of the result, or
  /// replaced by another error.
  fileprivate var keepsErrors: Bool {
    switch self {
    case .all, .race: false
    case .allSettled, .any: true
    }
  }
}

/// A handler whose promise is an input of a fan-in.
private final class Input: Handler, @unchecked Sendable {
  private let fanIn: FanIn
  private let index: Int

  init(of fanIn: FanIn, index: Int) {
    self.fanIn = fanIn
    self.index = index
    super.init(child: nil)
  }

  override var waiting: PromiseCore? { fanIn.promise }

  override func abandon() -> PromiseCore? { fanIn.abandon(index) }

  override func deliver(_ settled: Settled, from parent: PromiseCore, in thread: ThreadState) {
    fanIn.receive(settled, from: parent, index: index)
  }
}
