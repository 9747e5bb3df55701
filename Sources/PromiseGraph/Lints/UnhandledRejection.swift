package import PromiseEvents

/// An error without a handler: the last promise that it reached is freed.
///
/// **Why.** The error is lost. What should have followed did not happen, and nothing reported it.
///
/// **Reported** when the last promise that the error reached is freed, not by a timer: a handler
/// attached late causes no false alarm. In JavaScript, when the event loop goes on, and no longer once a
/// handler has handled it after all. Not reported if any branch handles it, nor for a
/// cancellation, nor after a `cauterize()`, which states that it is intended.
///
/// **Fix.** End the chain with `catch`, or continue with `recover`.
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
  package static let summary = "an error has no handler: the last promise that it reached is freed"
  package static let fix = "end the chain with catch or recover"
  package static let inJavaScript: ProgramWords? = ProgramWords(
    summary: "an error has no handler when the event loop goes on",
    fix: "end the chain with .catch, or await it in try and catch")
  package static let kinds: [PromiseEvent.Kind.Name]? = [.errorUnhandled]
  package static let effect = Consequences.Effect.lost

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .errorUnhandled(let promise, let origin, _) = event.kind else { return nil }
    var finding = Finding(Moment(event), promise: promise)
    finding.cause = graph[origin]?.settled?.sequence
    if origin != promise { finding.add(origin) }
    return finding
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    guard graph.programLanguage != .swift, let promise = finding.promise else { return }
    memory.reportedUnhandled.insert(promise.rawValue)
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    guard let promise = finding.promise else { return "" }
    let origin = finding.others.first
    let text =
      graph[promise]?.settlement?.description
      ?? origin.flatMap { graph[$0]?.settlement?.description } ?? ""
    let (name, list) = (finding.name(in: graph), finding.list(in: graph, language))
    return switch (text.isEmpty, origin == nil) {
    case (true, true): language.text("the error of \(name) was not handled")
    case (true, false): language.text("the error of \(name), from \(list), was not handled")
    case (false, true): language.text("the error of \(name) was not handled: \(text)")
    case (false, false):
      language.text("the error of \(name), from \(list), was not handled: \(text)")
    }
  }
}
