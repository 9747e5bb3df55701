/// The settlement of one promise as a pure state machine: every function says what is to be done,
/// and ``PromiseCore``, which owns the lock, does it after unlocking.
struct CoreState {
  var phase = Phase.pending
  /// The handlers in the order of attachment; the first one needs no array.
  var first: Handler?
  var others: [Handler]?
  /// What hardly any promise has.
  var coldState: ColdState?
  var marks = Marks()

  enum Phase {
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
        return .forwarded(to: PromiseID(Int(coldState?.forwardedTo ?? 0)))
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
