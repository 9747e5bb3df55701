import PromiseGraph
import PromiseKitLite
import PromiseSimulation

extension Exploration {
  /// Which schedules were left out, and why, or how they were chosen: sentences.
  var reductionWords: [String] {
    switch search {
    case .exhaustive:
      [
        "pruned: \(grouped(pruned)) run\(pruned == 1 ? "" : "s") that only swap steps with "
          + "nothing to do with each other",
        touchingWords,
      ]
    case .unreduced: ["pruned: none, every step is tried in every order"]
    case .random(let seed): ["schedules at random, seed \(seed): what is rare may be missed"]
    }
  }

  private var touchingWords: String {
    switch touching {
    case .anything: "handlers count as sharing everything, unless they declare what they touch"
    case .only(let names) where names.isEmpty:
      "handlers are declared to share nothing, unless they say otherwise"
    case .only(let names):
      "handlers that declare nothing share \(names.sorted().joined(separator: ", "))"
    }
  }

  /// `distinct orders 14, deadlocks 0, never settled 0`
  var countWords: String {
    "distinct orders \(grouped(orders)), deadlocks \(grouped(deadlocks)), "
      + "never settled \(grouped(neverSettled))"
  }
}

extension Exploration.Finding {
  /// What it came to, or, first of all, what must not be.
  var words: String {
    broken.isEmpty ? "\(outcome)" : brokenWords.joined(separator: ", ")
  }

  /// What happened that must not, expectation by expectation.
  var brokenWords: [String] {
    broken.map { expectation in
      switch expectation {
      case .before(let first, let second): "\(second) before \(first)"
      case .note(let text): "no note \(text)"
      case .result(let value): "\(outcome.result), not \(value)"
      case .never(let mishap): "\(mishap)"
      }
    }
  }
}

/// Names in a row: with commas between them where one of them has a blank.
func inARow(_ names: [String]) -> String {
  names.joined(separator: names.contains { $0.contains(" ") } ? ", " : " ")
}

/// `95%`; what is neither none nor all is never shown as such.
func percentage(_ share: Double) -> String {
  if share > 0, share < 0.005 { return "<1%" }
  if share < 1, share > 0.995 { return ">99%" }
  return "\(Int((share * 100).rounded()))%"
}

/// `7 ms`, `1.2 s`
func words(_ duration: Duration) -> String {
  let (seconds, attoseconds) = duration.components
  if seconds >= 1 { return "\(seconds).\(attoseconds / 100_000_000_000_000_000) s" }
  return "\(attoseconds / 1_000_000_000_000_000) ms"
}
