package import PromiseEvents

/// A fan-in that has no inputs: all of nothing is fulfilled at once, a race of nothing fails.
///
/// **Why.** An empty list is seldom meant. In other libraries a race of nothing is pending for
/// ever. (Rule 8)
///
/// **Told** when it settles without any input, those that an iterator brings included. Not told of
/// a fan-in that is cancelled.
///
/// **Fix.** Say before what is to happen when there is nothing to wait for.
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
  package static let fix = "say before what is to happen when there is nothing to wait for"
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

  package static func sentence(_ finding: Finding, in graph: Graph) -> String {
    guard let promise = finding.promise else { return "" }
    let outcome = graph[promise]?.settlement?.outcome.rawValue ?? "settled"
    return "\(finding.name(in: graph)) has no inputs: it is \(outcome) at once"
  }
}
