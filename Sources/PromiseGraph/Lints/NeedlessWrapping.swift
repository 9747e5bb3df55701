package import PromiseEvents

/// A promise that is settled by the handlers of another one that its own body made.
///
/// **Why.** The wrapping adds nothing, and every path that it forgets is lost: a `catch` without
/// cancellations leaves the outer promise pending for ever.
///
/// **Told** when the body's promise is settled from a handler that was attached inside that body to
/// a promise that can fail. Not told of callbacks that are no promises, nor where the inner one is
/// a guarantee, as a timer is.
///
/// **Fix.** Return the inner promise itself, with `map` or `then` where the value is another one.
///
/// ```swift
/// // wrong
/// let wrapped = Promise<Int> { seal in
///   load(id).done { seal.fulfill(parse($0)) }.catch { seal.reject($0) }
/// }
/// wrapped.done { print($0) }.cauterize()
/// // Prints "2"
/// // right
/// let parsed = load(id).map { parse($0) }
/// parsed.done { print($0) }.cauterize()
/// // Prints "2"
/// ```
package enum NeedlessWrapping: Lint {
  package static let id = "needless-wrapping"
  package static let severity = Severity.advice
  package static let summary =
    "a promise is settled by the handlers of another one that its own body made"
  package static let fix = "return the inner promise itself: no new one is needed"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.settled]

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .settled(let settlement) = event.kind, settlement.from == nil,
      let body = graph.read(
        settlement.promise, { ($0.creation.operation, $0.bodyStarted, $0.bodyEnded, $0.job) }),
      body.0 == .body,
      let handler = graph.innermostJob(on: event.thread).flatMap({
        graph.jobTable.read($0.rawValue) { $0.child } ?? nil
      }),
      let inner = graph.parent(of: handler), let other = graph[inner],
      !other.creation.isGuarantee, let made = graph[handler]?.created,
      isInside(made, settlement.promise, body.1, body.2, body.3, graph)
    else { return nil }
    var finding = Finding(Moment(event), promise: settlement.promise)
    finding.add(inner)
    finding.cause = other.settled?.sequence
    return finding
  }

  package static func sentence(_ finding: Finding, in graph: Graph) -> String {
    "\(finding.name(in: graph)) does nothing but pass on what"
      + " \(finding.words(in: graph)) comes to, which its own body made"
  }

  /// Whether a moment lies between the beginning and the end of a body, on its thread.
  private static func isInside(
    _ moment: Moment, _ promise: PromiseID, _ began: Moment?, _ ended: Moment?, _ job: JobID?,
    _ graph: Graph
  ) -> Bool {
    if let job, graph[promise]?.bodyStarted == nil {
      guard let node = graph.job(job), let began = node.started else { return false }
      return began.sequence < moment.sequence && began.thread == moment.thread
        && moment.sequence < node.ended?.sequence ?? .max
    }
    guard let began else { return false }
    return began.sequence < moment.sequence && began.thread == moment.thread
      && moment.sequence < ended?.sequence ?? .max
  }
}
