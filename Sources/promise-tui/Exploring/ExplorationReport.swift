import PromiseExploration
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
    return .sections(sections)
  }

  /// What breaks, alone; nothing where all holds.
  var failureText: String {
    exploration.failure == nil ? "" : .sections([verdict, smallestDifference])
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
      "\(exploration.paceSentence), \(plural(exploration.findings.count, "outcome"))",
    ]
  }

  private var outcomes: [String] {
    guard !exploration.findings.isEmpty else { return [] }
    let table = OutcomeTable(
      noun: "schedules",
      rows: exploration.findings.map {
        .init(
          count: $0.count, share: exploration.share(of: $0), first: $0.first,
          fails: !$0.broken.isEmpty, result: $0.outcome.headline, order: $0.order)
      })
    let broken = numbered.flatMap { number, finding in
      finding.broken.flatMap {
        LinearReport.folded("outcome \(number) breaks '\($0)'", after: "FAIL  ", indent: 6)
      }
    }
    return ["OUTCOMES"] + table.lines + broken
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

  private static func label(_ number: Int) -> String { "\(number)".padded(before: 4) + "  " }

  private var totals: [String] {
    let counts = [
      "\(plural(exploration.orders, "order")) of handlers",
      plural(exploration.deadlocks, "deadlock"),
      "\(grouped(exploration.neverSettled)) never settled",
      "\(plural(exploration.pruned, "repetition")) given up",
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
    let choices = plural(difference.deviations, "choice")
    return ["SMALLEST DIFFERENCE, found in \(plural(difference.replays, "run"))"]
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

extension Exploration.Outcome {
  /// What it came to, without its notes: `receipt r1`.
  var headline: String {
    var outcome = self
    outcome.notes = []
    return "\(outcome)"
  }
}

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
        "not exhaustive: stopped at the limit of \(Figures.time(budget.duration)) (--seconds), "
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
    return "\(plural(schedules, "schedule")) in \(Figures.time(duration))"
      + (duration >= .milliseconds(1) ? ", \(pace) a second" : "")
  }
}
