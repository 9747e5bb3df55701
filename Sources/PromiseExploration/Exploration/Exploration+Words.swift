import PromiseGraph
import PromiseKitLite

extension Exploration {
  /// Describes which schedules were left out and why, or how they were chosen.
  package var reductionWords: [String] {
    switch search {
    case .exhaustive:
      [
        "pruned: \(plural(pruned, "run")) that only reorder "
          + "independent steps",
        accessText,
      ]
    case .unreduced: ["pruned: none; every step is tried in every order"]
    case .random(let seed): ["random schedules, seed \(seed): rare outcomes may be missed"]
    }
  }

  private var accessText: String {
    switch accessing {
    case .anything: "handlers are assumed to share all state unless they declare what they access"
    case .only(let names) where names.isEmpty:
      "handlers are declared to share no state unless they declare otherwise"
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
