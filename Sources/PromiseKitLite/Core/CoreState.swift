/// The settlement of one promise, as a pure state machine. Each function returns what to do next,
/// and ``PromiseCore``, which owns the lock, does it after unlocking.
struct CoreState {
  var phase = Phase.pending
  /// The handlers in attach order. The first one needs no array.
  var first: Handler?
  var others: [Handler]?
  /// The state that few promises have.
  var coldState: ColdState?
  var marks = Marks()

  enum Phase {
    case pending
    /// The promise settles as another promise does. Nothing else except a cancellation can settle
    /// it. (Promises/A+ 2.3.2)
    ///
    /// The reference does not keep that promise alive; it is `nil` once the promise is freed. It is
    /// read only by ``PromiseCore/leads(from:to:)``, under the lock that its `deinit` takes.
    case lockedIn(Unmanaged<PromiseCore>?)
    case fulfilled(Fulfillment)
    case rejected(Rejection)
  }

  /// The source of a settlement.
  enum Source {
    /// The promise's resolver, body, or handler. Counts while the promise is pending.
    case itself
    /// A promise that it follows from, and whose settlement a skipped link or a fan-in passes on.
    /// Counts while the promise is pending.
    case parent
    /// The promise that it is locked in to.
    case adopted
    /// The context that cancels it. Counts until the promise is settled.
    case cancellation
  }

  /// Handlers in attach order; never empty.
  struct Batch {
    var first: Handler
    var others: [Handler]?
  }

  enum Transition {
    /// The promise is settled, and has no handlers.
    case done
    /// The promise is settled, and the caller must notify these handlers.
    case handOut(Batch)
    /// The promise was already settled or locked in; nothing changed.
    case ignored

    var counts: Bool {
      if case .ignored = self { false } else { true }
    }
  }

  /// The settlement; `nil` while pending.
  var settled: Settled? {
    switch phase {
    case .pending, .lockedIn: nil
    case .fulfilled(let value): .fulfilled(value)
    case .rejected(let rejection): .rejected(rejection)
    }
  }

  /// Whether its resolver can settle the promise.
  var isOpen: Bool {
    if case .pending = phase { true } else { false }
  }

  /// Whether the promise is settled.
  var isSettled: Bool {
    switch phase {
    case .pending, .lockedIn: false
    case .fulfilled, .rejected: true
    }
  }

  /// Whether the promise is fulfilled.
  var isFulfilled: Bool {
    if case .fulfilled = phase { true } else { false }
  }

  /// Returns the promise that it is locked in to, if that one is still alive.
  // Not inlined, so that the promise is retained before the lock of this state is released.
  @inline(never)
  func innerPromise() -> PromiseCore? {
    if case .lockedIn(let inner) = phase { inner?.takeUnretainedValue() } else { nil }
  }
}

// MARK: - Transitions

extension CoreState {
  /// Settles the promise.
  mutating func settle(_ settled: Settled, by source: Source) -> Transition {
    switch (phase, source) {
    case (.pending, .itself), (.pending, .parent), (.pending, .cancellation),
      (.lockedIn, .adopted), (.lockedIn, .cancellation):
      break
    default: return .ignored
    }
    switch settled {
    case .fulfilled(let value): phase = .fulfilled(value)
    case .rejected(let rejection):
      phase = .rejected(rejection)
      // Before another promise can receive it.
      rejection.addCarrier()
    }
    if source == .cancellation { marks.insert(.cancelled) }
    guard let batch = takeHandlers() else { return .done }
    marks.insert(.draining)
    return .handOut(batch)
  }

  /// Locks the promise in to `inner`. Returns `false` if it was already settled or locked in.
  mutating func lockIn(to inner: PromiseCore) -> Bool {
    guard case .pending = phase else { return false }
    phase = .lockedIn(.passUnretained(inner))
    return true
  }

  /// Lets the promise settle by itself although it waits for another one.
  mutating func unlock() { if case .lockedIn = phase { phase = .pending } }

  /// Locks the promise in to `inner`, which replaces the promise that it was locked in to.
  mutating func relock(to inner: PromiseCore) {
    guard case .lockedIn = phase else { return }
    phase = .lockedIn(.passUnretained(inner))
  }

  /// Removes the reference to `inner`, which is being freed.
  mutating func lose(_ inner: Unmanaged<PromiseCore>) {
    guard case .lockedIn(let known?) = phase, known.toOpaque() == inner.toOpaque() else { return }
    phase = .lockedIn(nil)
  }
}

// MARK: - Handlers

extension CoreState {
  /// Appends a handler. Returns the settlement if the caller must drain the handlers: the promise
  /// is settled, and no other thread is draining it.
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

  /// Removes a handler. Returns it, so that it is freed after unlocking; `nil` if it is no longer
  /// in the list.
  ///
  /// - Complexity: O(n), where n is the number of handlers.
  mutating func remove(_ handler: Handler) -> Handler? {
    if first === handler {
      first = others?.isEmpty == false ? others?.removeFirst() : nil
      return handler
    }
    guard let place = others?.firstIndex(where: { $0 === handler }) else { return nil }
    return others?.remove(at: place)
  }

  /// Returns the next handlers to notify. If no more were attached, returns `nil` and ends the
  /// drain.
  mutating func nextBatch() -> Batch? {
    if let batch = takeHandlers() { return batch }
    endDrain()
    return nil
  }

  /// Whether handlers were attached that are yet to be notified.
  var hasHandlers: Bool { first != nil }

  /// Ends the drain. A thread that attaches a handler from now on drains the promise itself.
  mutating func endDrain() { marks.remove(.draining) }

  /// Removes and returns all handlers.
  mutating func takeHandlers() -> Batch? {
    guard let taken = first.take() else { return nil }
    return Batch(first: taken, others: others.take())
  }

  /// Moves all handlers to another list, so that nothing else refers to them.
  mutating func moveHandlers(to list: inout [Handler]) {
    guard let first = first.take() else { return }
    list.append(first)
    if let others = others.take() { list.append(contentsOf: others) }
  }

  /// The number of handlers that the program has attached so far.
  var handlerCount: Int { marks.handlerCount }

  /// The promise that waits for this one, if it is the only reader and is locked in to it.
  var soleAdopter: PromiseCore? {
    guard others == nil, let adoption = first as? Adoption else { return nil }
    return adoption.waiting
  }

}

// MARK: - End of life

extension CoreState {
  /// How the life of the promise ended.
  enum End {
    /// It was fulfilled, and nothing is left to do. This is the usual case.
    case fulfilled
    case rejected(Rejection)
    /// Its adopter replaced it.
    case forwarded(to: PromiseID)
    /// It will never settle. An orphan was already reported.
    case pending(isOrphan: Bool)
  }

  /// Returns how the life of the promise ended.
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

  /// Notes that the promise that it waits for was freed, which is reported. Returns the promises
  /// that wait for this one (they belong to its handlers and are read under its lock) and the
  /// waiting threads and tasks. Returns `nil` if this promise is settled, can still settle, or
  /// already knows.
  mutating func becomeOrphan() -> (waiting: [PromiseCore], outside: [Handler])? {
    guard settled == nil, !isIndependent, !marks.contains(.orphan) else { return nil }
    marks.insert(.orphan)
    let handlers = [first].compactMap { $0 } + (others ?? [])
    return (handlers.compactMap { $0.abandon() }, handlers.filter(\.isOutside))
  }

  /// Whether the promise that it waits for was freed while pending.
  var isOrphan: Bool { marks.contains(.orphan) && settled == nil }

  /// Whether a timer can settle the promise before the promise that it waits for.
  var isIndependent: Bool { marks.contains(.independent) }
  mutating func becomeIndependent() { marks.insert(.independent) }

  /// Replaces the promise by `adopter`, whose name is known if there is an observer. Returns its
  /// handlers.
  mutating func forward(to adopter: UInt32) -> Batch? {
    guard case .lockedIn = phase, let batch = takeHandlers() else { return nil }
    marks.insert(.forwarded)
    if adopter != 0 { ensureColdState().forwardedTo = adopter }
    return batch
  }
}
