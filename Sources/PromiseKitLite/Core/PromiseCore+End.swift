extension PromiseCore {
  /// What is said and done when a promise is freed. Called by its deinit alone.
  func finishLife(_ end: CoreState.End) {
    switch end {
    case .pending(let isOrphan): finishPending(end, isOrphan: isOrphan)
    case .rejected(let rejection) where observed == nil:
      // Where somebody witnesses the run, as where somebody observes it: reports come in the same order.
      environment.letGo(of: rejection, by: named.map { _ in id })
    case .fulfilled, .rejected, .forwarded:
      if let observed { tellDeallocation(end, waiting: [], in: observed) }
    }
  }

  /// It never settles, and neither does what waits for it.
  private func finishPending(_ end: CoreState.End, isOrphan: Bool) {
    var handlers: [Handler] = []
    locked { $0.moveHandlers(to: &handlers) }
    let report = abandon(handlers, end, isOrphan: isOrphan)
    for handler in handlers where handler.isOutside { handler.giveUp() }
    // Here nothing but the handlers refers to the promises that wait: so they are freed in the loop.
    ThreadState.current.dismantle { list in
      list.append(contentsOf: handlers)
      handlers = []
    }
    if let report { environment.warn(report) }
  }

  /// Tells it, and frees the promises that wait from what waiting meant. Answers what is left to
  /// report when the promise is gone.
  private func abandon(_ handlers: [Handler], _ end: CoreState.End, isOrphan: Bool)
    -> PromiseWarning?
  {
    let waiting = handlers.compactMap { $0.abandon() }.filter { $0.settled == nil }
    // Nobody cancels it in their stead any more.
    defer { for promise in waiting { promise.leaveDownstream() } }
    let inVain = waiting.filter { !$0.locked { $0.isIndependent } }
    let count = isOrphan ? 0 : PromiseCore.abandonAll(inVain)
    if let observed { tellDeallocation(end, waiting: inVain, in: observed) }
    // Nobody needs a promise any more whose readers are all settled, as the losers of a race are not
    // needed.
    let isNeeded = handlers.isEmpty || !waiting.isEmpty || handlers.contains(where: \.isOutside)
    guard isNeeded, !isOrphan, !ThreadState.current.isDismantling, environment.reportsLoss else {
      return nil
    }
    let place = PromiseWarning.Place(
      label: label?.text, site: site.resolved, waiting: count)
    return isGuarantee ? .pendingGuaranteeDeallocated(place) : .pendingPromiseDeallocated(place)
  }

  /// Marks these promises, and everything that waits for them, as waiting for ever, so that they are not
  /// reported once more when they are freed themselves; the tasks that await them stop. Returns how many
  /// promises these are. Complexity: O(n) in the promises.
  private static func abandonAll(_ promises: [PromiseCore]) -> Int {
    var list = promises
    var count = 0
    while let promise = list.popLast() {
      guard let (waiting, outside) = promise.locked({ $0.becomeOrphan() }) else { continue }
      count += 1
      list.append(contentsOf: waiting)
      for handler in outside { handler.giveUp() }
    }
    return count
  }

  private func tellDeallocation(
    _ end: CoreState.End, waiting: [PromiseCore], in environment: PromiseEnvironment
  ) {
    let promise = id
    let (state, rejection) = end.told
    let waiting = waiting.map { $0.id(in: environment) }
    // In a simulation that is at the end of the turn, in the order of names: the last one has it last.
    if let rejection { environment.letGo(of: rejection, by: promise) }
    guard environment.executor.tellsDeallocationsLater else {
      return environment.postDeallocated(promise, state, waiting)
    }
    environment.tellEnd(of: promise) { environment.postDeallocated(promise, state, waiting) }
  }
}

extension CoreState.End {
  /// As the events tell it, and the rejection that nobody may be left to handle.
  fileprivate var told: (state: PromiseEvent.FinalState, rejection: Rejection?) {
    switch self {
    case .fulfilled: (.settled, nil)
    case .rejected(let rejection): (.settled, rejection)
    case .forwarded(let adopter): (.forwarded(to: adopter), nil)
    case .pending: (.pending, nil)
    }
  }
}

extension PromiseEnvironment {
  fileprivate func postDeallocated(
    _ promise: PromiseID, _ state: PromiseEvent.FinalState, _ waiting: [PromiseID]
  ) {
    if bus.isObserved { bus.postDeallocated(stamp(), promise, state, waiting) }
  }
}

/// Carries a rejection as long as it exists, as a promise does: for a handler that keeps one for later.
final class RejectionLease: Sendable {
  private let rejection: Rejection?
  private let environment: PromiseEnvironment
  /// The promise that the rejection is kept for, where somebody observes, or witnesses the run.
  private let promise: PromiseID?

  init(_ settled: Settled, for promise: PromiseCore) {
    rejection = if case .rejected(let rejection) = settled { rejection } else { nil }
    environment = promise.environment
    self.promise = promise.named.map { _ in promise.id }
    rejection?.addCarrier()
  }

  deinit {
    guard let rejection else { return }
    environment.letGo(of: rejection, by: promise)
  }
}

extension PromiseEnvironment {
  /// A carrier of `rejection` goes away: `promise`, or what kept it for that. If it was the last one, and
  /// nobody took care of the rejection, that is told.
  func letGo(of rejection: Rejection, by promise: PromiseID?) {
    guard let promise else {
      if rejection.removeCarrier() { reportUnhandled(rejection, at: nil) }
      return
    }
    tellEnd(of: promise) { [self] in
      if rejection.removeCarrier() { reportUnhandled(rejection, at: promise) }
    }
  }

  /// Nobody took care of `rejection`, unless somebody did. `promise` had it last, where somebody
  /// observes.
  func reportUnhandled(_ rejection: Rejection, at promise: PromiseID?) {
    guard rejection.forget() else { return }
    accessTracker?.reportUnhandled(BoundedText.describing(rejection.error))
    if let promise {
      post(
        .errorUnhandled(
          promise: promise, origin: rejection.origin(orFirst: promise, in: self),
          error: BoundedText.describing(rejection.error)))
    }
    warn(.unhandledRejection(rejection.error, rejection.place))
  }
}
