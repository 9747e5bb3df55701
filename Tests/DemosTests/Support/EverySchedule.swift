import Demos
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import Testing

/// Runs every schedule of a scenario, one after the other, without any reduction: an exploration
/// with the reduction must agree with it.
///
/// The successor of a schedule takes the next option at the last choice that has one. The options
/// are known from the events of the run.
struct EverySchedule {
  /// The number of schedules for each outcome.
  private(set) var outcomes: [Exploration.Outcome: Int] = [:]
  /// The number of schedules.
  private(set) var count = 0

  /// Runs every schedule of `scenario`; more than `limit` schedules are an issue.
  init(of scenario: Scenario, limit: Int = 10_000) {
    let isWhole = Self.forEach(of: scenario, limit: limit) { run in
      #expect(run.strayedAt == nil)
      outcomes[run.outcome, default: 0] += 1
      count += 1
    }
    if !isWhole { Issue.record("there are more than \(limit) schedules") }
  }

  /// The first runs of a scenario with different schedules, at most `limit`.
  static func runs(of scenario: Scenario, limit: Int) -> [ScheduledRun] {
    var runs: [ScheduledRun] = []
    _ = forEach(of: scenario, limit: limit) { runs.append($0) }
    return runs
  }

  /// Runs a scenario with its first schedules, at most `limit`; returns whether these are all.
  static func forEach(
    of scenario: Scenario, limit: Int, _ body: (ScheduledRun) throws -> Void
  ) rethrows -> Bool {
    var next: Schedule? = []
    var count = 0
    while let schedule = next, count < limit {
      let run = scenario.run(schedule)
      try body(run)
      count += 1
      next = successor(of: run)
    }
    return next == nil
  }

  private static func successor(of run: ScheduledRun) -> Schedule? {
    let counts = run.events.compactMap { event in
      if case .choiceMade(_, let options) = event.kind { options.count } else { nil }
    }
    var choices = run.schedule.choices
    while let last = choices.popLast() {
      if last + 1 < counts[choices.count] { return Schedule(choices + [last + 1]) }
    }
    return nil
  }
}

extension Demo {
  /// The demo as a scenario whose schedules can be explored.
  func scenario(settings: [String] = []) throws -> Scenario {
    let knobs = try Knobs(self, settings: settings)
    return Scenario(
      name, version: "",
      queues: queues.map {
        SimulatedQueue(label: $0.label, kind: $0.kind, isDrained: $0.isDrained)
      },
      accessing: accessing
    ) {
      start(knobs: knobs, in: .current).last
    }
  }
}
