package import PromiseEvents

/// Handlers that stand inside handlers, three deep: a pyramid.
///
/// **Why.** The order of the steps runs to the right instead of down, and each level needs its own
/// error handling.
///
/// **Told** when the innermost handler is attached, once for each line: it was made in a handler
/// that was made in a handler, each further down and further to the right in the same file. Not
/// told of functions that call each other, nor of recursion.
///
/// **Threshold.** how deep: 3.
///
/// **Fix.** Return the inner promise, and hang the next link on the outer chain.
///
/// ```swift
/// // wrong
/// login().done { token in
///   fetch(token).done { items in
///     save("items").done { _ in
///       print(items)
///     }.cauterize()
///   }.cauterize()
/// }.cauterize()
/// // Prints "[1, 2, 3]"
/// // right
/// login().then { token in fetch(token) }
///   .then { items in save("items").map { _ in items } }
///   .done { items in print(items) }.cauterize()
/// // Prints "[1, 2, 3]"
/// ```
package enum NestedHandlers: Lint {
  package static let id = "nested-handlers"
  package static let severity = Severity.advice
  package static let summary = "handlers stand inside handlers, three deep: a pyramid"
  package static let fix = "return the inner promise and hang the next link on the outer chain"
  package static let threshold: Threshold? = .count(3, "how deep handlers stand inside handlers")
  package static let kinds: [PromiseEvent.Kind.Name]? = [.handlerAttached]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard case .handlerAttached(_, let child, _, _) = event.kind,
      let line = graph.read(child, { $0.line }), !memory.toldNested.contains(line)
    else { return nil }
    let limit = Int(clamping: memory.settings.threshold(of: Self.self))
    var around: [PromiseID] = []
    var inner = child
    while around.count < limit, let outer = handler(around: inner, in: graph) {
      around.append(outer)
      inner = outer
    }
    guard around.count == limit - 1 else { return nil }
    var finding = Finding(Moment(event), promise: child)
    for outer in around { finding.add(outer) }
    finding.number = Int64(limit)
    return finding
  }

  package static func sentence(_ finding: Finding, in graph: Graph) -> String {
    "the handler of \(finding.name(in: graph)) stands inside those of"
      + " \(finding.words(in: graph)): \(finding.number) deep"
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    if let line = graph.read(finding.promise, { $0.line }) {
      memory.toldNested.insert(line)
    }
  }

  /// The promise whose handler made `inner`, where that link stands in the text of that handler: in the
  /// same file, further down and further to the right.
  private static func handler(around inner: PromiseID, in graph: Graph) -> PromiseID? {
    guard let node = graph.read(inner, { ($0.createdIn, $0.creation.site) }), let job = node.0,
      let outer = graph.jobTable.read(job.rawValue, { $0.child }) ?? nil,
      let site = node.1, let other = graph.read(outer, { $0.creation.site }) ?? nil,
      graph.parent(of: outer) != nil, site.file == other.file, site.line > other.line,
      site.column > other.column
    else { return nil }
    return outer
  }
}
