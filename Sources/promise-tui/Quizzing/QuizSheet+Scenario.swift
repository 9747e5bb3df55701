import Demos
import PromiseCourse
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

extension QuizSheet {
  /// The questions about a demo: it is run by its own schedule, by others, and with other settings.
  ///
  /// The same each time. What the runs print is lost.
  ///
  /// - Parameters:
  ///   - scenario: The demo with its knobs turned.
  ///   - plan: How the questions are made.
  init(_ scenario: Scenario, by plan: QuizPlan) {
    let explored = scenario.explored
    let run = explored.run(scenario.schedule, steps: Self.mostSteps)
    let others = explored.otherRuns(than: run).map { QuizRun($0.events) }
    // As it is built in, too: it may be a variant that is asked about.
    let settings = [[]] + (Demo.named(explored.name)?.otherSettings ?? [])
    let otherwise = settings.prefix(Self.mostSettings).compactMap { settings -> QuizRun? in
      guard let scenario = try? Catalogue.scenario(named: explored.name, settings: settings) else {
        return nil
      }
      return QuizRun(scenario.explored.run(steps: Self.mostSteps).events)
    }
    let maker = QuizMaker(
      QuizRun(run.events), others: others + otherwise, name: explored.name, seed: plan.seed)
    self.init(
      demo: scenario.entry.name, events: run.events, questions: maker.questions(only: plan.only))
  }

  /// How far a run goes, and how many other settings are tried.
  private static let mostSteps = 5000
  private static let mostSettings = 16
}
