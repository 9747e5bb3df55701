import Synchronization

/// Several promises that settle one: the part of `when` and `race` that is the same for every type.
@usableFromInline
package final class FanIn: Sendable {
  /// The promise that waits for the inputs.
  let promise: PromiseCore
  private let rule: FanInState.Rule
  private let state: Mutex<FanInState>
  /// One input has settled it: the others no longer matter.
  private let isDecided = Atomic<Bool>(false)
  /// Makes the settlement of all inputs.
  private let complete: @Sendable ([Settled]) -> Settled
  /// Where more inputs come from; none where all are known from the beginning.
  private let feed: InputFeed?

  private init(
    _ rule: FanInState.Rule, count: Int, feed: InputFeed? = nil, promise: PromiseCore,
    complete: @escaping @Sendable ([Settled]) -> Settled
  ) {
    self.promise = promise
    self.rule = rule
    state = Mutex(FanInState(rule: rule, count: count, isOpen: feed != nil))
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
    for (index, input) in inputs.enumerated() {
      input.add(Input(of: fanIn, index: index))
    }
  }

  /// Lets `promise` wait for what `feed` gives, of which there are never more than so many at a time.
  static func join(
    _ rule: FanInState.Rule, _ feed: InputFeed, into promise: PromiseCore,
    complete: @escaping @Sendable ([Settled]) -> Settled
  ) {
    feed.pull(into: FanIn(rule, count: 0, feed: feed, promise: promise, complete: complete))
  }

  /// Takes one more input in.
  func add(_ input: PromiseCore) {
    let index: Int
    if let observed = promise.observed {
      let id = promise.id
      let inputID = input.id(in: observed)
      let event: PromiseEvent
      (index, event) = state.withLock { state in
        let index = state.add()
        return (
          index, observed.event(.inputAdded(fanIn: id, index: index, input: inputID))
        )
      }
      observed.bus.post(event)
    } else {
      index = state.withLock { $0.add() }
    }
    input.add(Input(of: self, index: index))
  }

  /// No more inputs come.
  func close() {
    if case .complete(let all) = state.withLock({ $0.close() }) { promise.settle(complete(all)) }
  }

  /// It has settled: no input matters any more.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// An input has settled.
  func receive(_ input: Settled, from source: PromiseCore, index: Int, in thread: ThreadState) {
    // The losers of a race, where nobody observes.
    if isDecided.load(ordering: .relaxed), feed == nil, promise.observed == nil,
      case .fulfilled = input
    {
      return
    }
    let decision = decide(input, from: source, index: index)
    if rule.keepsErrors, case .rejected(let rejection) = input {
      source.handle(rejection, by: promise)
    }
    switch decision {
    case .wait: break
    case .ignored(let endsError):
      if endsError, case .rejected(let rejection) = input { rejection.handle() }
    case .settleAsInput:
      isDecided.store(true, ordering: .relaxed)
      promise.settle(input, from: source, by: .itself, in: thread)
    case .complete(let all):
      promise.settle(complete(all), from: nil, by: .itself, in: thread)
    }
    feed?.goOn(into: self)
  }

  /// The transition, with the event that it draws a number for.
  private func decide(_ input: Settled, from source: PromiseCore, index: Int)
    -> FanInState.Decision
  {
    guard let observed = promise.observed else {
      return state.withLock { $0.receive(input, index: index) }
    }
    let fanInID = promise.id
    let inputID = source.id(in: observed)
    let (decision, event) = state.withLock { state in
      let decision = state.receive(input, index: index)
      if case .ignored = decision {
        return (
          decision,
          observed.event(
            .inputIgnored(
              fanIn: fanInID, index: index, input: inputID, outcome: input.outcome))
        )
      }
      return (
        decision,
        observed.event(
          .inputSettled(fanIn: fanInID, index: index, input: inputID, outcome: input.outcome))
      )
    }
    observed.bus.post(event)
    return decision
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

  override func deliver(_ settled: Settled, from parent: PromiseCore, in thread: ThreadState) {
    fanIn.receive(settled, from: parent, index: index, in: thread)
  }
}
