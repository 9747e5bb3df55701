package import PromiseEvents

/// An input was rejected after its fan-in had settled, and nothing else reads it.
///
/// **Why.** The second failure of an `all`, or the failure of a race's loser, is never reported.
/// (Rule 8)
///
/// **Reported** when the fan-in ignores the rejection of an input that has no other reader. Not
/// reported for `race(fulfilled:)`, which is meant to ignore rejections, nor for a race against a timer,
/// which rejects to signal a timeout, nor for cancellations.
///
/// **Fix.** Handle each input's error itself, or use `when(resolved:)`, which keeps all of them.
///
/// ```swift
/// // wrong: both fail, and the second error is lost
/// when(fulfilled: [load(404), load(405)]).done { print($0) }.catch { print($0) }
/// // Prints "no page 404"
/// // right
/// when(resolved: [load(404), load(405)]).done { results in
///   for case .failure(let error) in results { print(error) }
/// }
/// // Prints "no page 404"
/// // Prints "no page 405"
/// ```
package enum RejectionLost: Lint {
  package static let id = "rejection-lost"
  package static let severity = Severity.warning
  package static let summary =
    "an input was rejected after its fan-in had settled, and nothing else reads it"
  package static let fix = "handle each input's error itself, or use when(resolved:)"
  package static let inJavaScript: ProgramWords? = ProgramWords(
    fix: "handle each input's error itself, or use Promise.allSettled")
  package static let kinds: [PromiseEvent.Kind.Name]? = [.inputIgnored]
  package static let effect = Consequences.Effect.lost

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .inputIgnored(let fanIn, _, let input, .rejected) = event.kind,
      let operation = graph.read(fanIn, { $0.creation.operation }), operation != .any,
      !graph.wasCancelled(input),
      graph.read(input, { $0.children.count == 1 && $0.adoptedBy.isEmpty }) ?? false,
      operation != .race || graph.timerRoot(of: input) == nil && !graph.isTimerError(input)
    else { return nil }
    var finding = Finding(Moment(event), promise: input)
    finding.add(fanIn)
    finding.cause = graph.read(fanIn) { $0.settled?.sequence } ?? nil
    return finding
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    guard let promise = finding.promise else { return "" }
    let text = graph[promise]?.settlement?.description ?? ""
    let (name, list) = (finding.name(in: graph), finding.list(in: graph, language))
    return text.isEmpty
      ? language.text("the error of \(name) is lost: \(list) had already settled")
      : language.text("the error of \(name), \(text), is lost: \(list) had already settled")
  }
}
