import PromiseExploration
import PromiseKitLite
import PromiseSimulation

/// An exploration as one object of JSON, for programs. Its keys are a promise: others may be added.
struct ExplorationDocument {
  let report: ExplorationReport

  /// The object, in one line.
  var text: String { "\(json)\n" }

  private var json: JSON {
    let exploration = report.exploration
    return .object([
      ("promise-exploration", .number(1)),
      ("scenario", .text(report.scenario.name)),
      ("search", search(exploration.search)),
      ("touching", touching(exploration.touching)),
      ("budget", budget),
      ("coverage", .text(exploration.coverage.name)),
      ("exhaustive", .flag(exploration.coverage == .exhaustive)),
      ("coverageSentence", .text(exploration.coverageSentence(within: report.budget))),
      ("schedules", .number(exploration.schedules)),
      ("pruned", .number(exploration.pruned)),
      ("orders", .number(exploration.orders)),
      ("steps", .number(exploration.steps)),
      ("deadlocks", .number(exploration.deadlocks)),
      ("neverSettled", .number(exploration.neverSettled)),
      ("seconds", .fraction(exploration.duration / .seconds(1))),
      ("expectations", .texts(report.expectations.map(\.description))),
      ("holds", .flag(exploration.failure == nil)),
      ("outcomes", .list(exploration.findings.enumerated().map(outcome))),
      ("difference", report.difference.map(difference) ?? .null),
      ("replay", .text("\(report.replay) --schedule TOKEN")),
    ])
  }

  private var budget: JSON {
    .object([
      ("schedules", .number(report.budget.schedules)),
      ("seconds", .fraction(report.budget.duration / .seconds(1))),
      ("steps", .number(report.budget.steps)),
    ])
  }

  private func search(_ search: Search) -> JSON {
    switch search {
    case .exhaustive: .object([("kind", .text("exhaustive")), ("reduction", .flag(true))])
    case .unreduced: .object([("kind", .text("exhaustive")), ("reduction", .flag(false))])
    case .random(let seed):
      // As a text: a number of JSON may not hold all of its digits.
      .object([
        ("kind", .text("random")), ("reduction", .flag(false)), ("seed", .text("\(seed)")),
      ])
    }
  }

  private func touching(_ touching: Touching) -> JSON {
    switch touching {
    case .anything: .null
    case .only(let names): .texts(names.sorted())
    }
  }

  private func difference(_ difference: Difference) -> JSON {
    .object([
      ("cause", .text(difference.cause)),
      ("choice", .number(difference.place + 1)),
      ("options", .texts(difference.options.map(\.description))),
      ("deviations", .number(difference.deviations)),
      ("replays", .number(difference.replays)),
      ("passing", run(difference.passing, difference.passingLines)),
      ("failing", run(difference.failing, difference.failingLines)),
    ])
  }

  private func run(_ run: ScheduledRun, _ lines: [RunLine]) -> JSON {
    .object([
      ("outcome", .text("\(run.outcome)")), ("token", .text("\(report.token(run))")),
      ("lines", .lines(lines, "decisive", .decisiveChoice)),
    ])
  }

  private func outcome(_ place: Int, _ finding: Exploration.Finding) -> JSON {
    let outcome = finding.outcome
    let frequency = JSON.frequency(
      place, "schedules", finding.count, share: report.exploration.share(of: finding),
      first: finding.first)
    return .object(
      frequency + [
        ("result", .text("\(outcome.result)")),
        ("state", .text(outcome.result.name)),
        ("notes", .texts(outcome.notes)),
        ("unhandled", .texts(outcome.unhandled)),
        ("deadlock", .maybe(outcome.deadlock)),
        ("endless", .flag(outcome.isEndless)),
        ("order", .texts(finding.order)),
        ("breaks", .texts(finding.broken.map(\.description))),
        ("token", .text("\(finding.token)")),
      ])
  }
}

extension Coverage {
  /// One word for programs.
  fileprivate var name: String {
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
  fileprivate var name: String {
    switch self {
    case .fulfilled: "fulfilled"
    case .rejected: "rejected"
    case .cancelled: "cancelled"
    case .neverSettled: "neverSettled"
    case .none: "none"
    }
  }
}
