extension PromiseCore {
  /// What is said and done when a promise is freed. Called by its deinit alone.
  func finishLife(_ end: CoreState.End) {
    if let observed {
      tellDeallocation(end, in: observed)
    } else if case .rejected(let rejection) = end, rejection.removeCarrier(), rejection.forget() {
      environment.warn(.unhandledRejection(rejection.error, rejection.place))
    }
    guard case .pending(let isOrphan) = end else { return }
    let isSilent = isOrphan || observed != nil || ThreadState.current.isDismantling
    abandonWaiting()
    let count = dismantle()
    guard !isSilent else { return }
    let place = LogEvent.Place(label: label?.text, site: site.resolved, waiting: count)
    environment.log(
      isGuarantee ? .pendingGuaranteeDeallocated(place) : .pendingPromiseDeallocated(place))
  }

  /// Those that wait need not be told of when they go: this promise is the reason. They are held by
  /// their handlers still, so that none is freed here.
  private func abandonWaiting() {
    for promise in locked({ $0.waitingPromises }) { promise.locked { $0.becomeOrphan() } }
  }

  /// Takes the handlers apart that the promise leaves behind, and what hangs on them. Answers how many
  /// there were.
  private func dismantle() -> Int {
    guard locked({ $0.hasHandlers }) else { return 0 }
    return ThreadState.current.dismantle { handlers in locked { $0.moveHandlers(to: &handlers) } }
  }

  private func tellDeallocation(_ end: CoreState.End, in environment: PromiseEnvironment) {
    let number = locked { $0.number }
    guard number != 0 else { return }
    let promise = PromiseID(Int(number))
    let (state, rejection) = end.told
    let last = rejection.flatMap { $0.removeCarrier() ? $0 : nil }
    var waiting: [PromiseID] = []
    if case .pending = end {
      waiting = locked { $0.waitingPromises }.map { $0.id(in: environment) }
    }
    environment.tellEnd(of: promise) { [waiting] in
      if let last, last.forget() {
        environment.post(
          .errorUnhandled(
            promise: promise, origin: last.origin(orFirst: promise, in: environment),
            error: BoundedText.describing(last.error)))
      }
      environment.post(.deallocated(promise: promise, state: state, waiting: waiting))
    }
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
