package import PromiseKitLite

/// A promise that was freed while it was pending: it never settles, nor does what waits for it.
///
/// **Why.** Its resolver was dropped on some path without being called. What hangs on it never
/// runs, not even an `ensure`.
///
/// **Told** when it is freed. Not told of a promise whose place passed to another one by adoption.
///
/// **Fix.** Resolve it on every path, errors included.
///
/// ```swift
/// // wrong: without data nobody resolves
/// _ = Promise<Data> { seal in
///   session.load(url) { data, _ in if let data { seal.fulfill(data) } }
/// }
/// // right
/// _ = Promise<Data> { seal in
///   session.load(url) { data, error in seal.resolve(data, error) }
/// }
/// ```
package enum FreedWhilePending: Lint {
  package static let id = "freed-while-pending"
  package static let severity = Severity.error
  package static let summary = "a promise was freed while it was pending: it never settles"
  package static let fix = "resolve it on every path, errors included"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.deallocated]

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .deallocated(let promise, .pending, let waiting) = event.kind else { return nil }
    var finding = Finding(Moment(event), promise: promise)
    finding.cause = graph[promise].flatMap { $0.isDeclared ? $0.created.sequence : nil }
    for promise in waiting { finding.add(promise) }
    return finding
  }

  package static func sentence(_ finding: Finding, in graph: Graph) -> String {
    guard let promise = finding.promise else { return "" }
    return "\(LinearReport.name(promise, in: graph)) was freed while pending"
      + (finding.others.isEmpty ? "" : "; for ever waits \(finding.words(in: graph))")
  }
}
