package import PromiseExploration
package import PromiseGraph
import PromiseSimulation

/// What can come out of a program, and how that was found.
package enum OutcomeSummary: Hashable, Sendable {
  /// Its schedules were simulated.
  case schedules(Exploration)
  /// It was run again and again.
  case runs(Repetition)
}

/// One of the things that can come out.
package struct FoundOutcome: Sendable {
  /// How many schedules or runs came to it, and which part of them.
  var count: Int
  var share: Double
  /// The number of the first of these.
  var first: Int
  /// What it came to, or, first of all, what must not be.
  var words: String
  /// All that can be observed of it.
  var result: String
  /// It must not be.
  var fails: Bool
  /// The expectations that it breaks.
  var broken: [String]
  /// Its handlers in order.
  var order: [String]
  /// What makes the first of these again: its name in a word, and the text to copy.
  var again: (name: String, text: String)
}

extension OutcomeSummary {
  /// How many outcomes there are.
  var count: Int {
    switch self {
    case .schedules(let exploration): exploration.findings.count
    case .runs(let repetition): repetition.groups.count
    }
  }

  /// How many schedules or runs there were.
  var total: Int {
    switch self {
    case .schedules(let exploration): exploration.schedules
    case .runs(let repetition): repetition.runs
    }
  }

  /// It goes on.
  var isRunning: Bool {
    switch self {
    case .schedules(let exploration): exploration.coverage == .running
    case .runs(let repetition): repetition.progress == .running
    }
  }

  /// How long it took so far.
  var duration: Duration {
    switch self {
    case .schedules(let exploration): exploration.duration
    case .runs(let repetition): repetition.duration
    }
  }

  /// The place of the first outcome that must not be.
  var firstFailing: Int? {
    switch self {
    case .schedules(let exploration): exploration.findings.firstIndex { !$0.broken.isEmpty }
    case .runs(let repetition): repetition.firstFailure
    }
  }

  /// How many outcomes must not be.
  var failing: Int {
    switch self {
    case .schedules(let exploration): exploration.findings.count { !$0.broken.isEmpty }
    case .runs(let repetition): repetition.groups.count { $0.first.fails }
    }
  }

  /// What is counted, in a word, and in several.
  var noun: String { if case .schedules = self { "schedule" } else { "run" } }
  var nouns: String { noun + "s" }

  /// The outcome at `place`; none where there is none.
  func outcome(_ place: Int) -> FoundOutcome? {
    switch self {
    case .schedules(let exploration):
      exploration.findings.indices.contains(place)
        ? FoundOutcome(exploration.findings[place], in: exploration) : nil
    case .runs(let repetition):
      repetition.groups.indices.contains(place)
        ? FoundOutcome(repetition.groups[place], in: repetition) : nil
    }
  }

  /// Every outcome must not be for the same reason as that at `place`, so that there is none to compare it
  /// with.
  func allBreakTheSame(as place: Int) -> Bool {
    switch self {
    case .schedules(let exploration):
      let broken = outcome(place).map { _ in exploration.findings[place].broken } ?? []
      return exploration.findings.allSatisfy { $0.broken.contains { broken.contains($0) } }
    case .runs(let repetition): return repetition.groups.allSatisfy(\.first.fails)
    }
  }
}

extension FoundOutcome {
  fileprivate init(_ finding: Exploration.Finding, in exploration: Exploration) {
    self.init(
      count: finding.count, share: exploration.share(of: finding), first: finding.first,
      words: finding.words, result: "\(finding.outcome)", fails: !finding.broken.isEmpty,
      broken: finding.broken.map(\.description), order: finding.order,
      again: ("token", "\(finding.token)"))
  }

  fileprivate init(_ group: Repetition.Group, in repetition: Repetition) {
    let run = group.first
    self.init(
      count: group.count, share: repetition.share(of: group), first: run.number, words: run.words,
      result: run.words + (run.crashSummary.map { "; said last: \($0)" } ?? ""), fails: run.fails,
      broken: run.broken, order: run.digest?.names ?? [],
      again: run.seed != nil
        ? ("again", run.replay ?? "") : ("trace", group.trace ?? "none: it recorded nothing"))
  }
}

/// A run that comes to an outcome, beside the one that differs least and does not.
package struct Comparison: Hashable, Sendable {
  /// One of the two runs.
  package struct Side: Hashable, Sendable {
    /// What happened, in words.
    package var lines: [RunLine]
    /// What it came to.
    package var outcome: String

    package init(lines: [RunLine], outcome: some CustomStringConvertible) {
      self.lines = lines
      self.outcome = "\(outcome)"
    }
  }

  /// The run with another outcome: one that breaks nothing, where this one breaks something.
  package var other: Side
  /// The run with the outcome.
  package var this: Side
  /// The choices of the run with the outcome, and their text; none of a run that nobody scheduled.
  package var token: ScheduleToken?
  /// The place, in both schedules, of the choice that matters; of runs that nobody scheduled the number of
  /// the event at which this one parts from the other.
  package var place: Int
  /// How many choices, to that one, are not the first of what is possible.
  package var deviations: Int
  /// How many there were in the schedule that was found first.
  package var deviationsBefore: Int
  /// Why that choice matters, or what each run does where they part: a sentence.
  package var cause: String

  package init(
    other: Side, this: Side, token: ScheduleToken?, place: Int, deviations: Int,
    deviationsBefore: Int, cause: String
  ) {
    self.other = other
    self.this = this
    self.token = token
    self.place = place
    self.deviations = deviations
    self.deviationsBefore = deviationsBefore
    self.cause = cause
  }

  /// Two runs that nobody scheduled; this one parts from the other at an event.
  package init(other: Side, this: Side, partingAt event: Int, cause: String) {
    self.init(
      other: other, this: this, token: nil, place: event, deviations: 0, deviationsBefore: 0,
      cause: cause)
  }
}
