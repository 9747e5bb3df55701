package import PromiseEvents

/// A thread waits for a promise on a queue that its chain needs, or on main.
///
/// **Why.** The handler that would end the wait is queued behind it: neither can ever continue. On
/// main, the user interface freezes in any case. (Rule 12)
///
/// **Reported** when the wait begins, or at the end of the run, if a link on the way to the promise still
/// has to run on the same serial queue; the way may lead through what the body of a promise made, and
/// through other queues that a wait blocks. Inside a job on main it is always reported. Not reported for
/// another wait outside any job, as at the end of a command-line tool, nor for a promise that is already settled.
///
/// **Fix.** Return the promise instead of waiting for it, or run the handlers of its chain on another queue.
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
  package static let fix =
    "return the promise instead of waiting, or run its handlers on another queue"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.waitBegan]

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .waitBegan = event.kind else { return nil }
    return graph.waitTables.threads[graph.threadNumber(event.thread)]
      .flatMap { finding($0, in: graph) }
  }

  /// Finds what a wait that lasts has come to need since it began. Of the waits of a circle, one is reported.
  package static func findings(atEnd graph: Graph, knowing memory: LintMemory) -> [Finding] {
    let waits = memory.work.waits.sorted { $0.key < $1.key }.map(\.value)
    var reported = Set(waits.filter(\.isReported).map(\.node.promise))
    var findings: [Finding] = []
    for wait in waits where !wait.isReported {
      guard let finding = finding(wait.node, in: graph, without: reported) else { continue }
      findings.append(finding)
      reported.insert(wait.node.promise)
    }
    return findings
  }

  /// Returns what a wait that lasts blocks. Chains that lead through `reported` promises are not followed.
  static func finding(
    _ wait: WaitNode, in graph: Graph, without reported: Set<PromiseID> = []
  ) -> Finding? {
    guard let queue = wait.queue, graph.goesOn(wait.promise) else { return nil }
    let job = wait.job.flatMap { graph.job($0) }
    let needed = link(needing: queue, of: wait.promise, in: graph, without: reported)
    guard needed != nil || job != nil && graph.queueLabel(queue) == "main" else { return nil }
    var finding = Finding(wait.began, promise: wait.promise, queue: queue)
    if let needed { finding.add(needed) }
    finding.site = wait.site
    finding.text = job?.child.map { graph.title(of: $0) }
    finding.count = job == nil ? 0 : job?.child.map(graph.hasBody) == true ? 2 : 1
    return finding
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let queue = graph.queueName(finding.queue, language)
    let handler =
      finding.text.map {
        finding.count == 2
          ? language.text("the body of \($0)") : language.text("the handler of \($0)")
      }
      ?? (finding.count > 0 ? language.text("a job") : language.text("a thread"))
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
      return behind.count == 1
        ? language.text("\(sentence); \(jobs) stands behind it")
        : language.text("\(sentence); \(jobs) stand behind it")
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

  /// Returns a link on the way to `promise` whose handler still has to run on `queue`, the first to run. The
  /// way also leads through what the body of a promise made, and through other queues that waits block.
  private static func link(
    needing queue: QueueID, of promise: PromiseID, in graph: Graph, without reported: Set<PromiseID>
  ) -> PromiseID? {
    guard graph.isSerial(queue) else { return nil }
    var open = [promise]
    var met = reported.union([promise])
    var found: PromiseID?
    while let id = open.popLast(), met.count < 256 {
      guard let node = graph[id], !node.isFinal else { continue }
      let job = node.job.flatMap { graph.job($0) }
      if job?.started == nil, node.queue == queue {
        if job != nil { return id }
        found = id
      }
      let wait = job.flatMap { $0.isWaiting ? graph.wait(blocking: $0.queue) : graph.wait(of: $0) }
      let before =
        [node.parent, node.adopted, node.awaiting?.promise, wait?.promise].compactMap { $0 }
        + node.inputs.prefix(64).map(\.promise) + graph.made(inBodyOf: node)
      for promise in before where met.insert(promise).inserted { open.append(promise) }
    }
    return found
  }
}
