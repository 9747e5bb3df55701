package import PromiseEvents

/// A `wait()` in a job kept a serial queue from its other jobs for a long time.
///
/// **Why.** A thread that waits does nothing else. Everything behind it in the queue is late, and
/// what has a timeout there fails although nothing is wrong with it. (Rule 12)
///
/// **Reported** when the wait ends while other jobs stand behind it in the queue, if it took longer
/// than the threshold, or if meanwhile a timeout gave up on work that stood in that queue; also for
/// a wait that never ends. Not reported for a wait on a queue where no other job waits, nor on
/// one that is not serial, nor if `wait-blocks-chain` reports it.
///
/// **Threshold.** The time that the wait blocked the queue: 100 ms.
///
/// **Fix.** Return the promise instead of waiting for it, or wait on a queue of its own.
///
/// ```swift
/// // wrong: the second job stands behind the wait
/// _ = queue.async(.promise) { print(try reply(after: 0.15) { "late" }.wait()) }
/// _ = queue.async(.promise) { print("quick") }
/// // Prints "late"
/// // Prints "quick"
/// // right
/// reply(after: 0.15) { "late" }.done(on: queue) { print($0) }.cauterize()
/// _ = queue.async(.promise) { print("quick") }
/// // Prints "quick"
/// // Prints "late"
/// ```
package enum WaitBlocksQueue: Lint {
  package static let id = "wait-blocks-queue"
  package static let severity = Severity.warning
  package static let summary = "a wait kept a serial queue from its other jobs for a long time"
  package static let fix = "return the promise instead of waiting for it"
  package static let threshold: Threshold? = .milliseconds(100, "how long a wait blocks its queue")
  package static let kinds: [PromiseEvent.Kind.Name]? = [.waitEnded]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard case .waitEnded = event.kind, let wait = memory.work.endedWait else { return nil }
    return finding(wait, Moment(event), in: graph, knowing: memory)
  }

  package static func findings(atEnd graph: Graph, knowing memory: LintMemory) -> [Finding] {
    let moment = Moment(sequence: graph.sequence, time: graph.time)
    return memory.work.waits.sorted { $0.key < $1.key }
      .compactMap { finding($0.value, moment, in: graph, knowing: memory) }
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    if let queue = finding.queue { memory.work.blocks[queue] = memory.work.endedWait }
  }

  package static func consequences(
    of finding: Finding, in graph: Graph, knowing memory: LintMemory
  ) -> Consequences {
    guard let queue = finding.queue, let began = finding.cause else { return Consequences() }
    let times = began...max(began, finding.moment.sequence)
    let timeouts = memory.work.givenUp.filter {
      times.contains($0.moment.sequence) && $0.stuckOn.contains(queue)
    }
    return Consequences(
      timeouts.isEmpty ? .delayed : .rejected,
      harm: [.queue(queue, during: times)] + timeouts.map { .promise($0.timeout) })
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let place = finding.site.map { language.text("wait() at \($0.fileAndLine)") } ?? "wait()"
    let (queue, time) = (graph.queueName(finding.queue, language), milliseconds(finding.number))
    let jobs = language.plural(finding.count, "job")
    guard finding.otherCount > 0 else {
      return language.text("\(place) blocked \(queue) for \(time) ms; \(jobs) stood behind it")
    }
    let promises = language.plural(finding.otherCount, "promise")
    return language.text(
      "\(place) blocked \(queue) for \(time) ms; \(jobs) stood behind it, and \(promises) timed out"
    )
  }

  private static func finding(
    _ wait: WorkWatch.Wait, _ moment: Moment, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard !wait.isReported,
      !memory.settings.reports(WaitBlocksChain.self)
        || WaitBlocksChain.finding(wait.node, in: graph) == nil,
      wait.node.job.flatMap({ graph.job($0) }) != nil,
      let queue = wait.node.queue, graph.isSerial(queue),
      let behind = graph.queueTables.queues.read(queue.rawValue, { $0.waitingCount }), behind > 0
    else { return nil }
    var finding = Finding(moment, promise: wait.node.promise, queue: queue)
    let began = wait.node.began.time
    finding.number = moment.time.saturatingMinus(began)
      .saturatingMinus(graph.gate.closedTime(from: began, to: moment.time))
    for given in memory.work.givenUp.reversed() {
      guard given.moment.sequence > wait.node.began.sequence else { break }
      if given.stuckOn.contains(queue) { finding.add(given.timeout) }
    }
    guard
      finding.otherCount > 0
        || finding.number >= memory.settings.threshold(of: WaitBlocksQueue.self)
    else { return nil }
    (finding.site, finding.count) = (wait.node.site, behind)
    finding.cause = wait.node.began.sequence
    return finding
  }
}
