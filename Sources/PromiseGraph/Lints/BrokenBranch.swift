package import PromiseEvents

/// A link made a new value that nothing reads, and a later link is attached to the old promise.
///
/// **Why.** Two chains start from one promise where one chain was meant: the second gets the first
/// promise's value, not what the first link made of it, and does not wait for it.
///
/// **Reported** when a `map`, a `then` or the like is freed as soon as it is fulfilled with a
/// value, unread, and a link for values was attached to the same promise after it, further down in
/// the same file. Not reported for links that make no value, such as `done` and `get`, nor for
/// values that are read or kept: siblings are often intended.
///
/// **Fix.** Attach the later link to the earlier link, not to the original promise.
///
/// ```swift
/// // wrong: the second is given the token, not the items
/// let opened = login()
/// _ = opened.then { token in fetch(token) }
/// opened.done { items in print(items) }.cauterize()
/// // Prints "tok_9"
/// // right
/// login().then { token in fetch(token) }.done { items in print(items) }.cauterize()
/// // Prints "[1, 2, 3]"
/// ```
package enum BrokenBranch: Lint {
  package static let id = "broken-branch"
  package static let severity = Severity.warning
  package static let summary =
    "a link made a new value that nothing reads, and a later link uses the old one"
  package static let fix = "attach the later link to the earlier link, not to the original promise"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.deallocated]
  package static let effect = Consequences.Effect.changed

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .deallocated(let promise, .settled, _) = event.kind, !graph.isRead(promise),
      graph.read(promise, { $0.creation.operation.has(.makesValue) }) == true,
      let node = graph[promise], node.isDeclared,
      node.settlement?.outcome == .fulfilled, node.settlement?.description.isEmpty == false,
      let parent = node.parent, let ordinal = node.ordinal, let site = node.creation.site,
      graph.isFreedAtOnce(promise),
      let next = graph.read(parent, { $0.handlers.first { $0.ordinal > ordinal } }) ?? nil,
      let later = graph[next.child]?.creation, let place = later.site,
      later.operation.has(.readsValue),
      place.file == site.file, place.line > site.line
    else { return nil }
    var finding = Finding(Moment(event), promise: promise)
    finding.add(next.child)
    finding.add(parent)
    finding.cause = node.settled?.sequence
    return finding
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    guard finding.others.count == 2 else { return "" }
    let names = finding.others.map { graph.title(of: $0) }
    return language.text(
      "nothing reads the value of \(finding.name(in: graph)); \(names[0]) is attached to \(names[1]) and gets the old value"
    )
  }
}
