/// The settlement of one promise as a pure state machine: every function says what is to be done,
/// and ``PromiseCore``, which owns the lock, does it after unlocking.
struct CoreState {
  enum Phase {
    case pending
    /// Settles as another promise does; nobody else may settle it. (Promises/A+ 2.3.2)
    indirect case lockedIn(WeakCore)
    case settled(Settled)
  }

  private(set) var phase = Phase.pending
  /// The handlers in the order of attachment; the first one needs no array.
  private var first: Handler?
  private var others: [Handler] = []
  /// Somebody is handing the handlers out. Whoever attaches meanwhile only appends.
  private var isDraining = false
  /// It carries a rejection that it has not passed to anybody.
  private var isLeaf = false
  /// Another promise was locked in to it.
  private(set) var isAdopted = false
  /// Its place passed to this promise, which had adopted it: the end of its life, and no leak.
  var forwardedTo: Int32 = 0
  /// Its name in the events, 0 while it has none.
  var number: Int32 = 0
  /// Its names in the events of other environments than its own; hardly ever any.
  var foreignNames: [ForeignName] = []
  /// The handlers that the program has ever hung on it.
  private(set) var handlerCount: Int32 = 0

  /// Handlers in the order of attachment; never empty.
  struct Batch {
    var first: Handler
    var others: [Handler]
  }

  enum Transition {
    /// It is settled; `drains` says that handlers wait, and the caller has to hand them out.
    case done(drains: Bool)
    /// It was settled or locked in before; nothing changed.
    case ignored
  }

  /// What it was settled with.
  var settled: Settled? {
    if case .settled(let settled) = phase { settled } else { nil }
  }

  /// The promise that it is locked in to, if that is still alive.
  var innerPromise: PromiseCore? {
    if case .lockedIn(let inner) = phase { inner.core } else { nil }
  }

  /// Settles the promise: by anybody while it is pending, by the adopted promise alone afterwards.
  mutating func settle(_ settled: Settled, byAdopted: Bool) -> Transition {
    switch (phase, byAdopted) {
    case (.pending, false), (.lockedIn, true): break
    case (.pending, true), (.lockedIn, false), (.settled, _): return .ignored
    }
    phase = .settled(settled)
    if case .rejected = settled { isLeaf = true }
    isDraining = first != nil
    return .done(drains: isDraining)
  }

  /// Locks the promise in. Answers false if it was settled or locked in before.
  mutating func lockIn(to inner: PromiseCore) -> Bool {
    guard case .pending = phase else { return false }
    phase = .lockedIn(WeakCore(core: inner))
    return true
  }

  /// The promise that it is locked in to passed its place on: it waits for `inner` from now on.
  mutating func relock(to inner: PromiseCore) {
    guard case .lockedIn = phase else { return }
    phase = .lockedIn(WeakCore(core: inner))
  }

  /// Takes a handler in at the end of the list. Answers whether the caller has to drain: the promise
  /// is settled and nobody drains it.
  mutating func append(_ handler: Handler) -> Bool {
    if handler.isCounted { handlerCount += 1 }
    if case .adoption = handler.role { isAdopted = true }
    if first == nil { first = handler } else { others.append(handler) }
    guard case .settled = phase, !isDraining else { return false }
    isDraining = true
    return true
  }

  /// The handlers to hand out next; none, and the end of draining, if no more were attached.
  mutating func nextBatch() -> Batch? {
    let batch = takeHandlers()
    if batch == nil { isDraining = false }
    return batch
  }

  /// Empties the list.
  mutating func takeHandlers() -> Batch? {
    guard let taken = first else { return nil }
    defer {
      first = nil
      others = []
    }
    return Batch(first: taken, others: others)
  }

  /// Somebody waits for the settlement.
  var hasHandlers: Bool { first != nil }

  /// Empties the list into another one, so that nothing else refers to the handlers.
  mutating func moveHandlers(to list: inout [Handler]) {
    if let first { list.append(first) }
    list.append(contentsOf: others)
    first = nil
    others = []
  }

  /// A reader took the settlement. Answers whether the promise was a leaf of a rejection until now.
  mutating func endLeaf() -> Bool {
    defer { isLeaf = false }
    return isLeaf
  }

  /// The promise that waits for this one, if it is the only reader and is locked in to it.
  var soleAdopter: PromiseCore? {
    guard others.isEmpty, let first, case .adoption = first.role else { return nil }
    return first.peekChild()
  }

  /// The promises that wait for this one.
  var waitingPromises: [PromiseCore] {
    var found: [PromiseCore] = []
    if let waiting = first?.peekChild() { found.append(waiting) }
    for handler in others {
      if let waiting = handler.peekChild() { found.append(waiting) }
    }
    return found
  }
}

extension CoreState {
  /// What is told when a promise is freed.
  struct End: Sendable {
    var promise: PromiseID
    var state: PromiseEvent.FinalState
    /// It was the last leaf of this rejection.
    var lastLeafOf: Rejection?
  }

  /// The end of the promise, and who waited for it in vain.
  mutating func end() -> (End, waiting: [PromiseCore]) {
    var end = End(promise: PromiseID(Int(number)), state: .pending)
    switch settled {
    case .rejected(let rejection)?:
      end.state = .settled
      if endLeaf(), rejection.removeLeaf() { end.lastLeafOf = rejection }
    case .fulfilled?: end.state = .settled
    case nil where forwardedTo != 0: end.state = .forwarded(to: PromiseID(Int(forwardedTo)))
    case nil: return (end, waitingPromises)
    }
    return (end, [])
  }
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
struct WeakCore {
  weak var core: PromiseCore?
}
