package import PromiseEvents

/// A promise that was resolved again, which changes nothing.
///
/// **Why.** A callback fires twice, or two callbacks are meant to exclude each other and do not.
/// The second outcome is lost, even if it is an error. (Rule 1)
///
/// **Reported** whenever a settled or locked-in promise is resolved again, including by the `try`
/// forms. Not reported for a promise that `older-attempt-settles` reports, nor for the work of a
/// cancelled promise that ends.
///
/// **Fix.** Make sure that exactly one path resolves the promise, and only once.
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
  package static let summary = "a promise was resolved again, which changes nothing"
  package static let fix = "make sure that exactly one path resolves it, and only once"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.resolutionIgnored]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard case .resolutionIgnored(let promise, let site, let attempt) = event.kind,
      !memory.settledByOlder.contains(promise.rawValue)
    else { return nil }
    var finding = Finding(Moment(event), promise: promise)
    // What a cancelled promise was to settle with comes later.
    if site == nil, graph.read(promise, { $0.settlement?.outcome }) == .cancelled { return nil }
    if site == nil, graph[promise]?.creation.operation.has(.canComeFirst) == true { return nil }
    (finding.site, finding.attempt) = (site, attempt)
    let node = graph[promise]
    finding.cause = node?.settled?.sequence ?? node?.adoptedAt?.sequence
    return finding
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    guard let promise = finding.promise else { return "" }
    let name = finding.name(in: graph)
    let attempt = finding.attempt?.word(in: language) ?? language.text("resolved")
    let state = state(of: promise, finding, in: graph, language)
    return finding.site.map {
      language.text("\(name) cannot be \(attempt) at \($0): \(state)")
    } ?? language.text("\(name) cannot be \(attempt): \(state)")
  }

  /// Returns the state that the promise had when it was resolved again.
  private static func state(
    of promise: PromiseID, _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let number = finding.cause.map { language.text(" (event \($0))") } ?? ""
    guard let node = graph[promise] else { return language.text("it was already resolved") }
    if let settled = node.settled, settled.sequence < finding.moment.sequence,
      let outcome = node.settlement?.outcome
    {
      return language.text("it was already \(outcome.word(in: language))\(number)")
    }
    if let inner = node.adopted {
      return language.text("it is locked in to \(graph.title(of: inner))\(number)")
    }
    return language.text("it was already resolved\(number)")
  }
}
