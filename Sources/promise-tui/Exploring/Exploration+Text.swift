import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation

/// Descriptions of an exploration, in sentences.
extension Exploration {
  /// Returns what was covered, and which limit was reached.
  func coverageSentence(within budget: Budget) -> String {
    let schedules = plural(schedules, "schedule")
    switch coverage {
    case .running: return "going on, after \(schedules)"
    case .exhaustive: return "\(coverage)"
    case .scheduleLimit:
      return
        "not exhaustive: stopped at the limit of \(plural(budget.schedules, "schedule"))"
        + " (--schedules)"
    case .timeLimit:
      return
        "not exhaustive: stopped at the limit of \(durationText(budget.duration)) (--seconds), "
        + "after \(schedules)"
    case .stopped: return "not exhaustive: stopped by ^C, after \(schedules)"
    case .stepLimit:
      return "every schedule, but endless runs were stopped at the limit of "
        + "\(plural(budget.steps, "step")) (--steps)"
    case .outsideCalls:
      return
        "not exhaustive: something came from outside the simulation, which no schedule includes"
    case .parkedThreads:
      return
        "not exhaustive: stopped after \(schedules), because the run waits for too many guarantees "
        + "that never settle"
    case .notRepeatable(let difference):
      return "stopped after \(schedules): the scenario is not deterministic: \(difference)"
    }
  }

  /// Returns which schedules were left out, and why that is safe.
  var reductionSentence: String {
    switch search {
    case .exhaustive:
      "on: two independent steps are tried in only one order, so handlers whose order makes no "
        + "difference can also run in orders that were not tried; " + accessSentence
    case .unreduced: "off: every order is tried"
    case .random(let seed):
      "off: random schedules with seed \(seed); one may be run more than once"
    }
  }

  private var accessSentence: String {
    switch accessing {
    case .anything:
      "handlers that do not declare what they access count as accessing everything"
    case .only(let names) where names.isEmpty:
      "all other handlers are declared to share nothing"
    case .only(let names):
      "all other handlers are declared to share "
        + names.sorted().joined(separator: ", ")
    }
  }

  /// How many schedules were run in how much time.
  var paceSentence: String {
    "\(plural(schedules, "schedule")) in \(durationText(duration))"
      + (duration >= .milliseconds(1) ? ", \(pace)" : "")
  }

  /// `12,345 schedules, 98,765 a second, 3 outcomes, FAIL 1`
  var progressLine: String {
    let failing = findings.count { !$0.broken.isEmpty }
    return "\(plural(schedules, "schedule")), \(pace), \(plural(findings.count, "outcome"))"
      + (failing > 0 ? ", FAIL \(failing)" : "")
  }

  private var pace: String {
    let seconds = duration / .seconds(1)
    return "\(grouped(seconds > 0 ? Int(Double(schedules) / seconds) : 0)) a second"
  }
}

/// Returns for how long schedules were tried, or may be tried: `7 ms`, `12.3 s`.
func durationText(_ duration: Duration) -> String {
  let milliseconds = duration.nanoseconds / 1_000_000
  if milliseconds >= 10_000 { return "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s" }
  return milliseconds == 0 ? "under 1 ms" : "\(milliseconds) ms"
}

extension Exploration.Outcome {
  /// The outcome without its notes: `receipt r1`.
  var headline: String {
    var outcome = self
    outcome.notes = []
    return "\(outcome)"
  }
}

extension Coverage {
  /// The name that programs read.
  var name: String {
    switch self {
    case .running: "running"
    case .exhaustive: "exhaustive"
    case .scheduleLimit: "scheduleLimit"
    case .timeLimit: "timeLimit"
    case .stopped: "stopped"
    case .stepLimit: "stepLimit"
    case .outsideCalls: "outsideCalls"
    case .parkedThreads: "parkedThreads"
    case .notRepeatable: "notRepeatable"
    }
  }
}

extension Exploration.Outcome.Result {
  /// The name that programs read.
  var name: String {
    switch self {
    case .fulfilled: "fulfilled"
    case .rejected: "rejected"
    case .cancelled: "cancelled"
    case .neverSettled: "neverSettled"
    case .none: "none"
    }
  }
}
