package import PromiseEvents

/// A thread waits for a promise on a queue that its chain needs, or on main.
///
/// **Why.** The handler that would end the wait is queued behind it: neither can ever continue. On
/// main, the user interface freezes in any case. (Rule 12)
///
/// **Reported** when the wait begins inside a job, if a link on the way to the promise still has to
/// run on the same serial queue, and always on main. Not reported for a wait outside any job, as at
/// the end of a command-line tool, nor for a promise that is already settled.
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
    "a thread waits for a promise on a queue that its chain needs, or on main"
  package static let fix = "return the promise instead of waiting for it"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.waitBegan]

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .waitBegan(let promise, let queue?, let job?, let site) = event.kind,
      graph.job(job) != nil,
      graph.goesOn(promise)
    else { return nil }
    let needed = link(needing: queue, of: promise, in: graph)
    let isMain = graph.queueLabel(queue) == "main"
    guard needed != nil || isMain else { return nil }
    var finding = Finding(Moment(event), promise: promise, queue: queue)
    if let needed { finding.add(needed) }
    finding.site = site
    if let child = graph.job(job)?.child { finding.text = graph.title(of: child) }
    return finding
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let queue = graph.queueName(finding.queue, language)
    let handler =
      finding.text.map { language.text("the handler of \($0)") } ?? language.text("a job")
    let who = finding.site.map { language.text("\(handler) at \($0.fileAndLine)") } ?? handler
    let name = finding.name(in: graph)
    guard !finding.others.isEmpty else {
      return language.text(
        "\(who) waits for \(name) and blocks \(queue): nothing else runs there meanwhile")
    }
    let list = finding.list(in: graph, language)
    return language.text("\(who) waits for \(name) and blocks \(queue), which \(list) needs")
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    memory.work.noteReport(ofWaitOn: graph.threadNumber(finding.moment.thread))
  }

  /// Returns a link on the way to `promise` whose handler still has to run on `queue`.
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
