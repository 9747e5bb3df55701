package import PromiseEvents

/// A promise that was fulfilled with an error: the chain goes on as if nothing had failed.
///
/// **Why.** No `catch` ever sees it: the handlers for values get it, and have to look.
///
/// **Told** when a promise is fulfilled with a value whose type is an error's, where that value
/// arises; not again for the links that pass it on. Not told of a `Result`, which says that it may
/// be either.
///
/// **Fix.** Reject with it, or throw it.
///
/// ```swift
/// // wrong
/// let answer = Promise<any Error & Sendable> { seal in seal.fulfill(FetchError.notFound) }
/// answer.done { print("done:", $0) }.catch { print("catch:", $0) }
/// // Prints "done: notFound"
/// // right
/// let failure = Promise<Page> { seal in seal.reject(FetchError.notFound) }
/// failure.done { print("done:", $0) }.catch { print("catch:", $0) }
/// // Prints "catch: notFound"
/// ```
package enum ErrorAsValue: Lint {
  package static let id = "error-as-value"
  package static let severity = Severity.warning
  package static let summary =
    "a promise was fulfilled with an error: the chain goes on as if nothing had failed"
  package static let fix = "reject with it, or throw it"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.settled]

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .settled(let settlement) = event.kind, settlement.oddity == .errorAsValue,
      settlement.from == nil
    else { return nil }
    let parent = graph.parent(of: settlement.promise)
    let wasOne = graph.read(parent) { $0.settlement?.oddity == .errorAsValue } ?? false
    return wasOne ? nil : Finding(Moment(event), promise: settlement.promise)
  }

  package static func sentence(_ finding: Finding, in graph: Graph) -> String {
    guard let promise = finding.promise else { return "" }
    let text = graph[promise]?.settlement?.description ?? ""
    return "\(finding.name(in: graph)) is fulfilled, with an error"
      + (text.isEmpty ? "" : ": \(text)")
  }
}
