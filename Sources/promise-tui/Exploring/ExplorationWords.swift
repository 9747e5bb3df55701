import PromiseGraph
import PromiseKitLite
import PromiseSimulation

/// What an exploration was, in sentences.
extension Exploration {
  /// What was covered, and which bound was hit.
  func coverageSentence(within budget: Budget) -> String {
    let schedules = Figures.count(schedules, "schedule")
    switch coverage {
    case .running: return "going on, after \(schedules)"
    case .exhaustive: return "exhaustive, no bound hit"
    case .scheduleLimit:
      return
        "not exhaustive: stopped at the limit of \(Figures.count(budget.schedules, "schedule"))"
        + " (--schedules)"
    case .timeLimit:
      return
        "not exhaustive: stopped at the limit of \(Figures.time(budget.duration)) (--seconds), "
        + "after \(schedules)"
    case .stopped: return "not exhaustive: stopped by ^C, after \(schedules)"
    case .stepLimit:
      return "every schedule, but endless runs were stopped at the limit of "
        + "\(Figures.count(budget.steps, "step")) (--steps)"
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
    switch touching {
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
    let pace = grouped(Figures.rate(schedules, in: duration))
    return "\(Figures.count(schedules, "schedule")) in \(Figures.time(duration))"
      + (duration >= .milliseconds(1) ? ", \(pace) a second" : "")
  }
}
