import Synchronization

/// The state of a fan-in, as a pure state machine.
struct FanInState {
  typealias Rule = FanInRule

  enum Decision {
    /// The fan-in waits for other inputs.
    case wait
    /// The fan-in has already settled, so the input no longer matters. Its error counts as handled,
    /// unless it is the error that the fan-in settled with.
    case ignored(endsError: Bool)
    /// The fan-in settles as this input did. The settlements of the other inputs are returned, so
    /// that no value of the program is freed under the lock.
    case settleAsInput(dropping: [Settled?])
    /// All inputs have settled; their settlements in the order of the inputs.
    case complete([Settled])
  }

  private let rule: Rule
  private var settled: [Settled?]
  private var missing: Int
  /// The pending inputs that will never settle.
  private var abandoned: Set<Int> = []
  /// The number of inputs so far.
  private var count: Int
  /// Whether more inputs can be added.
  private var isOpen: Bool
  private(set) var isOver = false
  /// The error that settled the fan-in.
  private var error: Rejection?

  /// Creates a fan-in with `count` inputs. If `isOpen` is `true`, more can be added later.
  init(rule: Rule, count: Int, isOpen: Bool = false) {
    self.rule = rule
    settled = Array(repeating: nil, count: count)
    missing = count
    self.count = count
    self.isOpen = isOpen
  }

  /// Adds an input, and returns its index.
  mutating func add() -> Int {
    if !isOver { settled.append(nil) }
    missing += 1
    count += 1
    return count - 1
  }

  /// Ends the series of inputs.
  mutating func close() -> Decision {
    isOpen = false
    return complete()
  }

  /// Ends the fan-in, because it was settled from outside. Returns the settlements that are no
  /// longer needed.
  mutating func end() -> [Settled?] {
    isOver = true
    defer { settled = [] }
    return settled
  }

  /// Records the settlement of an input.
  ///
  /// - Complexity: O(1); O(n) for the input that completes the fan-in.
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

  /// Records that an input will never settle. Returns whether the fan-in can no longer settle
  /// either.
  mutating func abandon(_ index: Int) -> Bool {
    guard !isOver else { return false }
    abandoned.insert(index)
    switch rule {
    case .allSettled: return true
    // Another input can still decide it.
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
  /// Whether one such input settles the fan-in.
  fileprivate func decides(_ input: Settled) -> Bool {
    switch (self, input) {
    case (.race, _), (.all, .rejected), (.any, .fulfilled): true
    case (.all, .fulfilled), (.any, .rejected), (.allSettled, _): false
    }
  }
}

/// The inputs of a fan-in that are requested one after another: a new one when an earlier one has
/// settled, so that the number of pending inputs is limited.
final class InputFeed: InputSource, @unchecked Sendable {
  private let state: Mutex<State>
  /// Returns the next input; `nil` at the end. It is code of the program. Therefore it is never
  /// called under the lock, and only the thread that is pulling accesses it.
  private var next: (() -> PromiseCore?)?

  /// Whether a thread is pulling, and how many inputs it may request.
  private struct State {
    /// The number of further inputs that may be pending.
    var room: Int
    /// Whether a thread is pulling. Another thread that makes room meanwhile leaves the pulling to
    /// it.
    var isPulling = false
  }

  /// Creates a feed of the inputs that `next` returns, at most `limit` at a time.
  init(limit: Int, next: sending @escaping () -> PromiseCore?) {
    state = Mutex(State(room: limit))
    self.next = next
  }

  /// Makes room for another input after one has settled.
  func goOn(into fanIn: FanIn) {
    state.withLock { $0.room += 1 }
    pull(into: fanIn)
  }

  /// Requests inputs in a loop until the limit is reached. An input that is already settled makes
  /// room immediately, without growing the stack.
  func pull(into fanIn: FanIn) {
    guard begin() else { return }
    while takeRoom() {
      guard let promise = fanIn.promise, let input = input(for: promise) else {
        // No thread pulls after this, because the pulling never ends.
        next = nil
        return fanIn.close()
      }
      fanIn.add(input)
    }
  }

  /// Returns the next input, from code of the program.
  private func input(for promise: PromiseCore) -> PromiseCore? {
    promise.hooks?.runsCode(accessing: nil)
    ThreadState.current.enqueueCollected()
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
