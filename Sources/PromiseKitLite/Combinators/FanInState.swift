import Synchronization

/// The bookkeeping of a fan-in as a pure state machine.
struct FanInState {
  /// When a fan-in settles, and with what.
  enum Rule: Sendable {
    /// With all values, or with the first error.
    case all
    /// With everything, when the last input is settled.
    case allSettled
    /// As the first input that settles.
    case race
    /// As the first input that is fulfilled, or with all errors.
    case any
  }

  enum Decision {
    /// Others are waited for.
    case wait
    /// It is over; the input no longer matters. An error of it ends here, unless it is the one that the
    /// fan-in settled with.
    case ignored(endsError: Bool)
    /// It settles as this input did. What the others were settled with is given away, so that none of
    /// the program's values is freed under the lock.
    case settleAsInput(dropping: [Settled?])
    /// Every input is in, in their order.
    case complete([Settled])
  }

  private let rule: Rule
  private var settled: [Settled?]
  private var missing: Int
  /// The missing ones that will never settle.
  private var abandoned: Set<Int> = []
  /// How many inputs it has so far.
  private var count: Int
  /// More inputs come.
  private var isOpen: Bool
  private(set) var isOver = false
  /// The error that settled it.
  private var error: Rejection?

  /// A fan-in of `count` inputs; `isOpen` says that more are added later.
  init(rule: Rule, count: Int, isOpen: Bool = false) {
    self.rule = rule
    settled = Array(repeating: nil, count: count)
    missing = count
    self.count = count
    self.isOpen = isOpen
  }

  /// Takes one more input in. Answers its index.
  mutating func add() -> Int {
    if !isOver { settled.append(nil) }
    missing += 1
    count += 1
    return count - 1
  }

  /// No more inputs come.
  mutating func close() -> Decision {
    isOpen = false
    return complete()
  }

  /// It was settled from outside: no input matters any more. Answers what is not needed any more.
  mutating func end() -> [Settled?] {
    isOver = true
    defer { settled = [] }
    return settled
  }

  /// Takes the settlement of one input in. Complexity: O(1), O(n) for the one that completes it.
  mutating func receive(_ input: Settled, index: Int) -> Decision {
    guard !isOver else {
      if case .rejected(let rejection) = input, rejection !== error {
        return .ignored(endsError: true)
      }
      return .ignored(endsError: false)
    }
    if rule.decides(input) {
      isOver = true
      if case .rejected(let rejection) = input { error = rejection }
      defer { settled = [] }
      return .settleAsInput(dropping: settled)
    }
    settled[index] = input
    missing -= 1
    return complete()
  }

  /// A missing input will never settle. Answers whether the whole now waits for ever.
  mutating func abandon(_ index: Int) -> Bool {
    guard !isOver else { return false }
    abandoned.insert(index)
    switch rule {
    case .allSettled: return true
    // Another one may decide it still.
    case .all, .race, .any: return !isOpen && abandoned.count >= missing
    }
  }

  private mutating func complete() -> Decision {
    guard missing == 0, !isOpen, !isOver else { return .wait }
    isOver = true
    defer { settled = [] }
    return .complete(settled.compactMap { $0 })
  }
}

extension FanInState.Rule {
  /// One such input settles the whole.
  fileprivate func decides(_ input: Settled) -> Bool {
    switch (self, input) {
    case (.race, _), (.all, .rejected), (.any, .fulfilled): true
    case (.all, .fulfilled), (.any, .rejected), (.allSettled, _): false
    }
  }
}

/// The inputs of a fan-in that come one after the other: a new one is pulled when an earlier one has
/// settled, so that never more than so many are on their way.
final class InputFeed: @unchecked Sendable {
  private let state: Mutex<State>
  /// Gives the next input; none when there are no more. It is the program's code, so it is never
  /// called under the lock, but by the one thread at a time that is pulling, which alone touches it.
  private var next: (() -> PromiseCore?)?

  /// Who pulls, and how much.
  private struct State {
    /// So many inputs more may be on their way.
    var room: Int
    /// Somebody pulls. Whoever makes room meanwhile leaves the pulling to that one.
    var isPulling = false
  }

  /// A feed of what `next` gives, at most `limit` at a time.
  init(limit: Int, next: sending @escaping () -> PromiseCore?) {
    state = Mutex(State(room: limit))
    self.next = next
  }

  /// An input has settled: there is room for another one.
  func goOn(into fanIn: FanIn) {
    state.withLock { $0.room += 1 }
    pull(into: fanIn)
  }

  /// Fills the room with inputs, in a loop: an input that is settled already makes room at once, and
  /// does not touch the stack.
  func pull(into fanIn: FanIn) {
    guard begin() else { return }
    while takeRoom() {
      guard let promise = fanIn.promise, let input = input(for: promise) else {
        // Nobody pulls after this: the pulling is never ended.
        next = nil
        return fanIn.close()
      }
      fanIn.add(input)
    }
  }

  /// What the program's code gives next.
  private func input(for promise: PromiseCore) -> PromiseCore? {
    promise.accessTracker?.runsCode(accessing: nil)
    return promise.inContext { next?() }
  }

  private func begin() -> Bool {
    state.withLock { state in
      defer { state.isPulling = true }
      return !state.isPulling
    }
  }

  private func takeRoom() -> Bool {
    state.withLock { state in
      guard state.room > 0 else {
        state.isPulling = false
        return false
      }
      state.room -= 1
      return true
    }
  }
}
