import Synchronization

extension PromiseEnvironment {
  /// The kind and the place of a line on the error stream, so that it is written only once.
  struct Report: Hashable {
    var kind: String
    var site: SourceSite
  }

  /// Receives PromiseKit's log events; see ``PMKConfiguration/logHandler``.
  public var logHandler: @Sendable (LogEvent) -> Void {
    get {
      let own = state.withLock { $0.logHandler }
      return own ?? { PromiseEnvironment.current.write($0) }
    }
    set {
      hooks?.touchEverything()
      change { state in
        defer { state.logHandler = newValue }
        return state.logHandler
      }
    }
  }

  /// Receives probable mistakes with their places; see ``PMKConfiguration/warningHandler``.
  public var warningHandler: @Sendable (PromiseWarning) -> Void {
    get {
      let own = state.withLock { $0.warningHandler }
      return own ?? { PromiseEnvironment.current.write($0) }
    }
    set {
      hooks?.touchEverything()
      change { state in
        defer { state.warningHandler = newValue }
        return state.warningHandler
      }
    }
  }

  /// Whether to report a promise that is freed while pending: to a handler of the program, or to
  /// the error stream if there is no observer.
  var reportsLoss: Bool {
    !bus.hasObservers || state.withLock { $0.logHandler != nil || $0.warningHandler != nil }
  }

  /// Reports an error that was cauterized. Never called under a lock.
  func log(_ event: LogEvent) {
    let handler = state.withLock { $0.logHandler }
    if let hooks, handler != nil { hooks.runsCode(accessing: nil) }
    guard handler != nil || !bus.hasObservers else { return }
    ThreadState.current.report {
      bind(queue: runningQueue) { logHandler(event) }
    } nested: {
      write(event)
    }
  }

  /// Reports a warning to each handler that the program has set, or to the error stream if it has
  /// set none. Never called under a lock.
  func warn(_ warning: PromiseWarning) {
    let event = warning.logEvent
    let (log, warn) = state.withLock { state in
      (event == nil ? nil : state.logHandler, state.warningHandler)
    }
    let hasHandler = log != nil || warn != nil
    if let hooks, hasHandler { hooks.runsCode(accessing: nil) }
    guard hasHandler || !bus.hasObservers else { return }
    ThreadState.current.report {
      bind(queue: runningQueue) {
        if let event, let log { ThreadState.current.reporting(warning) { log(event) } }
        warn?(warning)
        if !hasHandler { write(warning) }
      }
    } nested: {
      write(warning)
    }
  }

  /// Writes an event, as the default log handler does. If the event comes from a warning, the line
  /// includes the place.
  private func write(_ event: LogEvent) {
    if let warning = ThreadState.current.reported, warning.kind == event.kind {
      return write(warning)
    }
    write(event.sentence, place: nil, kind: event.kind)
  }

  private func write(_ warning: PromiseWarning) {
    write("\(warning)", place: warning.place, kind: warning.kind)
  }

  /// Writes a line to the error stream, once for each kind and place, for a limited number of
  /// places.
  private func write(_ text: String, place: PromiseWarning.Place?, kind: String) {
    // An observer receives an event for it, and may be drawing on the terminal.
    guard !bus.hasObservers, hooks?.isTracking != true else { return }
    let isNew = state.withLock { state in
      guard let site = place?.site else { return true }
      guard state.reported.count < 1000 else { return false }
      return state.reported.insert(Report(kind: kind, site: site)).inserted
    }
    if isNew { ErrorStream.write("PromiseKitLite: \(text)\n") }
  }

  /// Sets a value. The old value, which can be the last reference to an object of the program, is
  /// freed after unlocking.
  func change<Value: Sendable>(_ swap: (inout State) -> Value) {
    isConfigured.store(true, ordering: .relaxed)
    let old = state.withLock { swap(&$0) }
    withExtendedLifetime(old) {}
  }
}

// MARK: - Promises that are freed

extension PromiseEnvironment {
  /// A report about a promise that is made at the end of the turn.
  struct PendingReport: Sendable {
    let promise: PromiseID
    let report: @Sendable () -> Void
  }

  /// Calls `report`, which reports that `promise` is gone: now, or in a simulation at the end of the
  /// turn.
  func reportEnd(of promise: PromiseID, _ report: @escaping @Sendable () -> Void) {
    guard executor.postsDeallocationsLater else { return report() }
    state.withLock { $0.later.append(PendingReport(promise: promise, report: report)) }
    hasReports.store(true, ordering: .releasing)
  }

  /// Reports the promises that were freed during the turn, in the order of their names, as part of
  /// the job that ran on `queue`.
  package func postFreed(on queue: QueueID? = nil) {
    guard hasReports.load(ordering: .acquiring) else { return }
    hasReports.store(false, ordering: .relaxed)
    // Mostly there is one, and the array keeps its memory.
    let (first, others) = state.withLock { state -> (PendingReport?, [PendingReport]) in
      state.later.count == 1
        ? (state.later.removeLast(), []) : (nil, exchange(&state.later, with: []))
    }
    guard first != nil || !others.isEmpty else { return }
    bind(queue: queue) {
      first?.report()
      for pending in others.sorted(by: { $0.promise < $1.promise }) { pending.report() }
    }
  }
}
