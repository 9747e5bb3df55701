package import PromiseEvents

/// A fan-in without inputs: `when(fulfilled:)` of nothing is fulfilled immediately, `race` of
/// nothing fails.
///
/// **Why.** An empty list is seldom intended. In other libraries a race of nothing stays pending
/// forever. (Rule 8)
///
/// **Reported** when a fan-in settles without any input, including inputs from an iterator. Not
/// reported for a fan-in that is cancelled.
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
    "a fan-in has no inputs: all of nothing is fulfilled, a race of nothing fails"
  package static let fix = "handle the empty list before the fan-in"
  package static let inJavaScript: ProgramWords? = ProgramWords(
    summary: "a fan-in has no inputs: all of nothing is fulfilled, any of nothing fails")
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
    return operation.isFanIn && operation != .retry && node.inputs.isEmpty && !node.creation.late
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
