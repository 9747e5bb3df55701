import Synchronization

/// Several promises that settle one: the part of `when` and `race` that is the same for every type.
@usableFromInline
package final class FanIn: Sendable {
  private let rule: FanInState.Rule
  private let state: Mutex<State>
  /// Who observes the promise, or witnesses it, and its name.
  private let observed: (environment: PromiseEnvironment, promise: PromiseID)?
  /// One input has settled it: the others no longer matter.
  private let isDecided = Atomic<Bool>(false)
  /// Makes the settlement of all inputs.
  private let complete: @Sendable ([Settled]) -> Settled
  /// Where more inputs come from; none where all are known from the beginning.
  private let feed: InputFeed?

  private struct State {
    var inputs: FanInState
    /// The promise that waits for the inputs, until it is settled: the inputs that are on their way
    /// then do not keep the result alive. With an observer they do: what they tell names it; and with
    /// a witness too, so that nothing ends earlier than in a run that is observed.
    var promise: PromiseCore?
    let isObserved: Bool
  }

  private init(
    _ rule: FanInState.Rule, count: Int, feed: InputFeed? = nil, promise: PromiseCore,
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

  /// Lets `promise` wait for `inputs`; with none it settles at once with what `complete` makes of
  /// nothing. Complexity: O(n).
  static func join(
    _ rule: FanInState.Rule, _ inputs: [PromiseCore], into promise: PromiseCore,
    complete: @escaping @Sendable ([Settled]) -> Settled
  ) {
    guard !inputs.isEmpty else {
      promise.settle(complete([]))
      return
    }
    let fanIn = FanIn(rule, count: inputs.count, promise: promise, complete: complete)
    fanIn.endWhenCancelled(promise)
    for (index, input) in inputs.enumerated() {
      input.add(Input(of: fanIn, index: index))
    }
  }

  /// Lets `promise` wait for what `feed` gives, of which there are never more than so many at a time.
  static func join(
    _ rule: FanInState.Rule, _ feed: InputFeed, into promise: PromiseCore,
    complete: @escaping @Sendable ([Settled]) -> Settled
  ) {
    let fanIn = FanIn(rule, count: 0, feed: feed, promise: promise, complete: complete)
    fanIn.endWhenCancelled(promise)
    feed.pull(into: fanIn)
  }

  /// The promise that waits for the inputs; none when they have settled it.
  var promise: PromiseCore? { state.withLock { $0.inputs.isOver ? nil : $0.promise } }

  /// Takes one more input in.
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
    input.add(Input(of: self, index: index))
  }

  /// No more inputs come.
  func close() {
    touch()
    let decision = state.withLock { $0.inputs.close() }
    if case .complete(let all) = decision { letGo()?.settle(complete(all)) }
  }

  /// When the promise is cancelled, what the inputs do is told as ignored. Nothing cancels one without a
  /// context, and whatever is once referred to weakly is slower to refer to ever after.
  private func endWhenCancelled(_ promise: PromiseCore) {
    guard promise.context != nil else { return }
    promise.onCancel(.beforeSettling) { [weak self] in
      let dropped = self?.state.withLock { $0.inputs.end() }
      let promise = self?.letGo()
      withExtendedLifetime((dropped, promise)) {}
    }
  }

  /// The promise, which is about to settle; none if that is so already.
  private func letGo() -> PromiseCore? {
    state.withLock { $0.isObserved ? $0.promise : $0.promise.take() }
  }

  /// An input will never settle. Answers the promise, if that now waits for ever.
  fileprivate func abandon(_ index: Int) -> PromiseCore? {
    state.withLock { $0.inputs.abandon(index) ? $0.promise : nil }
  }

  /// An input has settled.
  func receive(_ input: Settled, from source: PromiseCore, index: Int, in thread: ThreadState) {
    // The losers of a race, where nobody observes.
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
      let promise = letGo()
      observed?.environment.accessTracker?.mark(promise?.label?.text)
      promise?.settle(input, from: source, by: .itself, in: thread)
    case .complete(let all):
      handle(input, of: source)
      letGo()?.settle(complete(all), from: nil, by: .itself, in: thread)
    }
    feed?.goOn(into: self)
  }

  /// Tells who witnesses the run that its inputs have to do with each other.
  private func touch() {
    if let observed, let accessTracker = observed.environment.accessTracker {
      accessTracker.touch(promise: UInt32(truncatingIfNeeded: observed.promise.rawValue))
    }
  }

  /// The transition, with the event that it draws a number for.
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

  /// The error of an input ends here, if it is a value of the result or replaced by another error.
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
  /// The errors of inputs end here: they are values of the result, or replaced by another error.
  fileprivate var keepsErrors: Bool {
    switch self {
    case .all, .race: false
    case .allSettled, .any: true
    }
  }
}

/// The promise is an input of a fan-in.
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
    fanIn.receive(settled, from: parent, index: index, in: thread)
  }
}
