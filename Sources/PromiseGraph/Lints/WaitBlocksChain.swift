package import PromiseEvents

/// A thread waits for a promise on a queue that the chain needs, or on main.
///
/// **Why.** The handler that would end the wait stands in the line behind it: neither ever goes on.
/// On main the screen stands still in any case. (Rule 12)
///
/// **Told** when the wait begins, inside a job, where a link on the way to the promise has to run
/// on the same serial queue yet, and always on main. Not told of a wait outside any job, as a
/// command line tool does at its end, nor of one for a promise that is settled.
///
/// **Fix.** Return the promise instead of waiting for it.
///
/// ```swift
/// // wrong: the handler keeps main, which load needs
/// _ = tapped(button).map { try load(1).map { parse($0) }.wait() }.done { print($0) }
/// // Prints nothing
/// // right
/// tapped(button).then { load(1).map { parse($0) } }.done { print($0) }.cauterize()
/// // Prints "2"
/// ```
package enum WaitBlocksChain: Lint {
  package static let id = "wait-blocks-chain"
  package static let severity = Severity.error
  package static let summary =
    "a thread waits for a promise on a queue that the chain needs, or on main"
  package static let fix = "return the promise instead of waiting for it"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.waitBegan]

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .waitBegan(let promise, let queue?, let job?) = event.kind, graph.job(job) != nil,
      graph.goesOn(promise)
    else { return nil }
    let needed = link(needing: queue, of: promise, in: graph)
    let isMain = graph.queueLabel(queue) == "main"
    guard needed != nil || isMain else { return nil }
    var finding = Finding(Moment(event), promise: promise, queue: queue)
    if let needed { finding.add(needed) }
    if let child = graph.job(job)?.child { finding.text = graph.title(of: child) }
    return finding
  }

  package static func sentence(_ finding: Finding, in graph: Graph) -> String {
    let queue = graph.queueName(finding.queue)
    return "\(finding.text.map { "the handler of \($0)" } ?? "a job") waits for"
      + " \(finding.name(in: graph)) and blocks \(queue)"
      + (finding.others.isEmpty
        ? ": nothing else runs there meanwhile" : ", which \(finding.words(in: graph)) needs")
  }

  /// A link on the way to `promise` whose handler has to run on `queue` yet.
  private static func link(
    needing queue: QueueID, of promise: PromiseID, in graph: Graph
  ) -> PromiseID? {
    guard case .serial? = graph.queueKind(queue) else { return nil }
    var open = [promise]
    var met: Set<PromiseID> = [promise]
    while let id = open.popLast(), met.count < 256 {
      guard let node = graph[id], !node.isFinal else { continue }
      let hasBegun = node.job.flatMap { graph.job($0) }?.started != nil
      if !hasBegun, node.queue == queue { return id }
      let parents =
        [node.parent, node.adopted].compactMap { $0 } + node.inputs.prefix(64).map(\.promise)
      for parent in parents where met.insert(parent).inserted { open.append(parent) }
    }
    return nil
  }
}
