extension PromiseCore {
  /// What is said and done when a promise is freed. Called by its deinit alone.
  func finishLife(_ end: CoreState.End) {
    switch end {
    case .pending(let isOrphan): finishPending(end, isOrphan: isOrphan)
    case .rejected(let rejection) where observed == nil:
      if rejection.removeCarrier(), rejection.forget() {
        environment.warn(.unhandledRejection(rejection.error, rejection.place))
      }
    case .fulfilled, .rejected, .forwarded:
      if let observed { tellDeallocation(end, waiting: [], in: observed) }
    }
  }

  /// It never settles, and neither does what waits for it.
  private func finishPending(_ end: CoreState.End, isOrphan: Bool) {
    var handlers: [Handler] = []
    locked { $0.moveHandlers(to: &handlers) }
    let report = abandon(handlers, end, isOrphan: isOrphan)
    // Here nothing but the handlers refers to the promises that wait: so they are freed in the loop.
    ThreadState.current.dismantle { list in
      list.append(contentsOf: handlers)
      handlers = []
    }
    if let report { environment.log(report) }
  }

  /// Tells it, and frees the promises that wait from what waiting meant. Answers what is left to
  /// report when the promise is gone.
  private func abandon(_ handlers: [Handler], _ end: CoreState.End, isOrphan: Bool) -> LogEvent? {
    let waiting = handlers.compactMap { $0.abandon() }.filter { $0.settled == nil }
    // Nobody cancels it in their stead any more.
    defer { for promise in waiting { promise.leaveDownstream() } }
    if let observed {
      tellDeallocation(end, waiting: waiting, in: observed)
      return nil
    }
    // Nobody needs a promise any more whose readers are all settled, as the losers of a race are not
    // needed.
    let isNeeded = handlers.isEmpty || !waiting.isEmpty || handlers.contains(where: \.isOutside)
    guard isNeeded, !isOrphan, !ThreadState.current.isDismantling else { return nil }
    let place = LogEvent.Place(
      label: label?.text, site: site.resolved, waiting: PromiseCore.countAbandoned(handlers))
    return isGuarantee ? .pendingGuaranteeDeallocated(place) : .pendingPromiseDeallocated(place)
  }

  /// Lets everything know that waits for ever with these handlers, so that it is not told once more
  /// when it goes itself. Answers how many promises that are. Complexity: O(n) in what is counted.
  private static func countAbandoned(_ handlers: [Handler]) -> Int {
    var list = handlers
    var count = 0
    while let handler = list.popLast() {
      guard let promise = handler.abandon(),
        promise.locked({ $0.becomeOrphan(handlers: &list) })
      else { continue }
      count += 1
    }
    return count
  }

  /// Nobody took care of `rejection`, which went no further than the handler that this promise waited
  /// for.
  func tellUnhandled(_ rejection: Rejection) {
    guard rejection.forget() else { return }
    if let observed {
      observed.post(.unhandled(rejection, at: id, in: observed))
    } else {
      environment.warn(.unhandledRejection(rejection.error, rejection.place))
    }
  }

  private func tellDeallocation(
    _ end: CoreState.End, waiting: [PromiseCore], in environment: PromiseEnvironment
  ) {
    let promise = id
    let (state, rejection) = end.told
    let last = rejection.flatMap { $0.removeCarrier() ? $0 : nil }
    let waiting = waiting.map { $0.id(in: environment) }
    environment.tellEnd(of: promise) {
      if let last, last.forget() {
        environment.post(.unhandled(last, at: promise, in: environment))
      }
      environment.post(.deallocated(promise: promise, state: state, waiting: waiting))
    }
  }
}

extension PromiseEvent.Kind {
  fileprivate static func unhandled(
    _ rejection: Rejection, at promise: PromiseID, in environment: PromiseEnvironment
  ) -> Self {
    .errorUnhandled(
      promise: promise, origin: rejection.origin(orFirst: promise, in: environment),
      error: BoundedText.describing(rejection.error))
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
