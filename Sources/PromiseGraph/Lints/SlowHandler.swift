package import PromiseEvents

/// A handler that kept main busy for a long time, or another queue for a very long time.
///
/// **Why.** Nothing else runs on a serial queue meanwhile; on main the user interface freezes.
///
/// **Reported** when the job ends. Not reported for work on other queues that takes less than ten
/// times the threshold, nor on queues that run several jobs at the same time. The time in which
/// `wait-blocks-queue` reports a wait on that queue is not counted.
///
/// **Threshold.** The time that a job takes on main: 100 ms; ten times that on other queues.
///
/// **Fix.** Run it on another queue, `on: .global()`, or in smaller parts.
///
/// ```swift
/// // wrong
/// download(url).map { data in digest(data) }.done { print($0) }.cauterize()
/// // Prints "3"
/// // right
/// download(url).map(on: .global()) { data in digest(data) }.done { print($0) }.cauterize()
/// // Prints "3"
/// ```
package enum SlowHandler: Lint {
  package static let id = "slow-handler"
  package static let severity = Severity.warning
  package static let summary =
    "a handler kept main busy for a long time, or another queue for a very long time"
  package static let fix = "run it on another queue (on: .global()), or in smaller parts"
  package static let threshold: Threshold? = .milliseconds(
    100, "how long a job takes on main; ten times that elsewhere")
  package static let inJavaScript: ProgramWords? = ProgramWords(
    summary: "a handler kept the event loop busy for a long time",
    fix: "run it in a worker thread, or in smaller parts")
  package static let kinds: [PromiseEvent.Kind.Name]? = [.jobEnded]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    let limit = memory.settings.threshold(of: Self.self)
    guard case .jobEnded(let job, _, _, _) = event.kind,
      let node = graph.job(job), node.ended?.sequence == event.sequence,
      let started = node.started, let whole = node.ran
    else { return nil }
    let blocked = memory.work.blockedTime(of: node.queue, from: started.time, to: event.time)
    // A job runs while the gate is closed, but waits for what the gate holds.
    let held = graph.waits(of: job).reduce(0) {
      $0 + graph.gate.closedTime(from: $1.began.time, to: $1.ended?.time ?? $1.began.time)
    }
    let ran = whole.saturatingMinus(max(blocked, held))
    // Every job of a program in JavaScript runs on the thread of its event loop.
    let isMain = graph.queueLabel(node.queue) == "main" || graph.programLanguage != .swift
    guard ran > (isMain ? limit : limit.saturatingTimes(10)) else { return nil }
    // A job that runs inside another one is counted with that one; a queue that runs several jobs is not kept busy.
    if graph.queueKind(node.queue) == .immediate {
      if graph.innermostJob(on: event.thread) != nil { return nil }
    } else if !isMain, !graph.isSerial(node.queue) {
      return nil
    }
    var finding = Finding(Moment(event), promise: node.child, queue: node.queue)
    finding.cause = node.started?.sequence
    finding.number = ran
    finding.text = node.label
    return finding
  }

  package static func consequences(
    of finding: Finding, in graph: Graph, knowing memory: LintMemory
  ) -> Consequences {
    guard let queue = finding.queue, let cause = finding.cause, graph.isSerial(queue)
    else { return Consequences(.delayed) }
    let during = cause...max(cause, finding.moment.sequence)
    return Consequences(.delayed, harm: [.queue(queue, during: during)])
  }

  /// A job that takes long because its queue was blocked meanwhile, by a wait in it.
  package static func victims(of finding: Finding, in graph: Graph) -> [Harm] {
    guard let queue = finding.queue, let cause = finding.cause else { return [] }
    return [.queue(queue, during: cause...max(cause, finding.moment.sequence))]
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let name =
      finding.promise.map { graph.handlerTitle(of: $0, language) }
      ?? finding.text.map { language.text("the job \($0)") } ?? language.text("a job")
    let queue = graph.queueName(finding.queue, language)
    return language.text("\(name) kept \(queue) busy for \(milliseconds(finding.number)) ms")
  }
}
