import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

/// The report of an exploration, as text and as JSON.
///
/// Lines hold at most 100 characters, except that schedules are never broken; text from a program
/// is sanitized.
struct ExplorationReport: OutcomeReport {
  let scenario: ExploredScenario
  let exploration: Exploration
  let budget: Budget
  /// The expectations, as written on the command line.
  let expectations: [Invariant]
  /// The command that replays a schedule, without the schedule.
  let replay: String
  /// How a run that violates what the first failing outcome violates differs from a passing one.
  let difference: Difference?

  var subject: String { scenario.name }
  var summary: [String] {
    [
      "\(plural(exploration.schedules, "schedule")), "
        + plural(exploration.findings.count, "outcome")
    ]
  }
  var width: Int { LinearReport.width }
  var resultWidth: Int { 40 }
  var fails: Bool { exploration.failure != nil }

  var problem: String? {
    if case .notRepeatable = exploration.coverage { exploration.coverageSentence } else { nil }
  }

  var found: OutcomeSummary? { .schedules(exploration) }

  var sections: [[String]] {
    [heading, table("OUTCOMES") + broken, notes, schedules, totals, verdict, smallestDifference]
  }

  /// Only what fails; empty if everything holds.
  var failureText: String {
    fails ? .sections([verdict, smallestDifference]) : ""
  }
}

// MARK: - Sections

extension ExplorationReport {
  private var numbered: [(number: Int, finding: Exploration.Finding)] {
    exploration.findings.enumerated().map { ($0.offset + 1, $0.element) }
  }

  private var broken: [String] {
    numbered.flatMap { number, finding in
      finding.broken.flatMap {
        folded("outcome \(number) violates '\($0)'", after: "FAIL  ", indent: 6)
      }
    }
  }

  private var notes: [String] {
    let lines = numbered.filter { !$0.finding.outcome.notes.isEmpty }.flatMap { number, finding in
      folded(
        finding.outcome.notes.joined(separator: ", "), after: Self.label(number), indent: 6)
    }
    return lines.isEmpty ? [] : ["NOTES IN ORDER"] + lines
  }

  private var schedules: [String] {
    let lines = numbered.map { Self.label($0.number) + "\($0.finding.token)" }
    return lines.isEmpty ? [] : ["FIRST SCHEDULES"] + lines
  }

  private static func label(_ number: Int) -> String { "\(number)".padded(before: 4) + "  " }

  private var totals: [String] {
    let counts = [
      "\(plural(exploration.orders, "order")) of handlers tried",
      plural(exploration.deadlocks, "deadlock"),
      "\(grouped(exploration.neverSettled)) never settled",
    ]
    return ["TOTAL"]
      + folded(counts.joined(separator: ", "), after: "seen       ", indent: 11)
      + folded(exploration.coverageSentence, after: "coverage   ", indent: 11)
      + folded(
        "simulated schedules: a handler is one step, and what it enqueues starts after it returns",
        after: "covers     ", indent: 11)
      + folded(
        exploration.reductionText(in: .english).joined(separator: "; "), after: "reduction  ",
        indent: 11)
      + folded(
        "of the schedules that were run, not of what a real machine would do", after: "shares     ",
        indent: 11)
  }

  private var verdict: [String] {
    guard let failure = exploration.failure else {
      let words = expectations.map { "'\($0)'" }.joined(separator: ", ")
      return expectations.isEmpty
        ? []
        : [exploration.coverage == .exhaustive ? "HOLDS" : "HOLDS, as far as tried"]
          + folded(words)
    }
    let broken = failure.broken.map { "'\($0)'" }.joined(separator: ", ")
    return ["FAIL"]
      + folded(
        "\(broken), violated by: \(difference?.failing.outcome ?? failure.outcome)")
      + ["schedule  \(minimal(failure))", "replay    \(replay) --schedule \(minimal(failure))"]
  }

  /// Returns the schedule that violates what `failure` violates, with the fewest choices.
  func minimal(_ failure: Exploration.Finding) -> ScheduleToken {
    difference.map { token($0.failing) } ?? failure.token
  }

  private var smallestDifference: [String] {
    guard fails else { return [] }
    guard let difference else {
      return ["SMALLEST DIFFERENCE", "none: every schedule violates it"]
    }
    let choices = plural(difference.deviations, "choice")
    return ["SMALLEST DIFFERENCE, found in \(plural(difference.replays, "run"))"]
      + SideBySide(
        left: "holds: \(difference.passing.outcome)", difference.passingLines,
        right: "FAIL: \(difference.failing.outcome)", difference.failingLines
      ).lines
      + ["holds   \(token(difference.passing))", "FAIL    \(token(difference.failing))"]
      + folded(difference.cause, after: "cause   ", indent: 8)
      + folded(
        "\(choices) of the failing run \(difference.deviations == 1 ? "differs" : "differ") from the first option; "
          + "\(difference.deviationsBefore) before minimizing",
        after: "size    ", indent: 8)
  }

  /// Returns the token of a run.
  func token(_ run: ScheduledRun) -> ScheduleToken { ScheduleToken(run.schedule, of: scenario) }
}

// MARK: - JSON

extension ExplorationReport {
  var keys: [(String, JSON)] {
    [
      ("promise-exploration", .number(1)),
      ("scenario", .text(scenario.name)),
      ("search", search(exploration.search)),
      ("accessing", accessing(exploration.accessing)),
      ("budget", bounds),
      ("coverage", .text(exploration.coverage.name)),
      ("exhaustive", .flag(exploration.coverage == .exhaustive)),
      ("coverageSentence", .text(exploration.coverageSentence)),
      ("schedules", .number(exploration.schedules)),
      ("pruned", .number(exploration.pruned)),
      ("orders", .number(exploration.orders)),
      ("steps", .number(exploration.steps)),
      ("deadlocks", .number(exploration.deadlocks)),
      ("neverSettled", .number(exploration.neverSettled)),
      ("seconds", .fraction(exploration.duration / .seconds(1))),
      ("expectations", .texts(expectations.map(\.description))),
      ("holds", .flag(!fails)),
      ("outcomes", outcomeList),
      ("difference", difference.map { object(of: $0) } ?? .null),
      ("replay", .text("\(replay) --schedule TOKEN")),
    ]
  }

  private var bounds: JSON {
    .object([
      ("schedules", .number(budget.schedules)),
      ("seconds", .fraction(budget.duration / .seconds(1))),
      ("steps", .number(budget.steps)),
    ])
  }

  private func search(_ search: Search) -> JSON {
    switch search {
    case .exhaustive: .object([("kind", .text("exhaustive")), ("reduction", .flag(true))])
    case .unreduced: .object([("kind", .text("exhaustive")), ("reduction", .flag(false))])
    case .random(let seed):
      // As a string: a JSON number may not hold all of its digits.
      .object([
        ("kind", .text("random")), ("reduction", .flag(false)), ("seed", .text("\(seed)")),
      ])
    }
  }

  private func accessing(_ accessing: DeclaredAccess) -> JSON {
    switch accessing {
    case .anything: .null
    case .only(let names): .texts(names.sorted())
    }
  }

  private func object(of difference: Difference) -> JSON {
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
      ("outcome", .text("\(run.outcome)")), ("token", .text("\(token(run))")),
      ("lines", list(lines, "decisive", .decisiveChoice)),
    ])
  }

  func keys(ofOutcome place: Int) -> [(String, JSON)] {
    let finding = exploration.findings[place]
    let outcome = finding.outcome
    return [
      ("result", .text("\(outcome.result)")),
      ("state", .text(outcome.result.name)),
      ("notes", .texts(outcome.notes)),
      ("unhandled", .texts(outcome.unhandled)),
      ("deadlock", .maybe(outcome.deadlock)),
      ("endless", .flag(outcome.isEndless)),
      ("order", .texts(finding.order)),
      ("breaks", .texts(finding.broken.map(\.description))),
      ("token", .text("\(finding.token)")),
    ]
  }
}
