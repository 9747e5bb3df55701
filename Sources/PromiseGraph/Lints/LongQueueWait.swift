package import PromiseEvents

/// A job that waited a long time in its queue before it started.
///
/// **Why.** The queue has more work than it can do in time: every job on it is late.
///
/// **Reported** when such a job starts, once for each queue, and again each time the wait is
/// longer by half. Not reported for a handler that waits for a promise or a timer: that is not a wait in a
/// queue. The time in which `wait-blocks-queue` reports a wait on that queue is not counted.
///
/// **Threshold.** The time that the job waited: 100 ms.
///
/// **Fix.** Keep long work off that queue, or give it a queue of its own.
///
/// ```swift
/// // wrong: the second waits for all of the first
/// _ = queue.async(.promise) { print("digest:", digest(data)) }
/// _ = queue.async(.promise) { print("quick") }
/// // Prints "digest: 3"
/// // Prints "quick"
/// // right
/// _ = DispatchQueue.global().async(.promise) { print("digest:", digest(data)) }
/// _ = queue.async(.promise) { print("quick") }
/// // Prints "quick"
/// // Prints "digest: 3"
/// ```
package enum LongQueueWait: Lint {
  package static let id = "long-queue-wait"
  package static let severity = Severity.warning
  package static let summary = "a job waited a long time in its queue before it started"
  package static let fix = "keep long work off that queue, or give it a queue of its own"
  package static let threshold: Threshold? = .milliseconds(100, "how long a job waits in its queue")
  package static let inJavaScript: ProgramWords? = ProgramWords(
    fix: "keep each job short: the event loop runs one at a time")
  package static let kinds: [PromiseEvent.Kind.Name]? = [.jobStarted]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard case .jobStarted(let job, _, let queue) = event.kind,
      let node = graph.job(job), node.started?.sequence == event.sequence,
      let enqueued = node.enqueued, let whole = graph.openWait(of: node)
    else { return nil }
    let blocked = memory.work.blockedTime(of: queue, from: enqueued.time, to: event.time)
    let waited = whole.saturatingMinus(blocked)
    guard waited > memory.settings.threshold(of: Self.self) else { return nil }
    let reported = memory.reportedWaits[queue].map { $0.saturatingPlus($0 / 2) } ?? 0
    guard waited > reported else { return nil }
    // In JavaScript, a job without a promise is a callback, of the program or of Node.js, and its place is not known.
    guard node.child != nil || graph.programLanguage == .swift else { return nil }
    var finding = Finding(Moment(event), promise: node.child, queue: queue)
    finding.cause = node.enqueued?.sequence
    finding.number = waited
    return finding
  }

  /// It is a symptom: what delayed the job is reported before it, if that is known.
  package static func victims(of finding: Finding, in graph: Graph) -> [Harm] {
    guard let queue = finding.queue, let cause = finding.cause else { return [] }
    return [.queue(queue, during: cause...max(cause, finding.moment.sequence))]
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let name =
      finding.promise.map { graph.handlerTitle(of: $0, language) } ?? language.text("a job")
    let queue = graph.queueName(finding.queue, language)
    return language.text(
      "\(name) waited \(milliseconds(finding.number)) ms in queue \(queue) before it started")
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    if let queue = finding.queue { memory.reportedWaits[queue] = finding.number }
  }
}
