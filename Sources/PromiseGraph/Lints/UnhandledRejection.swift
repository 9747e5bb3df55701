package import PromiseEvents

/// An error that nobody handled: the last promise that it reached is gone.
///
/// **Why.** The error is lost. What should have followed did not, and nobody was told.
///
/// **Told** when the last promise that the error reached is freed, not by a timer: a handler that
/// comes late is no false alarm. Not told where any branch handles it, nor of a cancellation, nor
/// behind a `cauterize()`, which says that it is meant.
///
/// **Fix.** End the chain with `catch`, or go on with `recover`.
///
/// ```swift
/// // wrong: the login fails, and nothing says so
/// _ = login("bob").done { token in print(token) }
/// // Prints nothing
/// // right
/// login("bob").done { token in print(token) }.catch { error in print(error) }
/// // Prints "wrongPassword"
/// ```
package enum UnhandledRejection: Lint {
  package static let id = "unhandled-rejection"
  package static let severity = Severity.error
  package static let summary =
    "an error that nobody handled: the last promise that it reached is gone"
  package static let fix = "end the chain with catch or recover"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.errorUnhandled]

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .errorUnhandled(let promise, let origin, _) = event.kind else { return nil }
    var finding = Finding(Moment(event), promise: promise)
    finding.cause = graph[origin]?.settled?.sequence
    if origin != promise { finding.add(origin) }
    return finding
  }

  package static func sentence(_ finding: Finding, in graph: Graph) -> String {
    guard let promise = finding.promise else { return "" }
    let error = (finding.others.first ?? promise, graph[finding.others.first ?? promise])
    let text = graph[promise]?.settlement?.description ?? error.1?.settlement?.description ?? ""
    return "nobody handled the error of \(finding.name(in: graph))"
      + (text.isEmpty ? "" : ": \(text)")
      + (finding.others.isEmpty ? "" : ", which arose in \(finding.words(in: graph))")
  }
}
