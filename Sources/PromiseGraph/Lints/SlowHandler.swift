package import PromiseEvents

/// A handler that kept main busy for long, or another queue for very long.
///
/// **Why.** Nothing else runs on a serial queue meanwhile; on main the screen stands still.
///
/// **Told** when the job ends. Not told of work on other queues that takes less than ten times the
/// threshold.
///
/// **Threshold.** how long a job takes on main: 100 ms; on other queues ten times that.
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
  package static let summary = "a handler kept main busy for long, or another queue for very long"
  package static let fix = "run it elsewhere: on: .global(), or in smaller parts"
  package static let threshold: Threshold? = .milliseconds(
    100, "how long a job takes on main; elsewhere ten times that")
  package static let kinds: [PromiseEvent.Kind.Name]? = [.jobEnded]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    let limit = memory.settings.threshold(of: Self.self)
    guard case .jobEnded(let job, _, _, _) = event.kind,
      let ran = graph.jobTable.read(job.rawValue, { $0.ran }) ?? nil, ran > limit,
      let node = graph.job(job), node.ended?.sequence == event.sequence
    else { return nil }
    let isMain = graph.queueLabel(node.queue) == "main"
    guard ran > (isMain ? limit : limit.saturatingTimes(10)) else { return nil }
    // What runs inside another job is told with that one.
    if graph.queueKind(node.queue) == .immediate, graph.innermostJob(on: event.thread) != nil {
      return nil
    }
    var finding = Finding(Moment(event), promise: node.child, queue: node.queue)
    finding.cause = node.started?.sequence
    finding.number = ran
    finding.text = node.label
    return finding
  }

  package static func sentence(_ finding: Finding, in graph: Graph) -> String {
    let name =
      finding.promise.map { "the handler of \(graph.title(of: $0))" }
      ?? finding.text.map { "the job \($0)" } ?? "a job"
    return "\(name) kept \(graph.queueName(finding.queue)) busy for"
      + " \(milliseconds(finding.number)) ms"
  }
}
