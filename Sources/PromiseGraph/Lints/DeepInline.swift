package import PromiseEvents

/// Many inline handlers that follow from each other in one step.
///
/// **Why.** All of them run before anything else on that queue does. In libraries that run inline
/// handlers by recursion the stack grows with each. (Here it does not: rule 6.)
///
/// **Told** when one more inline handler begins than is allowed, each of which follows from the one
/// before or runs inside it; once for each step. Not told of inline handlers side by side on one
/// promise, nor of links that a settlement passes.
///
/// **Threshold.** how many: 20.
///
/// **Fix.** Let one link in the middle go to a queue.
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
  package static let summary = "many inline handlers follow from each other in one step"
  package static let fix = "let one link in the middle go to a queue"
  package static let threshold: Threshold? = .count(
    20, "how many inline handlers follow from each other")
  package static let kinds: [PromiseEvent.Kind.Name]? = [.jobStarted]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard case .jobStarted(let job, let child?, let queue) = event.kind,
      graph.queueKind(queue) == .immediate, let node = graph.job(job)
    else { return nil }
    let limit = Int(clamping: memory.settings.threshold(of: Self.self))
    guard node.inlineDepth == limit.saturatingPlus(1),
      !memory.toldDeep.contains(node.startedIn)
    else { return nil }
    var finding = Finding(Moment(event), promise: child)
    finding.cause = graph.step(node.startedIn)?.sequence
    finding.number = Int64(limit)
    return finding
  }

  package static func sentence(_ finding: Finding, in graph: Graph) -> String {
    "more than \(finding.number) inline handlers follow from each other, as far as"
      + " \(finding.name(in: graph)): nothing else runs meanwhile"
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    memory.toldDeep.insert(graph.steps.count)
  }
}
