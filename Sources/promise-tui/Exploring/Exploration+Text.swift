import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation

/// Descriptions of an exploration, in sentences.
extension Exploration {
  /// What was covered, or which limit was reached.
  var coverageSentence: String {
    coverage.isExhaustive ? "\(coverage)" : "\(coverage), after \(plural(schedules, "schedule"))"
  }

  /// How many schedules were run in how much time.
  var paceSentence: String {
    "\(plural(schedules, "schedule")) in \(elapsed(duration))"
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
