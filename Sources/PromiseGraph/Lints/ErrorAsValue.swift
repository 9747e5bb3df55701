package import PromiseEvents

/// A promise that was fulfilled with an error: the chain continues as if nothing had failed.
///
/// **Why.** No `catch` ever sees the error: the value handlers receive it and have to check for it.
///
/// **Reported** when a promise is fulfilled with a value whose type is an error type, where that
/// value arises; not again for the links that pass it on. Not reported for a `Result`, which states
/// that it may be either, nor where a handler was given an error, or an async function awaited one: to
/// continue with it is a choice.
///
/// **Fix.** Reject with the error, or throw it.
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
    "a promise was fulfilled with an error: the chain continues as if nothing had failed"
  package static let fix = "reject with the error, or throw it"
  package static let inJavaScript: ProgramWords? = .same
  package static let kinds: [PromiseEvent.Kind.Name]? = [.settled]
  package static let effect = Consequences.Effect.changed

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .settled(let settlement) = event.kind, settlement.oddity == .errorAsValue,
      settlement.from == nil
    else { return nil }
    let awaited = graph.read(settlement.promise) { $0.awaited.map(\.promise) } ?? []
    let sources = awaited + [graph.parent(of: settlement.promise)].compactMap { $0 }
    let wasGiven = sources.contains { source in
      graph.read(source) {
        $0.settlement?.oddity == .errorAsValue || $0.settlement?.outcome == .rejected
      }
        ?? false
    }
    return wasGiven ? nil : Finding(Moment(event), promise: settlement.promise)
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    guard let promise = finding.promise else { return "" }
    let text = graph[promise]?.settlement?.description ?? ""
    let name = finding.name(in: graph)
    return text.isEmpty
      ? language.text("\(name) is fulfilled with an error")
      : language.text("\(name) is fulfilled with an error: \(text)")
  }
}
