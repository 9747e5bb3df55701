import PromiseGraph
import PromiseKitLite

/// The orders of two handlers that are called rules in some runs of a scenario. They must hold in
/// every run of it, in any schedule and on real queues.
struct OrderRules {
  /// Two handlers of which, according to some schedule, the first always runs before the second.
  private struct Pair: Hashable {
    var first: PromiseKey
    var second: PromiseKey
  }

  private var reasons: [Pair: String] = [:]

  var isEmpty: Bool { reasons.isEmpty }

  init(of runs: [[PromiseEvent]]) {
    for events in runs {
      var history = History()
      history.append(contentsOf: events)
      let graph = history.graph(at: history.last)
      let promises = graph.promises.map(\.id)
      for one in promises {
        for other in promises where other > one {
          let order = OrderOfTwo(one, other, in: graph, history: history)
          guard order.verdict == .always, let first = PromiseKey(order.first, in: graph),
            let second = PromiseKey(order.second, in: graph)
          else { continue }
          reasons[Pair(first: first, second: second)] = order.explanation.text
        }
      }
    }
  }

  /// The rules that do not hold in a run: the two handlers, and why they should have been in that
  /// order.
  func broken(in events: [PromiseEvent]) -> [(order: String, reason: String)] {
    reasons.compactMap { pair, reason in
      guard let first = pair.first.promise(in: events),
        let second = pair.second.promise(in: events),
        let early = began(first, events), let late = began(second, events), early > late
      else { return nil }
      return ("\(first) before \(second)", reason)
    }
  }

  /// The event at which the handler or body of a promise starts, or at which it settles without
  /// one: a timeout that has settled still gets inputs that are too late.
  private func began(_ promise: PromiseID, _ events: [PromiseEvent]) -> Int? {
    events.first { event in
      switch event.kind {
      case .jobStarted(_, promise, _), .bodyStarted(promise): true
      case .settled(let settlement): settlement.promise == promise
      default: false
      }
    }?.sequence
  }
}
