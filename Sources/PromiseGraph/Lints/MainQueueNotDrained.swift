package import PromiseKitLite

/// A handler waits on the main queue, and nothing has ever run there.
///
/// **Why.** The first thing that a server or a command line tool meets: handlers run on the main
/// queue by default, and nobody runs that. (Rule 5)
///
/// **Told** when a job has waited there so long while nothing ever began there, or waits still at
/// the end. Once. Not told of other queues, nor once anything has run on main.
///
/// **Threshold.** how long the job has waited: 1 s.
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
  package static let summary = "a handler waits on the main queue, and nothing has ever run there"
  package static let fix =
    "run the main queue (dispatchMain()), or name another queue: on: or conf.Q"
  package static let threshold: Threshold? = .milliseconds(1000, "how long a job waits on main")
  package static let kinds: [PromiseEvent.Kind.Name]? = nil

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard !graph.mainWatch.isTold, let finding = finding(graph.mainWatch, graph),
      let waits = graph.mainWatch.enqueued,
      graph.time.saturatingMinus(waits.time) >= graph.lints.threshold(of: Self.self)
    else { return nil }
    return finding
  }

  package static func remember(_ finding: Finding, in graph: inout Graph) {
    graph.mainWatch.isTold = true
  }

  package static func findings(atEnd graph: Graph) -> [Finding] {
    graph.mainWatch.isTold ? [] : finding(graph.mainWatch, graph).map { [$0] } ?? []
  }

  package static func sentence(_ finding: Finding, in graph: Graph) -> String {
    let name =
      finding.promise.map { "the handler of \(graph.title(of: $0))" } ?? "a job"
    let since = graph.mainWatch.since(finding.cause).map { " since \(milliseconds($0)) ms" } ?? ""
    return "\(name) waits on main\(since), and nothing has ever run there"
  }

  private static func finding(_ watch: MainWatch, _ graph: Graph) -> Finding? {
    guard let enqueued = watch.enqueued, !watch.hasRun else { return nil }
    let moment = Moment(sequence: graph.sequence, time: graph.time)
    var finding = Finding(moment, promise: watch.child, queue: watch.queue)
    finding.cause = enqueued.sequence
    return finding
  }
}

/// What the graph remembers of the main queue: the first job that waits there.
struct MainWatch: Hashable, Sendable {
  var queue: QueueID?
  var enqueued: Moment?
  var child: PromiseID?
  /// Something has run there.
  var hasRun = false
  /// It has been told that nothing does.
  var isTold = false

  /// A job was put on the queue.
  mutating func enqueue(_ job: JobNode, at moment: Moment) {
    guard !hasRun, enqueued == nil, job.queue == queue else { return }
    enqueued = moment
    child = job.child
  }

  /// A job has begun.
  mutating func start(on queue: QueueID) {
    if queue == self.queue { hasRun = true }
  }

  /// The time of the event of that number, if that was when the job was enqueued.
  func since(_ sequence: Int?) -> Int64? {
    enqueued.flatMap { $0.sequence == sequence ? $0.time : nil }
  }
}
