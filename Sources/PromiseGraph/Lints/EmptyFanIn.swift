package import PromiseEvents

/// A race or an any without inputs: it fails, because no input can win.
///
/// **Why.** An empty list is seldom intended. In other libraries a race of nothing stays pending
/// forever. (Rule 8)
///
/// **Reported** when a race, or a fan-in that waits for the first fulfilled input, settles without any
/// input. Not reported for a fan-in that is cancelled, nor for `when(fulfilled:)` of nothing, which is
/// fulfilled immediately: all of nothing is done.
///
/// **Fix.** Handle the empty list before the fan-in.
///
/// ```swift
/// // wrong where there may be no uploads
/// race(uploads).done { print($0) }.catch { print($0) }
/// // Prints "Bad input was provided to a PromiseKit function"
/// // right
/// if uploads.isEmpty { print("no uploads") } else { race(uploads).done { print($0) }.cauterize() }
/// // Prints "no uploads"
/// ```
package enum EmptyFanIn: Lint {
  package static let id = "empty-fan-in"
  package static let severity = Severity.advice
  package static let summary =
    "a race or an any has no inputs: it fails"
  package static let fix = "handle the empty list before the fan-in"
  package static let inJavaScript: ProgramWords? = ProgramWords(
    summary: "an any has no inputs: it fails")
  package static let kinds: [PromiseEvent.Kind.Name]? = [.settled]

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .settled(let settlement) = event.kind, settlement.outcome != .cancelled,
      graph.read(settlement.promise, { isEmpty($0, settledBy: event) }) == true
    else { return nil }
    return Finding(Moment(event), promise: settlement.promise)
  }

  private static func isEmpty(
    _ node: borrowing PromiseNode, settledBy event: PromiseEvent
  ) -> Bool {
    let operation = node.creation.operation
    return operation.has(.firstInputWins) && node.inputs.isEmpty && !node.creation.late
      && node.isDeclared && node.settled?.sequence == event.sequence
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    guard let promise = finding.promise else { return "" }
    let outcome =
      graph[promise]?.settlement?.outcome.word(in: language) ?? language.text("settled")
    return language.text("\(finding.name(in: graph)) has no inputs and is \(outcome) immediately")
  }
}
