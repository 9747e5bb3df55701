package import PromiseKitLite

/// Inputs that go on although the promise that was made of them is settled.
///
/// A race is won, or one input of an `all` has failed: nobody takes what the others come to, but they
/// cost what they cost, and do what they do. Timers alone cost nothing and are not told of; neither is
/// what is cancelled together with its inputs.
package enum LoserKeepsRunning: Lint {
  package static let id = "loser-keeps-running"
  package static let severity = Severity.advice
  package static let fix = "cancel them when it settles, unless their effects are wanted"

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .settled(let settlement) = event.kind, settlement.outcome != .cancelled,
      let fanIn = graph[settlement.promise], fanIn.creation.operation.isFanIn,
      fanIn.settled?.sequence == event.sequence
    else { return nil }
    var finding = Finding(Moment(event), promise: fanIn.id)
    var work = false
    for input in fanIn.inputs where input.outcome == nil && input.promise != settlement.from {
      guard let node = graph[input.promise], node.isDeclared, !node.isFinal,
        node.state != .unknown
      else { continue }
      work = work || node.creation.operation != .after
      finding.add(node.id)
    }
    return work ? finding : nil
  }

  package static func sentence(_ finding: Finding, in graph: Graph) -> String {
    guard let promise = finding.promise else { return "" }
    let winner = graph[promise]?.settlement?.from.map { " by \($0)" } ?? ""
    return "\(finding.words(in: graph)) \(finding.otherCount == 1 ? "goes" : "go") on, though"
      + " \(LinearReport.name(promise, in: graph)) is settled\(winner)"
  }
}
