package import PromiseEvents

/// Two handlers access the same state, and the schedule decided which of them ran first.
///
/// **Why.** The program is right in this run and may be wrong in the next: nothing in it orders the
/// two.
///
/// **Reported** in a simulation, for handlers that declare with `accessing` which state they
/// access: for two that name the same state, if the run could have continued with the other one at
/// the same instant and no chain leads from one to the other. Once for each name. Not reported if
/// one follows from the other, if both were enqueued by the same step on one queue, or if time
/// orders them; nor on real queues, whose choices cannot be seen.
///
/// **Fix.** Put one after the other in a chain, or attach both to a promise that waits for what
/// both need. `promise-tui explore` shows what the orders lead to.
///
/// ```swift
/// // wrong: two chains, one cart
/// _ = after(seconds: 0.01).done(on: queue.accessing("cart")) { print("save") }
/// _ = after(seconds: 0.01).done(on: queue.accessing("cart")) { print("show") }
/// // right
/// _ = after(seconds: 0.01).done(on: queue.accessing("cart")) { print("save") }
///   .done(on: queue.accessing("cart")) { print("show") }
/// // Prints "save"
/// // Prints "show"
/// ```
package enum OrderDependsOnSchedule: Lint {
  package static let id = "order-depends-on-schedule"
  package static let severity = Severity.warning
  package static let summary =
    "two handlers access the same state, and the schedule decided which ran first"
  package static let fix = "put one after the other in a chain, or attach both to the same promise"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.touched]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard case .touched(let job, let names) = event.kind, graph.totals.lastChoice > 0,
      let later = graph.job(job), let child = later.child
    else { return nil }
    for name in names where !memory.reportedNames.contains(name) {
      for earlier in (memory.touches[name] ?? []).reversed() {
        guard let earlier = graph.job(earlier), let first = earlier.child, first != child,
          let step = graph.couldSwap(earlier, later)
        else { continue }
        var finding = Finding(Moment(event), promise: first, queue: later.queue)
        finding.add(child)
        finding.text = name
        finding.cause = step.choice ?? earlier.started?.sequence
        return finding
      }
    }
    return nil
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let (name, list) = (finding.name(in: graph), finding.list(in: graph, language))
    return language.text(
      "\(name) and \(list) access \(finding.text ?? language.text("the same state")); the schedule decided which ran first"
    )
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    if let name = finding.text { memory.reportedNames.insert(name) }
  }

  package static func note(_ event: PromiseEvent, in graph: Graph, memory: inout LintMemory) {
    guard case .touched(let job, let names) = event.kind else { return }
    for name in names where memory.touches.count < mostNames {
      memory.touches[name, default: []].append(job)
      if memory.touches[name]?.count ?? 0 > 4 { memory.touches[name]?.removeFirst() }
    }
  }

  /// How many names are kept.
  private static var mostNames: Int { 256 }
}
