import PromiseGraph
import PromiseKitLite

extension Exploration {
  /// Which schedules were left out, and why, or how they were chosen: sentences.
  package var reductionWords: [String] {
    switch search {
    case .exhaustive:
      [
        "pruned: \(plural(pruned, "run")) that only swap steps with "
          + "nothing to do with each other",
        accessText,
      ]
    case .unreduced: ["pruned: none, every step is tried in every order"]
    case .random(let seed): ["schedules at random, seed \(seed): what is rare may be missed"]
    }
  }

  private var accessText: String {
    switch accessing {
    case .anything: "handlers count as sharing everything, unless they declare what they touch"
    case .only(let names) where names.isEmpty:
      "handlers are declared to share nothing, unless they say otherwise"
    case .only(let names):
      "handlers that declare nothing share \(names.sorted().joined(separator: ", "))"
    }
  }

  /// `distinct orders 14, deadlocks 0, never settled 0`
  package var countWords: String {
    "distinct orders \(grouped(orders)), deadlocks \(grouped(deadlocks)), "
      + "never settled \(grouped(neverSettled))"
  }
}
