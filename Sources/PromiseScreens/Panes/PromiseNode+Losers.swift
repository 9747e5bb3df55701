import PromiseGraph
import PromiseKitLite

extension PromiseNode {
  /// The inputs that this settled fan-in no longer waited for.
  var losers: some Sequence<InputNode> {
    inputs.lazy.filter { [settled, settlement] input in
      settled != nil && (input.outcome == nil || input.ignored)
        && input.promise != settlement?.from
    }
  }

  /// It is settled, and not by all of its inputs.
  var hasLosers: Bool {
    creation.operation.isFanIn && settled != nil && heard.total < inputs.count
      && losers.first { _ in true } != nil
  }
}
