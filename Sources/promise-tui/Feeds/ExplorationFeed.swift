import Dispatch
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseScreens
import PromiseSimulation
import Synchronization

/// How a scenario is explored, and what must hold.
struct ExplorationPlan: Sendable {
  var search = Search.exhaustive
  var budget = Budget()
  var expectations: [Invariant] = []
  /// The number of schedules to run at a time; `nil` for one for each core.
  var jobs: Int?
}

/// An exploration of a scenario's schedules for the screen: it reports its findings about twenty
/// times a second, until it is complete or closed.
///
/// It has queues of its own, so that keys are handled meanwhile.
final class ExplorationFeed: OutcomeFeed {
  private let scenario: ExploredScenario
  private let language: Language
  private let sender: MessageSender
  private let printed: PrintedLines
  private let comparing = DispatchQueue(label: "promise-tui.comparing", qos: .userInitiated)
  /// The latest findings; `nil` when it is closed.
  private let latest: Mutex<Exploration?>
  private let isClosed = Mutex(false)

  /// Starts exploring. What the scenario prints is discarded.
  init(
    _ scenario: ExploredScenario, by plan: ExplorationPlan, language: Language = .english,
    sender: MessageSender, printed: @escaping PrintedLines = { _ in [] }
  ) {
    self.scenario = scenario
    self.language = language
    self.sender = sender
    self.printed = printed
    latest = Mutex(nil)
    DispatchQueue(label: "promise-tui.exploring", qos: .utility).async { [self] in
      let whole = scenario.explore(
        plan.search, within: plan.budget, expecting: plan.expectations, jobs: plan.jobs
      ) { exploration in
        report(exploration)
        return !isClosed.withLock { $0 }
      }
      report(whole)
    }
  }

  private func report(_ exploration: Exploration) {
    _ = printed(true)
    latest.withLock { $0 = exploration }
    sender.post(.explored(exploration))
  }

  /// Compares an outcome with the one that differs least, while the exploration goes on.
  func compare(outcome: Int) {
    comparing.async { [self] in
      guard !isClosed.withLock({ $0 }), let exploration = latest.withLock({ $0 }),
        exploration.findings.indices.contains(outcome)
      else { return }
      let difference = scenario.smallestDifference(
        to: exploration.findings[outcome], in: exploration)
      _ = printed(true)
      sender.post(
        .compared(
          outcome: outcome,
          difference.map { Comparison($0, of: scenario, language: language) }))
    }
  }

  /// Stops the exploration.
  func close() { isClosed.withLock { $0 = true } }
}

extension Comparison {
  /// Compares the two runs of `difference`, with texts in `language`.
  init(_ difference: Difference, of scenario: ExploredScenario, language: Language = .english) {
    self.init(
      other: Side(
        lines: difference.passingLines(in: language),
        outcome: difference.passing.outcome.text(in: language)),
      this: Side(
        lines: difference.failingLines(in: language),
        outcome: difference.failing.outcome.text(in: language)),
      token: ScheduleToken(difference.failing.schedule, of: scenario), place: difference.place,
      deviations: difference.deviations, deviationsBefore: difference.deviationsBefore,
      cause: difference.cause(in: language))
  }
}
