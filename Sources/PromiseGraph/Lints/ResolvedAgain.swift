package import PromiseEvents

/// A promise that was resolved once more, which changes nothing.
///
/// **Why.** A callback fires twice, or two callbacks are meant to exclude each other and do not.
/// What came second is lost, an error too. (Rule 1)
///
/// **Told** whenever somebody resolves what is settled or locked in, the `try` forms included.
///
/// **Fix.** See to it that one path alone resolves the promise, and once.
///
/// ```swift
/// // wrong: an error is followed by a value
/// Promise<Data> { seal in
///   session.load(missing) { data, error in
///     if let error { seal.reject(error) }
///     seal.fulfill(data ?? Data())
///   }
/// }
/// .done { print($0) }.catch { print($0) }
/// // Prints "notFound"
/// // right
/// Promise<Data> { seal in
///   session.load(missing) { data, error in seal.resolve(data, error) }
/// }
/// .done { print($0) }.catch { print($0) }
/// // Prints "notFound"
/// ```
package enum ResolvedAgain: Lint {
  package static let id = "resolved-again"
  package static let severity = Severity.warning
  package static let summary = "a promise was resolved once more, which changes nothing"
  package static let fix = "see to it that one path alone resolves it, and once"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.resolutionIgnored]

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .resolutionIgnored(let promise, let site, let attempt) = event.kind else {
      return nil
    }
    var finding = Finding(Moment(event), promise: promise)
    if site == nil, graph[promise]?.creation.operation.canComeFirst == true { return nil }
    (finding.site, finding.attempt) = (site, attempt)
    let node = graph[promise]
    finding.cause = node?.settled?.sequence ?? node?.adoptedAt?.sequence
    return finding
  }

  package static func sentence(_ finding: Finding, in graph: Graph) -> String {
    guard let promise = finding.promise else { return "" }
    let attempt = finding.attempt?.rawValue ?? "resolved"
    let place = finding.site.map { ", at \($0)" } ?? ""
    return "\(finding.name(in: graph)) was to be \(attempt)\(place)"
      + (place.isEmpty ? " " : ", ") + "but \(state(of: promise, finding, in: graph))"
  }

  /// What it was when somebody resolved it once more.
  private static func state(of promise: PromiseID, _ finding: Finding, in graph: Graph) -> String {
    let number = finding.cause.map { " (event \($0))" } ?? ""
    guard let node = graph[promise] else { return "was resolved already" }
    if let settled = node.settled, settled.sequence < finding.moment.sequence,
      let outcome = node.settlement?.outcome
    {
      return "had been \(outcome.rawValue) already\(number)"
    }
    if let inner = node.adopted {
      return "is locked in to \(graph.title(of: inner))\(number)"
    }
    return "was resolved already\(number)"
  }
}
