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
      let inputs = graph.promiseTable.read(
        settlement.promise.rawValue,
        { $0.settled?.sequence == event.sequence ? $0.inputs : [] }),
      !inputs.isEmpty
    else { return nil }
    var finding = Finding(Moment(event), promise: settlement.promise)
    var work = false
    for input in inputs where input.outcome == nil && input.promise != settlement.from {
      guard let isTimer = graph.runningTimer(input.promise) else { continue }
      work = work || !isTimer
      finding.add(input.promise)
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

extension Graph {
  /// Whether a promise that may settle yet is a timer; none where it may not, or where that is unknown.
  fileprivate func runningTimer(_ promise: PromiseID) -> Bool? {
    promiseTable.read(promise.rawValue) { node in
      let goesOn = node.isDeclared && !node.isFinal && node.state != .unknown && node.gaps == gaps
      return goesOn ? node.creation.operation == .after : nil
    } ?? nil
  }
}
