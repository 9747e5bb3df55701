package import PromiseEvents

/// A handler waits on the main queue, where nothing has ever run.
///
/// **Why.** This is the first problem that a server or a command-line tool meets: handlers run on
/// the main queue by default, and in such a program nothing runs that queue. (Rule 5)
///
/// **Reported** once, when a job has waited there longer than the threshold while nothing ever
/// started there, or still waits at the end. Not reported for other queues, nor after anything has
/// run on main, nor while the main thread waits for a promise: it cannot run main then.
///
/// **Threshold.** The time that the job has waited: 1 s.
///
/// **Fix.** Run the main queue, with `dispatchMain()` at the end of the program, or name another
/// queue: `on:` for one link, `conf.Q` for all.
///
/// ```swift
/// // wrong, in a program that does not run its main queue
/// login().done { token in print(token) }.cauterize()
/// // right
/// login().done(on: queue) { token in print(token) }.cauterize()
/// // Prints "tok_9"
/// ```
package enum MainQueueNotDrained: Lint {
  package static let id = "main-queue-not-drained"
  package static let severity = Severity.error
  package static let summary = "a handler waits on the main queue, where nothing has ever run"
  package static let fix =
    "run the main queue (dispatchMain()), or name another queue: on: or conf.Q"
  package static let threshold: Threshold? = .milliseconds(1000, "how long a job waits on main")
  package static let kinds: [PromiseEvent.Kind.Name]? = nil
  package static let effect = Consequences.Effect.lost

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard let finding = finding(memory.main, graph) else { return nil }
    let since = max(finding.number, memory.main.waitEnded)
    let waited = graph.time.saturatingMinus(since)
      .saturatingMinus(graph.gate.closedTime(from: since, to: graph.time))
    guard waited >= memory.settings.threshold(of: Self.self), !isBlocked(finding, graph) else {
      return nil
    }
    return finding
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    memory.main.isReported = true
  }

  package static func findings(atEnd graph: Graph, knowing memory: LintMemory) -> [Finding] {
    finding(memory.main, graph).flatMap { isBlocked($0, graph) ? nil : [$0] } ?? []
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let name =
      finding.promise.map { graph.handlerTitle(of: $0, language) }
      ?? language.text("a job")
    return language.text(
      "\(name) has been waiting on main since \(milliseconds(finding.number)) ms; nothing has ever run there"
    )
  }

  /// Returns whether a thread that waits keeps main from running.
  private static func isBlocked(_ finding: Finding, _ graph: Graph) -> Bool {
    finding.queue.flatMap { graph.wait(blocking: $0) } != nil
  }

  private static func finding(_ watch: MainWatch, _ graph: Graph) -> Finding? {
    guard let enqueued = watch.enqueued, !watch.hasRun, !watch.isReported else { return nil }
    let moment = Moment(sequence: graph.sequence, time: graph.time)
    var finding = Finding(moment, promise: watch.child, queue: watch.queue)
    finding.cause = enqueued.sequence
    finding.number = enqueued.time
    return finding
  }
}

/// What is remembered of the main queue: the first job that waits there.
struct MainWatch: Hashable, Sendable {
  private(set) var queue: QueueID?
  private(set) var enqueued: Moment?
  private(set) var child: PromiseID?
  /// Whether anything has run there.
  private(set) var hasRun = false
  /// When the last wait on the main thread ended.
  private(set) var waitEnded: Int64 = 0
  /// Whether the warning was reported.
  var isReported = false
  /// How many gaps there were.
  private var gaps = 0

  /// Processes the next event, before the lints inspect it.
  mutating func watch(_ event: PromiseEvent, in graph: Graph) {
    guard !hasRun else { return }
    if gaps != graph.gaps { (gaps, enqueued) = (graph.gaps, nil) }
    if case .queueDeclared(let queue, "main", _, _) = event.kind { self.queue = queue }
    if case .jobStarted(_, _, queue) = event.kind { hasRun = true }
    if case .waitEnded(_, let waited, _, _) = event.kind,
      waited == queue || graph.isMainThread(event.thread)
    {
      waitEnded = event.time
    }
    // The gate holds a job when its queue is ready to run it.
    if case .gateChanged(let change) = event.kind, change.action == .held,
      let job = change.job, graph.jobTable.read(job.rawValue, { $0.queue }) == queue
    {
      hasRun = true
    }
    if enqueued == nil, case .jobEnqueued(let job, let child, queue, _) = event.kind,
      graph.jobTable.read(job.rawValue, { $0.enqueued?.sequence == event.sequence && $0.isWaiting })
        == true
    {
      (enqueued, self.child) = (Moment(event), child)
    }
  }
}
