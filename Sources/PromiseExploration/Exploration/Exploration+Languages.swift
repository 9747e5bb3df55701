package import PromiseGraph
import PromiseKitLite

extension Coverage {
  /// Returns the coverage as a phrase in `language`: `exhaustive, no limit hit`.
  package func text(in language: Language) -> String {
    switch self {
    case .running: language.text("in progress")
    case .exhaustive: language.text("exhaustive, no limit hit")
    case .scheduleLimit: language.text("not exhaustive: stopped at the limit of schedules")
    case .timeLimit: language.text("not exhaustive: stopped at the time limit")
    case .stopped: language.text("not exhaustive: stopped by hand")
    case .stepLimit:
      language.text("every schedule, but endless runs were stopped at the step limit")
    case .outsideCalls:
      language.text("not exhaustive: there were calls from outside the simulation")
    case .parkedThreads:
      language.text("not exhaustive: too many threads wait for guarantees that never settle")
    case .notRepeatable(let difference):
      language.text("stopped: the scenario is not deterministic: \(difference)")
    }
  }
}

extension Exploration.Outcome {
  /// Returns the outcome as a line in `language`: `receipt r1; save, render`.
  package func text(in language: Language) -> String {
    let deadlock = account.deadlock?.text(in: language) ?? deadlock
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
    case .fulfilled(let value): value == "()" || value.isEmpty ? language.text("fulfilled") : value
    case .rejected(let error): language.text("rejected: \(error)")
    case .cancelled: language.text("cancelled")
    case .neverSettled: language.text("never settled")
    case .none: language.text("ended")
    }
  }
}
