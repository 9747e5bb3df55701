package import PromiseGraph
import PromiseKitLite

extension Exploration {
  /// Returns which schedules were left out and why, or how they were chosen, as sentences in `language`.
  package func reductionText(in language: Language) -> [String] {
    guard language != .english else { return reductionWords }
    switch search {
    case .exhaustive:
      let access =
        switch accessing {
        case .anything:
          language.text("handlers count as sharing everything unless they declare what they access")
        case .only(let names) where names.isEmpty:
          language.text("handlers count as sharing nothing unless they declare what they access")
        case .only(let names):
          language.text(
            "handlers that declare nothing share \(names.sorted().joined(separator: ", "))")
        }
      return [
        language.text("pruned: \(grouped(pruned)) runs that only reorder independent steps"),
        access,
      ]
    case .unreduced: return [language.text("pruned: none, every step is tried in every order")]
    case .random(let seed):
      return [language.text("random schedules, seed \(seed): rare outcomes may be missed")]
    }
  }

  /// Returns the number of distinct orders and of failures as a sentence in `language`.
  package func countText(in language: Language) -> String {
    guard language != .english else { return countWords }
    return language.text(
      "distinct orders \(grouped(orders)), deadlocks \(grouped(deadlocks)), "
        + "never settled \(grouped(neverSettled))")
  }
}

extension Coverage {
  /// Returns the coverage as a phrase in `language`.
  package func text(in language: Language) -> String {
    switch self {
    case _ where language == .english: "\(self)"
    case .running: language.text("still running")
    case .exhaustive: language.text("exhaustive, no limit reached")
    case .scheduleLimit: language.text("stopped at the schedule limit")
    case .timeLimit: language.text("stopped at the time limit")
    case .stopped: language.text("stopped by hand")
    case .stepLimit: language.text("every schedule, but endless runs were cut at the step limit")
    case .outsideCalls: language.text("not exhaustive: a call came from outside the simulation")
    case .parkedThreads: language.text("stopped: too many waits for guarantees that never settle")
    case .notRepeatable(let difference):
      language.text("stopped: the scenario is not deterministic: \(difference)")
    }
  }
}

extension Exploration.Outcome {
  /// Returns the outcome as a line in `language`: `receipt r1; save, render`.
  package func text(in language: Language) -> String {
    guard language != .english else { return description }
    var parts = [deadlock ?? (isEndless ? language.text("endless") : result.text(in: language))]
    parts += unhandled.map { language.text("unhandled: \($0)") }
    if !notes.isEmpty { parts.append(notes.joined(separator: language.text(", "))) }
    return parts.joined(separator: language.text("; "))
  }
}

extension Exploration.Outcome.Result {
  /// Returns the result as a phrase in `language`.
  package func text(in language: Language) -> String {
    switch self {
    case _ where language == .english: description
    case .fulfilled(let value): value == "()" || value.isEmpty ? language.text("fulfilled") : value
    case .rejected(let error): language.text("rejected: \(error)")
    case .cancelled: language.text("cancelled")
    case .neverSettled: language.text("never settled")
    case .none: language.text("ended")
    }
  }
}
