package import PromiseEvents

/// Many inline handlers run one after another in a single step.
///
/// **Why.** All of them run before anything else on that queue. In libraries that run inline
/// handlers recursively, the stack grows with each one. (Here it does not: rule 6.)
///
/// **Reported** when one more inline handler starts than the threshold allows, each caused by the
/// previous one or running inside it; once for each step. Not reported for inline handlers side by
/// side on one promise, nor for links that are skipped.
///
/// **Threshold.** The number of inline handlers: 20.
///
/// **Fix.** Run one link in the middle on a queue.
///
/// ```swift
/// // wrong
/// var sum = Promise.value(0)
/// for id in 1...100 { sum = sum.map(on: nil) { $0 + id } }
/// sum.done { print($0) }.cauterize()
/// // Prints "5050"
/// // right
/// var total = Promise.value(0)
/// for id in 1...100 { total = total.map(on: queue) { $0 + id } }
/// total.done { print($0) }.cauterize()
/// // Prints "5050"
/// ```
package enum DeepInline: Lint {
  package static let id = "deep-inline"
  package static let severity = Severity.advice
  package static let summary = "many inline handlers run one after another in a single step"
  package static let fix = "run one link in the middle on a queue"
  package static let threshold: Threshold? = .count(
    20, "how many inline handlers run in a row")
  package static let kinds: [PromiseEvent.Kind.Name]? = [.jobStarted]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard case .jobStarted(let job, let child?, let queue) = event.kind,
      graph.queueKind(queue) == .immediate, let node = graph.job(job)
    else { return nil }
    let limit = Int(clamping: memory.settings.threshold(of: Self.self))
    guard node.inlineDepth == limit.saturatingPlus(1),
      !memory.reportedDeep.contains(node.startedIn)
    else { return nil }
    var finding = Finding(Moment(event), promise: child)
    finding.cause = graph.step(node.startedIn)?.sequence
    finding.number = Int64(limit)
    return finding
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let name = finding.name(in: graph)
    return language.text(
      "more than \(finding.number) inline handlers run in a row, up to \(name): nothing else runs meanwhile"
    )
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    memory.reportedDeep.insert(graph.steps.count)
  }
}
