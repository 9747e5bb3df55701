import PromiseExploration
import PromiseGraph
import PromiseKitLite
import PromiseSimulation

/// What an exploration was, in sentences.
extension Exploration {
  /// What was covered, and which bound was hit.
  func coverageSentence(within budget: Budget) -> String {
    let schedules = plural(schedules, "schedule")
    switch coverage {
    case .running: return "going on, after \(schedules)"
    case .exhaustive: return "exhaustive, no bound hit"
    case .scheduleLimit:
      return
        "not exhaustive: stopped at the limit of \(plural(budget.schedules, "schedule"))"
        + " (--schedules)"
    case .timeLimit:
      return
        "not exhaustive: stopped at the limit of \(tried(budget.duration)) (--seconds), "
        + "after \(schedules)"
    case .stopped: return "not exhaustive: stopped by ^C, after \(schedules)"
    case .stepLimit:
      return "every schedule, but endless runs were stopped at the limit of "
        + "\(plural(budget.steps, "step")) (--steps)"
    case .outsideCalls:
      return
        "not exhaustive: something came from outside the simulation, which no schedule contains"
    case .parkedThreads:
      return "not exhaustive: stopped after \(schedules), since too many guarantees are waited for "
        + "that never settle"
    case .notRepeatable(let difference):
      return "stopped after \(schedules): the scenario is not deterministic: \(difference)"
    }
  }

  /// Which schedules were left out, and why that is right.
  var reductionSentence: String {
    switch search {
    case .exhaustive:
      "on: two steps that have nothing to do with each other are tried in one order alone; "
        + touchingSentence
    case .unreduced: "off: every order is tried"
    case .random(let seed):
      "off: schedules at random with seed \(seed), the same one more than once too"
    }
  }

  private var touchingSentence: String {
    switch accessing {
    case .anything:
      "handlers that do not declare what they touch count as touching everything"
    case .only(let names) where names.isEmpty:
      "handlers that declare nothing else are declared to share nothing"
    case .only(let names):
      "handlers that declare nothing else are declared to share "
        + names.sorted().joined(separator: ", ")
    }
  }

  /// How many schedules in how much time.
  var paceSentence: String {
    "\(plural(schedules, "schedule")) in \(tried(duration))"
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

/// How long schedules were tried, or may be: `7 ms`, `12.3 s`.
func tried(_ duration: Duration) -> String {
  let milliseconds = duration.nanoseconds / 1_000_000
  if milliseconds >= 10_000 { return "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s" }
  return milliseconds == 0 ? "under 1 ms" : "\(milliseconds) ms"
}

extension Exploration.Outcome {
  /// What it came to, without its notes: `receipt r1`.
  var headline: String {
    var outcome = self
    outcome.notes = []
    return "\(outcome)"
  }
}

extension Coverage {
  /// One word for programs.
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
  /// One word for programs.
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
