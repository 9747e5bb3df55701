package import PromiseEvents

/// A promise whose body creates another promise and settles with that promise's outcome.
///
/// **Why.** The wrapper adds nothing, and every path that it forgets is lost: a `catch` without
/// cancellations leaves the outer promise pending forever.
///
/// **Reported** when the body's promise is settled by a handler that was attached inside that body
/// to a promise that can fail. Not reported for callbacks that are not promises, if the inner
/// promise is a guarantee, such as a timer, nor if the body begins another chain as well.
///
/// **Fix.** Return the inner promise itself, with `map` or `then` if the value is different, or
/// `detached()` of it if the wrapper must stay out of the inner promise's context.
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
    "a promise only passes on the outcome of a promise that its own body created"
  package static let fix = "return the inner promise itself, or detached() to leave its context"
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
      isInside(made, settlement.promise, body.1, body.2, body.3, graph),
      isOnlyWork(inner, of: settlement.promise, body.1, body.2, body.3, graph)
    else { return nil }
    var finding = Finding(Moment(event), promise: settlement.promise)
    finding.add(inner)
    finding.cause = other.settled?.sequence
    return finding
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let list = finding.list(in: graph, language)
    return language.text(
      "\(finding.name(in: graph)) only passes on the outcome of \(list), which its own body created"
    )
  }

  /// Returns whether the body began no other chain than that of `inner`, such as a timer.
  private static func isOnlyWork(
    _ inner: PromiseID, of promise: PromiseID, _ began: Moment?, _ ended: Moment?, _ job: JobID?,
    _ graph: Graph
  ) -> Bool {
    let root = graph.beginning(of: inner)
    return (1...mostWork).allSatisfy { offset in
      let other = PromiseID(promise.rawValue.saturatingPlus(offset))
      guard other != root, let node = graph[other], node.isDeclared,
        node.creation.parents.isEmpty, !node.children.isEmpty
      else { return true }
      return !isInside(node.created, promise, began, ended, job, graph)
    }
  }

  /// How many of the promises that were created next are looked at.
  private static var mostWork: Int { 16 }

  /// Returns whether a moment is between the start and the end of a body, on its thread.
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
