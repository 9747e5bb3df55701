import Synchronization

extension PromiseCore {
  /// Reports the end of a promise that is freed. Called only by its `deinit`.
  func finishLife(_ end: CoreState.End) {
    switch end {
    case .pending(let isOrphan): finishPending(end, isOrphan: isOrphan)
    case .rejected(let rejection) where observed == nil:
      // Also with hooks that name promises, so that reports come in the same order as in an observed run.
      environment.release(rejection, by: named.map { _ in id })
    case .fulfilled, .rejected, .forwarded:
      if let observed { reportDeallocation(end, waiting: [], in: observed) }
    }
  }

  /// Handles the end of a promise that never settles, and neither do the promises that wait for it.
  private func finishPending(_ end: CoreState.End, isOrphan: Bool) {
    Step.reached(.freed)
    var handlers: [Handler] = []
    locked { $0.moveHandlers(to: &handlers) }
    removeLinks(of: handlers)
    let report = abandon(handlers, end, isOrphan: isOrphan)
    for handler in handlers where handler.isOutside { handler.giveUp() }
    // Only the handlers refer to the promises that wait, so these are freed in the loop.
    ThreadState.current.dismantle { list in
      list.append(contentsOf: handlers)
      handlers = []
    }
    if let report { environment.warn(report) }
  }

  /// Removes the references to this promise from the promises that are locked in to it.
  private func removeLinks(of handlers: [Handler]) {
    guard handlers.contains(where: { $0 is Adoption }) else { return }
    let own = Unmanaged.passUnretained(self)
    PromiseCore.adoptionLinks.withLock { _ in
      for case let adoption as Adoption in handlers { adoption.waiting?.locked { $0.lose(own) } }
    }
  }

  /// Posts the event, and marks the promises that wait as waiting forever. Returns the warning to
  /// report when the promise is freed.
  private func abandon(_ handlers: [Handler], _ end: CoreState.End, isOrphan: Bool)
    -> PromiseWarning?
  {
    let waiting = handlers.compactMap { $0.abandon() }.filter { $0.settled == nil }
    // This promise can no longer be canceled on their behalf.
    defer { for promise in waiting { promise.leaveDownstream() } }
    let stranded = waiting.filter { !$0.locked { $0.isIndependent } }
    let count = isOrphan ? 0 : PromiseCore.abandonAll(stranded)
    if let observed { reportDeallocation(end, waiting: stranded, in: observed) }
    // A promise whose readers have all settled is no longer needed; for example, the loser of a
    // race.
    let isNeeded = handlers.isEmpty || !waiting.isEmpty || handlers.contains(where: \.isOutside)
    guard isNeeded, !isOrphan, !ThreadState.current.isDismantling, environment.reportsLoss else {
      return nil
    }
    let place = PromiseWarning.Place(
      label: label?.text, site: site.resolved, waiting: count)
    return isGuarantee ? .pendingGuaranteeDeallocated(place) : .pendingPromiseDeallocated(place)
  }

  /// Marks these promises, and all that wait for them, as waiting forever, so that they are not
  /// reported again when they are freed themselves. Tasks that await them stop waiting. Returns the
  /// number of these promises.
  ///
  /// - Complexity: O(n), where n is the number of promises.
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

  private func reportDeallocation(
    _ end: CoreState.End, waiting: [PromiseCore], in environment: PromiseEnvironment
  ) {
    let promise = id
    let (state, rejection) = end.finalState
    let waiting = waiting.map { $0.id(in: environment) }
    // In a simulation, this happens at the end of the turn, in the order of names; the last promise
    // is the last carrier.
    if let rejection { environment.release(rejection, by: promise) }
    guard environment.executor.postsDeallocationsLater else {
      return environment.postDeallocated(
        promise, state, waiting, after: lastStamp.load(ordering: .relaxed))
    }
    environment.reportEnd(of: promise) {
      environment.postDeallocated(promise, state, waiting, after: 0)
    }
  }
}

extension CoreState.End {
  /// The state for the event, and the rejection that may remain unhandled.
  fileprivate var finalState: (state: PromiseEvent.FinalState, rejection: Rejection?) {
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
    _ promise: PromiseID, _ state: PromiseEvent.FinalState, _ waiting: [PromiseID],
    after cause: UInt64
  ) {
    guard bus.isObserved else { return }
    var cause = cause
    bus.postDeallocated(stamp(after: &cause), promise, state, waiting)
  }
}

/// Keeps a rejection alive as a promise does, for a handler that needs it later.
final class RejectionLease: Sendable {
  private let rejection: Rejection?
  private let environment: PromiseEnvironment
  /// The promise for which the rejection is kept; `nil` without an observer or hooks that name promises.
  private let promise: PromiseID?

  init(_ settled: Settled, for promise: PromiseCore) {
    rejection = if case .rejected(let rejection) = settled { rejection } else { nil }
    environment = promise.environment
    self.promise = promise.named.map { _ in promise.id }
    rejection?.addCarrier()
  }

  deinit {
    guard let rejection else { return }
    environment.release(rejection, by: promise)
  }
}

extension PromiseEnvironment {
  /// Releases `rejection` for a carrier that goes away: `promise`, or a handler that kept it for
  /// that promise. If it was the last carrier and the rejection is unhandled, this is reported.
  func release(_ rejection: Rejection, by promise: PromiseID?) {
    guard let promise else {
      if rejection.removeCarrier() { reportUnhandled(rejection, at: nil) }
      return
    }
    reportEnd(of: promise) { [self] in
      if rejection.removeCarrier() { reportUnhandled(rejection, at: promise) }
    }
  }

  /// Reports that `rejection` was not handled, unless it was. `promise` is its last carrier; `nil`
  /// without an observer.
  func reportUnhandled(_ rejection: Rejection, at promise: PromiseID?) {
    guard rejection.forget() else { return }
    hooks?.unhandled(rejection)
    if let promise {
      post(
        .errorUnhandled(
          promise: promise, origin: rejection.origin(orFirst: promise, on: bus),
          error: bus.values.text(of: rejection.error)))
    }
    warn(.unhandledRejection(rejection.error, rejection.place))
  }
}
