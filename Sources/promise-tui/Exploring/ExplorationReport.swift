import PromiseGraph
import PromiseKitLite
import PromiseSimulation

/// An exploration as lines of text.
///
/// Lines hold at most 100 characters, but for schedules, which are whole; foreign text is sanitised.
struct ExplorationReport {
  let scenario: ExploredScenario
  let exploration: Exploration
  let budget: Budget
  /// What was expected, in the words of the command line.
  let expectations: [Invariant]
  /// The command that replays a schedule, but for the schedule.
  let replay: String
  /// How a run that breaks what the first such outcome breaks differs from one that does not.
  let difference: Difference?

  /// All of it.
  var text: String {
    let sections = [heading, outcomes, said, schedules, totals, verdict, smallestDifference]
    return Self.joined(sections)
  }

  /// What breaks, alone; nothing where all holds.
  var failureText: String {
    exploration.failure == nil ? "" : Self.joined([verdict, smallestDifference])
  }

  private static func joined(_ sections: [[String]]) -> String {
    sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
      + "\n"
  }
}

// MARK: - Sections

extension ExplorationReport {
  private var numbered: [(number: Int, finding: Exploration.Finding)] {
    exploration.findings.enumerated().map { ($0.offset + 1, $0.element) }
  }

  private var heading: [String] {
    [
      sanitized(scenario.name).cut(to: LinearReport.width),
      "\(exploration.paceSentence), \(Figures.count(exploration.findings.count, "outcome"))",
    ]
  }

  private var outcomes: [String] {
    guard !exploration.findings.isEmpty else { return [] }
    var table = TextTable([
      .init(title: "#", limit: 6, isNumber: true),
      .init(title: "schedules", limit: 13, isNumber: true),
      .init(title: "share", limit: 5, isNumber: true),
      .init(title: "first", limit: 13, isNumber: true), .init(title: "", limit: 4),
      .init(title: "result", limit: 40), .init(title: "handlers in order", limit: 100),
    ])
    for (number, finding) in numbered {
      table.add([
        "\(number)", grouped(finding.count),
        Figures.share(exploration.share(of: finding)), "#\(grouped(finding.first))",
        finding.broken.isEmpty ? "" : "FAIL", finding.outcome.headline,
        finding.order.joined(separator: " "),
      ])
    }
    let broken = numbered.flatMap { number, finding in
      finding.broken.flatMap {
        LinearReport.folded("outcome \(number) breaks '\($0)'", after: "FAIL  ", indent: 6)
      }
    }
    return ["OUTCOMES"] + table.lines(indent: 0) + broken
  }

  private var said: [String] {
    let lines = numbered.filter { !$0.finding.outcome.notes.isEmpty }.flatMap { number, finding in
      LinearReport.folded(
        finding.outcome.notes.joined(separator: ", "), after: Self.label(number), indent: 6)
    }
    return lines.isEmpty ? [] : ["NOTES IN ORDER"] + lines
  }

  private var schedules: [String] {
    let lines = numbered.map { Self.label($0.number) + "\($0.finding.token)" }
    return lines.isEmpty ? [] : ["FIRST SCHEDULES"] + lines
  }

  private static func label(_ number: Int) -> String {
    let number = "\(number)"
    return String(repeating: " ", count: max(0, 4 - number.count)) + number + "  "
  }

  private var totals: [String] {
    let counts = [
      "\(Figures.count(exploration.orders, "order")) of handlers",
      Figures.count(exploration.deadlocks, "deadlock"),
      "\(grouped(exploration.neverSettled)) never settled",
      "\(Figures.count(exploration.pruned, "repetition")) given up",
    ]
    return ["TOTAL"]
      + LinearReport.folded(counts.joined(separator: ", "), after: "seen       ", indent: 11)
      + LinearReport.folded(
        exploration.coverageSentence(within: budget), after: "coverage   ", indent: 11)
      + LinearReport.folded(exploration.reductionSentence, after: "reduction  ", indent: 11)
      + LinearReport.folded(
        "of the schedules that were run, not of what a machine would do", after: "shares     ",
        indent: 11)
  }

  private var verdict: [String] {
    guard let failure = exploration.failure else {
      let words = expectations.map { "'\($0)'" }.joined(separator: ", ")
      return expectations.isEmpty
        ? []
        : [exploration.coverage == .exhaustive ? "HOLDS" : "HOLDS, as far as it was tried"]
          + LinearReport.folded(words, indent: 0)
    }
    let broken = failure.broken.map { "'\($0)'" }.joined(separator: ", ")
    return ["FAIL"]
      + LinearReport.folded(
        "\(broken), broken by: \(difference?.failing.outcome ?? failure.outcome)", indent: 0)
      + ["schedule  \(minimal(failure))", "replay    \(replay) --schedule \(minimal(failure))"]
  }

  /// The schedule that breaks what `failure` breaks with the fewest choices.
  func minimal(_ failure: Exploration.Finding) -> ScheduleToken {
    difference.map { token($0.failing) } ?? failure.token
  }

  private var smallestDifference: [String] {
    guard exploration.failure != nil else { return [] }
    guard let difference else { return ["SMALLEST DIFFERENCE", "none: every schedule breaks it"] }
    let choices = Figures.count(difference.deviations, "choice")
    return ["SMALLEST DIFFERENCE, found in \(Figures.count(difference.replays, "run"))"]
      + SideBySide(
        left: "holds: \(difference.passing.outcome)", difference.passingLines,
        right: "FAIL: \(difference.failing.outcome)", difference.failingLines
      ).lines
      + ["holds   \(token(difference.passing))", "FAIL    \(token(difference.failing))"]
      + LinearReport.folded(difference.cause, after: "cause   ", indent: 8)
      + LinearReport.folded(
        "\(choices) of the failing run not the first of what was possible, "
          + "\(difference.deviationsBefore) before it was made smaller",
        after: "size    ", indent: 8)
  }

  /// The token of a run.
  func token(_ run: ScheduledRun) -> ScheduleToken { ScheduleToken(run.schedule, of: scenario) }
}

extension Outcome {
  /// What it came to, without its notes: `receipt r1`.
  var headline: String {
    var outcome = self
    outcome.notes = []
    return "\(outcome)"
  }
}
