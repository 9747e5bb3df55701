import PromiseKitLite
import PromiseSimulation

/// Finds two schedules that differ in one choice, and that deviate as rarely as possible from
/// always taking the first choice.
///
/// A truncated schedule continues with first choices. Between the empty schedule, which passes, and
/// a failing one, there are two neighbors, one choice longer than the other, of which the shorter
/// passes and the longer fails; a binary search finds them. The choices before that one are then
/// reset to the first, in ever smaller parts, as long as one schedule still passes and the other
/// fails (Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input, 2002). If the
/// empty schedule fails, the roles are swapped.
struct DifferenceSearch {
  private let scenario: Scenario
  private let finding: Exploration.Finding
  private var known: [Schedule: Bool] = [:]
  private var left: Int
  /// The maximum number of steps of a run, as in the exploration.
  private let steps: Int
  private var runs = 0

  init(
    _ scenario: Scenario, to finding: Exploration.Finding, atMost replays: Int, steps: Int
  ) {
    self.scenario = scenario
    self.steps = steps
    self.finding = finding
    left = replays
  }

  mutating func run(among findings: [Exploration.Finding]) -> Difference? {
    let emptyFails = fails([])
    // The schedule whose prefixes are tried; its result is the opposite of the empty one's.
    let other =
      emptyFails ? findings.first { !isSame($0) }?.schedule : finding.schedule
    guard let other, fails(other) != emptyFails else { return nil }
    let whole = other.withoutFirstsAtEnd
    guard let length = shortestBeginning(of: whole, withFailure: !emptyFails) else { return nil }
    var start = Array(whole.choices[..<(length - 1)])
    let choice = whole.choices[length - 1]
    resetChoices(&start, before: choice, failing: !emptyFails)
    return difference(start, choice, failing: !emptyFails, from: whole)
  }

  /// Returns both runs, with their events.
  private mutating func difference(
    _ start: [Int], _ choice: Int, failing choiceFails: Bool, from whole: Schedule
  ) -> Difference? {
    let taken = scenario.run(Schedule(start + [choice]), steps: steps, watching: finding.broken)
    let first = scenario.run(Schedule(start + [0]), steps: steps, watching: finding.broken)
    runs += 2
    guard isFailure(taken) == choiceFails, isFailure(first) != choiceFails else { return nil }
    let (passing, failing) = choiceFails ? (first, taken) : (taken, first)
    let place = start.count
    let options = failing.choicePoints[safe: place]?.options ?? []
    return Difference(
      passing: passing, failing: failing, place: place, options: options,
      deviations: start.count { $0 != 0 } + 1,
      deviationsBefore: whole.choices.count { $0 != 0 }, replays: runs,
      cause: Cause(passing: passing, failing: failing, place: place, broken: finding.broken).text,
      broken: finding.broken)
  }

  /// Returns the length of the shortest prefix that has the opposite result, while the prefix with
  /// one choice less does not.
  private mutating func shortestBeginning(of whole: Schedule, withFailure: Bool) -> Int? {
    var low = 0
    var high = whole.choices.count
    guard high > 0 else { return nil }
    while high - low > 1 {
      let middle = (low + high) / 2
      if fails(Schedule(Array(whole.choices[..<middle]))) == withFailure {
        high = middle
      } else {
        low = middle
      }
    }
    return high
  }

  /// Resets choices to the first possible one, in ever smaller parts, as long as the last choice
  /// makes the difference.
  private mutating func resetChoices(_ start: inout [Int], before choice: Int, failing: Bool) {
    var size = max(1, start.count)
    while size > 0 {
      var upper = start.count
      while upper > 0 {
        let part = max(0, upper - size)..<upper
        if start[part].contains(where: { $0 != 0 }) {
          guard left >= 4 else { return }
          var candidate = start
          for place in part { candidate[place] = 0 }
          if fails(Schedule(candidate + [choice])) == failing,
            fails(Schedule(candidate)) != failing
          {
            start = candidate
          }
        }
        upper = part.lowerBound
      }
      size /= 2
    }
  }

  /// Returns whether the run by `schedule` has an unwanted outcome.
  private mutating func fails(_ schedule: Schedule) -> Bool {
    let schedule = schedule.withoutFirstsAtEnd
    if let known = known[schedule] { return known }
    let run = scenario.observe(schedule, steps: steps, watching: finding.broken)
    left -= 1
    runs += 1
    let isFailure = isFailure(run.outcome, run.marks, run.events)
    known[schedule] = isFailure
    return isFailure
  }

  private func isFailure(_ run: ScheduledRun) -> Bool {
    isFailure(run.outcome, run.marks, run.events)
  }

  private func isFailure(
    _ outcome: Exploration.Outcome, _ marks: [String], _ events: [PromiseEvent]
  ) -> Bool {
    finding.broken.isEmpty
      ? outcome.unnumbered == finding.outcome.unnumbered
      : finding.broken.contains { !$0.holds(in: outcome, marks: marks) { NamedRun(events) } }
  }

  /// Returns whether another finding is also unwanted.
  private func isSame(_ other: Exploration.Finding) -> Bool {
    finding.broken.isEmpty
      ? other.outcome.unnumbered == finding.outcome.unnumbered
      : !Set(finding.broken).isDisjoint(with: other.broken)
  }
}

extension Schedule {
  /// The same choices without first choices at the end, since a schedule continues with first
  /// choices after its end.
  var withoutFirstsAtEnd: Schedule {
    Schedule(Array(choices[..<((choices.lastIndex { $0 != 0 } ?? -1) + 1)]))
  }
}

extension ScheduledRun {
  /// The options and the choice made, for every point at which several steps were possible.
  var choicePoints: [(chosen: Int, options: [Choice])] {
    events.compactMap { event in
      if case .choiceMade(let chosen, let options) = event.kind { (chosen, options) } else { nil }
    }
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
