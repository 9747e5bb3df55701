import PromiseEvents

/// Work went on, and began something new, behind a race or a timeout that had been decided without it.
///
/// **Why.** A decision stops nothing. The work that lost stores, sends or takes what no chain waits for any more.
///
/// **Reported** for a handler in what a race, an any, a failed all or an expired timeout read, if it started after the
/// decision, and has an effect or returned new work; with `--wrong`, also for one that only makes a value. It is more
/// unusual if most of the work that lost did not do that.
///
/// **Fix.** Cancel the context of what lost.
///
/// ```swift
/// // wrong: the text is sent after the time is up
/// let sending = reply(after: 0.02) { "text" }.get { print("sent \($0)") }
/// _ = sending.timeout(.milliseconds(5)).recover { _ in Promise.value("none") }.done { print($0) }
/// // Prints "none"
/// // Prints "sent text"
/// // right
/// let context = CancelContext()
/// let work = context.run { reply(after: 0.02) { "text" }.get { print("sent \($0)") } }
/// _ = work.timeout(.milliseconds(5)).detached().ensure { context.cancel() }
///   .recover { _ in Promise.value("none") }.done { print($0) }
/// // Prints "none"
/// ```
package enum AfterDecision: Relation {
  package static let id = "after-decision"
  package static let summary = "work began something new after a race or a timeout had been decided"
  package static let fix = "cancel the context of what lost, unless it is to go on"

  package static func suspects(in run: RunLines) -> [Suspect] {
    run.groups.compactMap { peers in
      var losers = 0
      var found: [(handler: PromiseNode, decider: PromiseNode, decided: Moment, start: Moment)] = []
      for peer in peers {
        guard let decider = run.graph[peer], let decided = decider.settled else { continue }
        let left = run.undecided(behind: decider)
        losers += left.isEmpty ? 0 : 1
        let late = left.lazy.compactMap { node in
          start(of: node, after: decided, run).map { (node, decider, decided, $0) }
        }
        if let first = late.first { found.append(first) }
      }
      guard let first = found.first else { return nil }
      // A map usually only makes a value.
      let weight = found.count * 2 <= losers ? 82 : 66
      let starts = first.handler.creation.operation.has(.startsEffects)
      return Suspect(
        first.handler, and: first.decider, weight: starts ? weight : 55,
        since: first.decided, at: first.start, count: found.count, of: losers)
    }
  }

  /// Returns when a handler started that reads a value, if that was after `decided` and it returned no promise or new
  /// work.
  private static func start(
    of node: PromiseNode, after decided: Moment, _ run: RunLines
  ) -> Moment? {
    guard let start = run.start(of: node.id), start.sequence > decided.sequence else { return nil }
    if node.firstAdopted == nil { return node.creation.operation.has(.readsValue) ? start : nil }
    let made = node.firstAdopted.flatMap { run.graph[$0] }
    return made.map { $0.created.sequence > start.sequence && $0.isWork } == true ? start : nil
  }

  package static func words(_ finding: Finding, in graph: Graph, _ language: Language) -> String {
    let handler = finding.promise.map { graph.handlerTitle(of: $0, language) } ?? ""
    return language.text(
      "\(handler) started after \(finding.placed(in: graph)) had been decided without it")
  }
}

extension RunLines {
  /// Returns what a race, an any, a failed all or an expired timeout read and did not wait for: inputs that settled
  /// later or never, and what these waited for.
  func undecided(behind decider: PromiseNode) -> [PromiseNode] {
    let operation = decider.creation.operation
    guard let decided = decider.settled,
      [.race, .any].contains(operation)
        || [.all, .timeout].contains(operation) && decider.state == .rejected
    else { return [] }
    var open = decider.inputs.map(\.promise) + [decider.parent].compactMap { $0 }
    var met = Set(open)
    var left: [PromiseNode] = []
    while let next = open.popLast(), met.count < 128 {
      guard let node = graph[next], node.settled?.sequence ?? .max > decided.sequence else {
        continue
      }
      left.append(node)
      let before = [node.parent, node.adopted].compactMap { $0 } + node.inputs.map(\.promise)
      open += before.filter { met.insert($0).inserted }
    }
    return left
  }
}
