package import PromiseEvents

/// Work that is needed once is started again before it is done: a renewal, or the filling of a cache.
///
/// **Why.** Two chains notice at the same time that something is missing, and both start the work. At
/// best it is done twice; at worst the second run invalidates what the first has brought.
///
/// **Reported** for work of one line that handlers of different chains start while an earlier run is
/// pending, in three cases. The handlers are a `recover` or a `catch` that handles the same kind of error,
/// and after it the work that had failed is tried again. Or the handlers of one line all start the work
/// until it is done, with what follows it in the chain that they return, and of the next ones four start
/// neither it nor other work instead: its result was kept. Or, at the end of the run, they all have started it, it was not needed again after it was
/// done, and it brought the same text twice. Not reported for work that is started in a loop, for a substitute
/// that replaces what failed, nor for the same request made again and again.
///
/// **Fix.** Keep the promise of the first run, and return it to everyone who needs the work until it has
/// settled.
///
/// ```swift
/// // wrong: both requests fail, and each renews the token
/// let token = Mutex("old")
/// @Sendable func ask() -> Promise<String> {
///   let sent = token.withLock { $0 }
///   return reply(after: 0.02) { if sent == "old" { throw LoginError.wrongPassword } else { sent } }
/// }
/// @Sendable func renew() -> Promise<Void> {
///   print("renewing")
///   return reply(after: 0.02) { token.withLock { $0 = "new" } }
/// }
/// for _ in 1...2 { ask().recover { _ in renew().then { ask() } }.done { print($0) }.cauterize() }
/// // Prints "renewing"
/// // Prints "renewing"
/// // Prints "new"
/// // Prints "new"
/// // right
/// let key = Mutex("old")
/// let running = Mutex<Promise<Void>?>(nil)
/// @Sendable func send() -> Promise<String> {
///   let sent = key.withLock { $0 }
///   return reply(after: 0.02) { if sent == "old" { throw LoginError.wrongPassword } else { sent } }
/// }
/// @Sendable func renewOnce() -> Promise<Void> {
///   running.withLock { running in
///     if let running { return running }
///     print("renewing")
///     let renewal = reply(after: 0.02) { key.withLock { $0 = "new" } }
///     running = renewal
///     return renewal
///   }
/// }
/// for _ in 1...2 {
///   send().recover { _ in renewOnce().then { send() } }.done { print($0) }.cauterize()
/// }
/// // Prints "renewing"
/// // Prints "new"
/// // Prints "new"
/// ```
package enum OverlappingRuns: Lint {
  package static let id = "overlapping-runs"
  package static let severity = Severity.warning
  package static let summary = "work that is needed once was started again before it was done"
  package static let fix = "keep the promise of the first run, and return it until it settles"
  package static let inJavaScript: ProgramWords? = .same
  package static let kinds: [PromiseEvent.Kind.Name]? = [.created, .settled, .jobEnded]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    pair(event, graph, memory).map { finding($0, Moment(event)) }
  }

  package static func findings(atEnd graph: Graph, knowing memory: LintMemory) -> [Finding] {
    let moment = Moment(sequence: graph.sequence, time: graph.time)
    return memory.flights.repeated().map { finding($0, moment) }
  }

  private static func finding(_ pair: FlightWatch.Pair, _ moment: Moment) -> Finding {
    var finding = Finding(moment, promise: pair.second.promise)
    finding.add(pair.first.promise)
    finding.cause = pair.second.began.sequence
    finding.text = pair.first.error
    finding.number = pair.second.began.time.saturatingMinus(pair.first.began.time)
    return finding
  }

  private static func pair(
    _ event: PromiseEvent, _ graph: Graph, _ memory: LintMemory
  ) -> FlightWatch.Pair? {
    if case .created(let creation) = event.kind {
      return memory.flights.repaired(by: creation, in: graph)
    }
    guard case .jobEnded(let job, let child?, _, _) = event.kind else { return nil }
    return memory.flights.spared(by: job, of: child, in: graph)
  }

  package static func note(_ event: PromiseEvent, in graph: Graph, memory: inout LintMemory) {
    if let pair = pair(event, graph, memory) { memory.flights.forget(pair) }
    if case .created(let creation) = event.kind {
      memory.flights.noteCreation(creation, at: Moment(event), in: graph)
    } else if case .settled(let settlement) = event.kind {
      memory.flights.noteResult(settlement, in: graph)
    } else if case .jobEnded(let job, let child?, _, _) = event.kind {
      memory.flights.noteEnd(of: job, of: child, in: graph)
    }
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let (name, list) = (finding.name(in: graph), finding.list(in: graph, language))
    return language.text(
      "\(name) was created \(milliseconds(finding.number)) ms after \(list) at the same line, before that was done: one run would have done"
    )
  }

  package static func consequences(
    of finding: Finding, in graph: Graph, knowing memory: LintMemory
  ) -> Consequences {
    // Two repairs may undo each other; two runs that bring the same only take twice the time.
    Consequences(finding.text == nil ? .nothing : .changed)
  }
}
