/// The settlement of one promise as a pure state machine: every function says what is to be done,
/// and ``PromiseCore``, which owns the lock, does it after unlocking.
struct CoreState {
  private var phase = Phase.pending
  /// The handlers in the order of attachment; the first one needs no array.
  private var first: Handler?
  private var others: [Handler]?
  /// What hardly any promise has.
  private var rare: Rare?
  private var marks = Marks()

  private enum Phase {
    case pending
    /// Settles as another promise does; nobody else but a cancellation may settle it.
    /// (Promises/A+ 2.3.2)
    case lockedIn(WeakCore)
    case fulfilled(Fulfillment)
    case rejected(Rejection)
  }

  /// Who settles a promise.
  enum Source {
    /// Its resolver, body, handler or fan-in: counts while it is pending.
    case itself
    /// The promise that it is locked in to.
    case adopted
    /// The context that cancels it: counts until it is settled.
    case cancellation
  }

  /// Handlers in the order of attachment; never empty.
  struct Batch {
    var first: Handler
    var others: [Handler]?
  }

  enum Transition {
    /// It is settled, and nobody waits.
    case done
    /// It is settled, and the caller has to hand these handlers out.
    case handOut(Batch)
    /// It was settled or locked in before; nothing changed.
    case ignored

    var counts: Bool {
      if case .ignored = self { false } else { true }
    }
  }

  /// What it was settled with.
  var settled: Settled? {
    switch phase {
    case .pending, .lockedIn: nil
    case .fulfilled(let value): .fulfilled(value)
    case .rejected(let rejection): .rejected(rejection)
    }
  }

  /// Its resolver may settle it.
  var isOpen: Bool {
    if case .pending = phase { true } else { false }
  }

  /// It has a value.
  var isFulfilled: Bool {
    if case .fulfilled = phase { true } else { false }
  }

  /// The promise that it is locked in to, if that is still alive.
  var innerPromise: PromiseCore? {
    if case .lockedIn(let inner) = phase { inner.core } else { nil }
  }
}

// MARK: - Transitions

extension CoreState {
  /// Settles the promise.
  mutating func settle(_ settled: Settled, by source: Source) -> Transition {
    switch (phase, source) {
    case (.pending, .itself), (.pending, .cancellation), (.lockedIn, .adopted),
      (.lockedIn, .cancellation):
      break
    default: return .ignored
    }
    switch settled {
    case .fulfilled(let value): phase = .fulfilled(value)
    case .rejected(let rejection):
      phase = .rejected(rejection)
      // Before anybody can take it further.
      rejection.addCarrier()
    }
    if source == .cancellation { marks.insert(.cancelled) }
    guard let batch = takeHandlers() else { return .done }
    marks.insert(.draining)
    return .handOut(batch)
  }

  /// Locks the promise in. Answers false if it was settled or locked in before.
  mutating func lockIn(to inner: PromiseCore) -> Bool {
    guard case .pending = phase else { return false }
    phase = .lockedIn(WeakCore(inner))
    return true
  }

  /// The promise that it is locked in to passed its place on: it waits for `inner` from now on.
  mutating func relock(to inner: WeakCore) {
    guard case .lockedIn = phase else { return }
    phase = .lockedIn(inner)
  }
}

// MARK: - Handlers

extension CoreState {
  /// Takes a handler in at the end of the list. Answers the settlement if the caller has to drain:
  /// the promise is settled and nobody drains it.
  mutating func append(_ handler: consuming Handler) -> Settled? {
    if handler.isCounted { marks.countHandler() }
    if handler is Adoption { marks.insert(.adopted) }
    if first == nil {
      first = handler
    } else if others == nil {
      others = [handler]
    } else {
      others?.append(handler)
    }
    guard let settled, !marks.contains(.draining) else { return nil }
    marks.insert(.draining)
    return settled
  }

  /// Takes a handler out of the list. Returns it, so that it is freed after unlocking; `nil` if it is not in
  /// the list any more. Complexity: O(n) in the handlers.
  mutating func remove(_ handler: Handler) -> Handler? {
    if first === handler {
      first = others?.isEmpty == false ? others?.removeFirst() : nil
      return handler
    }
    guard let place = others?.firstIndex(where: { $0 === handler }) else { return nil }
    return others?.remove(at: place)
  }

  /// The handlers to hand out next; none, and the end of draining, if no more were attached.
  mutating func nextBatch() -> Batch? {
    if let batch = takeHandlers() { return batch }
    marks.remove(.draining)
    return nil
  }

  /// Empties the list.
  mutating func takeHandlers() -> Batch? {
    guard let taken = first.take() else { return nil }
    return Batch(first: taken, others: others.take())
  }

  /// Empties the list into another one, so that nothing else refers to the handlers.
  mutating func moveHandlers(to list: inout [Handler]) {
    guard let first = first.take() else { return }
    list.append(first)
    if let others = others.take() { list.append(contentsOf: others) }
  }

  /// The handlers that the program has hung on it so far.
  var handlerCount: Int { marks.handlerCount }

  /// The promise that waits for this one, if it is the only reader and is locked in to it.
  var soleAdopter: PromiseCore? {
    guard others == nil, let adoption = first as? Adoption else { return nil }
    return adoption.waiting
  }

}

// MARK: - The end

extension CoreState {
  /// How the promise ended.
  enum End {
    /// Fulfilled, and nothing is left to do; most do.
    case fulfilled
    case rejected(Rejection)
    /// It passed its place to its adopter.
    case forwarded(to: PromiseID)
    /// It will never settle. An orphan was told before.
    case pending(isOrphan: Bool)
  }

  /// The end of the promise.
  mutating func end() -> End {
    switch phase {
    case .fulfilled: return .fulfilled
    case .rejected(let rejection): return .rejected(rejection)
    case .pending, .lockedIn:
      if marks.contains(.forwarded) {
        return .forwarded(to: PromiseID(Int(rare?.forwardedTo ?? 0)))
      }
      return .pending(isOrphan: marks.contains(.orphan))
    }
  }

  /// Whom it waits for is gone, and that is told. Answers the promises that wait for this one, which
  /// belong to its handlers and are read under its lock, and the threads and tasks that wait; none if it
  /// is settled, may settle all the same, or knows.
  mutating func becomeOrphan() -> (waiting: [PromiseCore], outside: [Handler])? {
    guard settled == nil, !isIndependent, !marks.contains(.orphan) else { return nil }
    marks.insert(.orphan)
    let handlers = [first].compactMap { $0 } + (others ?? [])
    return (handlers.compactMap { $0.abandon() }, handlers.filter(\.isOutside))
  }

  /// What it waits for was freed while pending.
  var isOrphan: Bool { marks.contains(.orphan) && settled == nil }

  /// It may settle without whom it waits for: by a timer.
  var isIndependent: Bool { marks.contains(.independent) }
  mutating func becomeIndependent() { marks.insert(.independent) }

  /// Its place passes to `adopter`, whose name is known where somebody observes. Answers what it is
  /// locked in to, and who is told.
  mutating func forward(to adopter: UInt32) -> (inner: WeakCore, batch: Batch)? {
    guard case .lockedIn(let inner) = phase, let batch = takeHandlers() else { return nil }
    marks.insert(.forwarded)
    if adopter != 0 { ensureRare().forwardedTo = adopter }
    return (inner, batch)
  }
}

// MARK: - Cancellation

extension CoreState {
  /// It waits for a promise that the same context cancels, so that it need not be cancelled itself.
  var isDownstream: Bool {
    get { marks.contains(.downstream) }
    set { if newValue { marks.insert(.downstream) } else { marks.remove(.downstream) } }
  }

  /// Its context cancelled it.
  var wasCancelled: Bool { marks.contains(.cancelled) }
  /// Another promise was locked in to it.
  var isAdopted: Bool { marks.contains(.adopted) }

  /// The chain goes on although its context is cancelled: the promise has left the context.
  var hasLeftContext: Bool { marks.contains(.leftContext) }

  /// The promise leaves its cancelled context, unless it is settled.
  mutating func leaveContext() {
    guard settled == nil else { return }
    marks.insert(.leftContext)
    marks.remove(.cancelled)
  }

  /// Keeps `handler` until the promise is cancelled or settled. Returns `false` if it already is.
  mutating func onCancel(
    _ phase: CancelHandler.Phase, _ handler: @escaping @Sendable () -> Void
  ) -> Bool {
    guard settled == nil, !wasCancelled else { return false }
    ensureRare().cancelHandlers.append(CancelHandler(phase: phase, run: handler))
    return true
  }

  /// The context is cancelled. Returns what follows from that for the promise.
  mutating func beCancelled() -> Cancelling {
    guard settled == nil, !hasLeftContext else { return .nothing }
    marks.insert(.cancelled)
    return isDownstream ? .waits : .settles
  }

  /// What the cancellation of a context means for one of its promises.
  enum Cancelling {
    /// The promise is settled, or has left the context.
    case nothing
    /// The promise waits for another promise of the context, and settles when that does.
    case waits
    /// The promise settles now.
    case settles
  }

  /// Removes the cancel handlers of `phase`, or all of them: they run at most once, and hold what they
  /// cancel.
  mutating func takeCancelHandlers(_ phase: CancelHandler.Phase? = nil) -> [CancelHandler] {
    guard let rare, !rare.cancelHandlers.isEmpty else { return [] }
    let taken = rare.cancelHandlers.filter { phase == nil || $0.phase == phase }
    rare.cancelHandlers.removeAll { phase == nil || $0.phase == phase }
    return taken
  }
}

// MARK: - What hardly any promise has

extension CoreState {
  final class Rare {
    /// Its names in the events of other environments than its own.
    var foreignNames: [ForeignName] = []
    /// Whom its place passed to.
    var forwardedTo: UInt32 = 0
    /// What its context runs when it cancels it.
    var cancelHandlers: [CancelHandler] = []
  }

  private mutating func ensureRare() -> Rare {
    if let rare { return rare }
    let made = Rare()
    rare = made
    return made
  }

  /// Its names in the events of other environments than its own; hardly ever any.
  var foreignNames: [ForeignName] {
    get { rare?.foreignNames ?? [] }
    set { ensureRare().foreignNames = newValue }
  }

  /// Some flags, and the number of handlers that were ever attached, in one word.
  private struct Marks {
    private var bits: UInt32 = 0

    enum Mark: UInt32 {
      /// Somebody is handing the handlers out. Whoever attaches meanwhile only appends.
      case draining = 1
      /// Another promise was locked in to it.
      case adopted = 4
      /// It may settle without whom it waits for.
      case independent = 2
      /// It waits for a promise that the same context cancels.
      case downstream = 8
      /// It was told that whom it waits for is gone.
      case orphan = 16
      /// Its context is cancelled, so that its own work may resolve it later without a word.
      case cancelled = 32
      /// Its place passed to its adopter: the end of its life, and no leak.
      case forwarded = 64
      /// It goes on although its context is cancelled.
      case leftContext = 128
    }

    func contains(_ mark: Mark) -> Bool { bits & mark.rawValue != 0 }
    mutating func insert(_ mark: Mark) { bits |= mark.rawValue }
    mutating func remove(_ mark: Mark) { bits &= ~mark.rawValue }

    /// At most 16 millions; nobody numbers more.
    var handlerCount: Int { Int(bits >> 8) }
    mutating func countHandler() { if bits < 0xFFFF_FF00 { bits += 0x100 } }
  }
}

/// What runs when the context cancels a promise.
struct CancelHandler: Sendable {
  enum Phase: Sendable {
    /// The library's own: stops a timer or a fan-in, and runs before the promise is rejected, so that
    /// neither tries to settle it afterwards.
    case beforeSettling
    /// The program's: runs once the promise is rejected, so that nothing it does settles the promise.
    case afterSettling
  }

  let phase: Phase
  let run: @Sendable () -> Void
}

/// The name of a promise in the events of another environment than its own.
struct ForeignName {
  /// The number of the other environment's bus.
  let bus: Int
  let id: PromiseID
  /// Its settlement was told there.
  var isSettled = false
}

/// A promise that is not kept alive.
package final class WeakCore: Sendable {
  // Written once; a weak reference may be read from any thread.
  nonisolated(unsafe) package private(set) weak var core: PromiseCore?
  package init(_ core: PromiseCore) { self.core = core }
}
