package import PromiseEvents

/// A chain that alternates between two queues, link by link.
///
/// **Why.** Each hop waits in a queue, and other jobs run between the hops: what looks like one
/// piece of work is many.
///
/// **Reported** when a chain has returned to a queue that many times, once for each source line.
/// Inline links in between are not counted. Not reported for a chain that goes to another queue and
/// back once.
///
/// **Threshold.** The number of returns: 3.
///
/// **Fix.** Do related work on one queue, and change queues once.
///
/// ```swift
/// // wrong
/// login().map(on: queue) { $0.count }.map(on: .main) { $0 + 1 }.map(on: queue) { $0 * 2 }
///   .map(on: .main) { $0 - 1 }.map(on: queue) { $0 / 2 }.done { print($0) }.cauterize()
/// // Prints "5"
/// // right
/// login().map(on: queue) { (($0.count + 1) * 2 - 1) / 2 }.done { print($0) }.cauterize()
/// // Prints "5"
/// ```
package enum QueuePingPong: Lint {
  package static let id = "queue-ping-pong"
  package static let severity = Severity.advice
  package static let summary = "a chain alternates between two queues, link by link"
  package static let fix = "do related work on one queue, and change queues once"
  package static let threshold: Threshold? = .count(3, "how often a chain comes back to a queue")
  package static let kinds: [PromiseEvent.Kind.Name]? = [.jobStarted]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard case .jobStarted(_, let child?, let queue) = event.kind,
      graph.queueKind(queue) != .immediate
    else { return nil }
    let limit = Int(clamping: memory.settings.threshold(of: Self.self))
    guard returns(of: child, upTo: limit + 1, in: graph) == limit,
      let line = graph.read(child, { $0.line }), !memory.reportedHops.contains(line)
    else { return nil }
    var finding = Finding(Moment(event), promise: child, queue: queue)
    if let parent = graph.parent(of: child) { finding.add(parent) }
    finding.number = Int64(limit)
    return finding
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let other = finding.others.first.flatMap { graph[$0]?.queue }
    let queues = (graph.queueName(finding.queue, language), graph.queueName(other, language))
    return language.text(
      "the chain to \(finding.name(in: graph)) has returned to \(queues.0) from \(queues.1) \(finding.number) times"
    )
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    if let line = graph.read(finding.promise, { $0.line }) { memory.reportedHops.insert(line) }
  }

  /// Returns how many of the last links returned to the queue of the link two before.
  private static func returns(of child: PromiseID, upTo limit: Int, in graph: Graph) -> Int {
    var queues: [QueueID] = []
    var next: PromiseID? = child
    var left = 64
    while let promise = next, queues.count < limit + 2, left > 0 {
      left -= 1
      guard let job = graph.read(promise, { $0.job }) ?? nil,
        let queue = graph.jobTable.read(job.rawValue, { $0.queue })
      else { break }
      if graph.queueKind(queue) != .immediate { queues.append(queue) }
      next = graph.parent(of: promise)
    }
    var count = 0
    while count + 2 < queues.count, queues[count] == queues[count + 2],
      queues[count] != queues[count + 1], queues[count] == queues[0] || queues[count] == queues[1]
    { count += 1 }
    return count
  }
}
