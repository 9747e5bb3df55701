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
    let list = finding.list(in: graph, language)
    let sentence =
      finding.others.isEmpty
      ? language.text(
        "\(who) waits for \(name) and blocks \(queue): nothing else runs there meanwhile")
      : language.text("\(who) waits for \(name) and blocks \(queue), which \(list) needs")
    let behind = jobsBehind(finding, in: graph)
    guard behind.count > 0 else { return sentence }
    let jobs = language.plural(behind.count, "job")
    guard let time = behind.time else {
      return language.text("\(sentence); \(jobs) stand behind it")
    }
    return language.text("\(sentence); \(jobs) stood behind it for \(milliseconds(time)) ms")
  }

  /// Returns how many jobs stand behind the wait, or stood there at its end, and how long it lasted if it ended.
  private static func jobsBehind(
    _ finding: Finding, in graph: Graph
  ) -> (count: Int, time: Int64?) {
    guard let queue = finding.queue, let promise = finding.promise else { return (0, nil) }
    let began = finding.moment.sequence
    if graph.waits.contains(where: { $0.promise == promise && $0.began.sequence == began }) {
      return (graph.queueTables.queues.read(queue.rawValue) { $0.waitingCount } ?? 0, nil)
    }
    guard let wait = graph.read(promise, { $0.lastWait }) ?? nil, wait.began.sequence == began
    else { return (0, nil) }
    return (wait.behind, wait.length)
  }

  /// What waits in the queue is late, and fails if a timeout gives up on it; at worst it never runs.
  package static func consequences(
    of finding: Finding, in graph: Graph, knowing memory: LintMemory
  ) -> Consequences {
    guard let queue = finding.queue, let promise = finding.promise else { return Consequences() }
    let began = finding.moment.sequence
    let last = graph.read(promise) { $0.lastWait } ?? nil
    let ended = last?.began.sequence == began ? last?.ended?.sequence : nil
    let times = began...max(began, ended ?? graph.sequence)
    let timeouts = memory.work.givenUp.filter {
      times.contains($0.moment.sequence) && $0.stuckOn.contains(queue)
    }
    let effect: Consequences.Effect = ended == nil ? .lost : .delayed
    return Consequences(
      timeouts.isEmpty ? effect : .rejected,
      harm: [.queue(queue, during: times)] + timeouts.map { .promise($0.timeout) })
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
