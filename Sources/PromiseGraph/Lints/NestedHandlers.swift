package import PromiseEvents

/// Handlers inside handlers, three levels deep: a pyramid.
///
/// **Why.** The steps run to the right instead of down the page, and each level needs its own error
/// handling.
///
/// **Reported** when the innermost handler is attached, once for each line: it was created in a
/// handler that was created in a handler, each further down and further to the right in the same
/// file. Not reported for functions that call each other, nor for recursion.
///
/// **Threshold.** The depth: 3.
///
/// **Fix.** Return the inner promise, and attach the next link to the outer chain.
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
  package static let summary = "handlers are nested inside handlers, three deep: a pyramid"
  package static let fix = "return the inner promise and attach the next link to the outer chain"
  package static let threshold: Threshold? = .count(3, "how deep handlers are nested")
  package static let inJavaScript: ProgramWords? = .same
  package static let kinds: [PromiseEvent.Kind.Name]? = [.handlerAttached]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard case .handlerAttached(_, let child, _, _) = event.kind,
      let line = graph.read(child, { $0.line }), !memory.reportedNested.contains(line),
      // A further link of a chain that was reported.
      !memory.reportedNested.contains(graph.read(graph.parent(of: child), { $0.line }) ?? 0)
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

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let list = finding.list(in: graph, language)
    return language.text(
      "the handler of \(finding.name(in: graph)) is nested in those of \(list): \(finding.number) deep"
    )
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    if let line = graph.read(finding.promise, { $0.line }) {
      memory.reportedNested.insert(line)
    }
  }

  /// Returns the promise whose handler created `inner`, if that link is inside the source of the handler: in
  /// the same file, further down and further to the right.
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
