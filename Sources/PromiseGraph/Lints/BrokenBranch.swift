package import PromiseEvents

/// A link made a new value that nobody reads, and a later link hangs on the old one.
///
/// **Why.** Two chains from one promise where one was meant: the second gets the first promise's
/// value, not what the first link made of it, and does not wait for it.
///
/// **Told** when a `map`, a `then` or the like is freed as soon as it is fulfilled with a value,
/// unread, and a link for values was attached to the same promise after it, further down in the
/// same file. Not told of links that make no value, as `done` and `get` do, nor of values that are
/// read or kept: siblings are often meant.
///
/// **Fix.** Hang the later link on the one before, not on the original.
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
    "a link made a new value that nobody reads, and a later link hangs on the old one"
  package static let fix = "hang the later link on the one before, not on the original"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.deallocated]

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .deallocated(let promise, .settled, _) = event.kind, !graph.isRead(promise),
      graph.read(promise, { $0.creation.operation.makesValue }) == true,
      let node = graph[promise], node.isDeclared,
      node.settlement?.outcome == .fulfilled, node.settlement?.description.isEmpty == false,
      let parent = node.parent, let ordinal = node.ordinal, let site = node.creation.site,
      graph.isFreedAtOnce(promise),
      let next = graph.read(parent, { $0.handlers.first { $0.ordinal > ordinal } }) ?? nil,
      let later = graph[next.child]?.creation, let place = later.site, later.operation.readsValue,
      place.file == site.file, place.line > site.line
    else { return nil }
    var finding = Finding(Moment(event), promise: promise)
    finding.add(next.child)
    finding.add(parent)
    finding.cause = node.settled?.sequence
    return finding
  }

  package static func sentence(_ finding: Finding, in graph: Graph) -> String {
    guard finding.others.count == 2 else { return "" }
    let names = finding.others.map { graph.title(of: $0) }
    return "nobody reads what \(finding.name(in: graph)) made; \(names[0]) hangs on"
      + " \(names[1]), and gets the old value"
  }
}

extension PromiseEvent.Operation {
  /// Its handler makes a value of the one that came.
  var makesValue: Bool {
    switch self {
    case .then, .map, .compactMap, .thenResolving, .mapValues, .flatMapValues, .compactMapValues,
      .thenMap, .thenFlatMap, .filterValues, .sortedValues:
      true
    default: false
    }
  }

  /// Its handler gets a value.
  var readsValue: Bool { makesValue || self == .done || self == .get }
}
