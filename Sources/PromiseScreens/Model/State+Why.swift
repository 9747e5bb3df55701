package import PromiseGraph
package import PromiseKitLite

extension State {
  /// The promise that `text` names: `p3`, or a name or a part of it; none where the run has no such promise.
  package func promise(called text: String) -> PromiseID? {
    guard let run, let place = GoTo(text) else { return nil }
    if case .promise(let promise) = place, run.known[promise] != nil { return promise }
    return run.promise(named: text)
  }

  /// Why `promise` is as it is at the playhead; with `other`, first why the two ran in their order.
  package func explanation(of promise: PromiseID, beside other: PromiseID? = nil) -> Explanation {
    guard let run else { return Explanation(title: "\(promise)") }
    let plain = run.graph.explanation(of: promise, in: run.history)
    guard let other, other != promise else { return plain }
    var both = OrderOfTwo(other, promise, in: run.graph, history: run.history).explanation
    both.lines += plain.lines
    return both
  }
}
