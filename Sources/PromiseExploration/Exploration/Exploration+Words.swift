package import PromiseGraph
import PromiseKitLite

extension Exploration {
  /// Describes which schedules were left out and why, or how they were chosen, in `language`.
  package func reductionText(in language: Language) -> [String] {
    switch search {
    case .exhaustive:
      let runs = language.plural(pruned, "run")
      return [
        language.text("pruned: \(runs) that only reorder independent steps"), accessText(language),
      ]
    case .unreduced: return [language.text("pruned: none; every step is tried in every order")]
    case .random(let seed):
      return [language.text("random schedules, seed \(seed): rare outcomes may be missed")]
    }
  }

  private func accessText(_ language: Language) -> String {
    switch accessing {
    case .anything:
      language.text("handlers are assumed to share all state unless they declare what they access")
    case .only(let names) where names.isEmpty:
      language.text("handlers are declared to share no state unless they declare otherwise")
    case .only(let names):
      language.text("handlers that declare nothing share \(names.sorted().joined(separator: ", "))")
    }
  }

  /// Returns the number of different orders of handlers that were tried, of deadlocks, and of runs
  /// that never settle, in `language`.
  package func countText(in language: Language) -> String {
    language.text(
      "orders tried \(grouped(orders)), deadlocks \(grouped(deadlocks)), "
        + "never settled \(grouped(neverSettled))")
  }
}

extension Exploration.Outcome {
  /// The outcome without its notes: `receipt r1`.
  package var headline: String {
    var outcome = self
    outcome.notes = []
    return "\(outcome)"
  }
}
