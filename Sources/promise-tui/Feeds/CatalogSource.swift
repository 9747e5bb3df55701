import PromiseGraph
import PromiseInsight
import Dispatch
import PromiseCourse
import PromiseExploration
import PromiseScreens
import PromiseSimulation

/// The built-in demos, as the interface opens and explores them.
struct CatalogSource: RunSource {
  /// The demo on the command line, with the knobs that were set there.
  private let named: RunnableDemo?
  /// The plan for exploring that demo, if the command line has one.
  private let plan: ExplorationPlan?
  private let isReal: Bool
  private let language: Language
  /// Whether demos are shown as scripts, which node runs.
  private let showsScripts: Bool
  /// How questions are generated.
  private let quiz: QuizPlan

  init(
    named: RunnableDemo?, plan: ExplorationPlan?, isReal: Bool, language: Language = .english,
    showsScripts: Bool = false, quiz: QuizPlan = QuizPlan()
  ) {
    self.named = named
    self.plan = plan
    self.isReal = isReal
    self.language = language
    self.showsScripts = showsScripts
    self.quiz = quiz
  }

  func open(_ opening: Opening, _ sender: MessageSender) -> (any Feed)? {
    guard var scenario = scenario(opening.demo) else { return nil }
    if isReal, opening.schedule == nil {
      sender.post(.opened(scenario.entry, real: true, prediction: []))
      LiveRun.begin(
        scenario, limit: .seconds(3600), printed: StdoutCapture.take,
        take: { sender.post(.events([$0])) }, finish: { _ in sender.post(.finished) })
      return PassiveFeed()
    }
    if let schedule = opening.schedule { scenario.schedule = schedule }
    if let changes = opening.changes { scenario.changes = changes }
    guard showsScripts, let script = Catalog.script(of: opening.demo) else {
      return SimulatedFeed(
        scenario, to: opening.place, sender: sender, printed: StdoutCapture.take)
    }
    scenario.entry.script = script
    return SimulatedFeed(
      scenario, to: opening.place, sender: sender, printed: StdoutCapture.take,
      whenOpened: {
        answer("node", sender) { .ranScript(demo: opening.demo, script.run()) }
      })
  }

  func explore(_ demo: String, _ sender: MessageSender) -> (any OutcomeFeed)? {
    guard let scenario = scenario(demo), scenario.dialect == .promiseKitLite else { return nil }
    let own = ExplorationPlan(expectations: scenario.expects)
    return ExplorationFeed(
      scenario.explored, by: demo == named?.entry.name ? plan ?? own : own, language: language,
      sender: sender, printed: StdoutCapture.take)
  }

  func findOrder(_ demo: String, _ request: OrderRequest, _ sender: MessageSender) {
    guard let scenario = scenario(demo) else { return }
    guard scenario.dialect == .promiseKitLite else {
      // Its schedules are not explored.
      return sender.post(.orderFound(request, .never(schedules: 1, isExhaustive: false)))
    }
    answer("order", sender) {
      .orderFound(request, OrderSearch(scenario: scenario.explored).answer(to: request))
    }
  }

  func preview(_ demo: String, countsQuestions: Bool, _ sender: MessageSender) {
    guard let scenario = scenario(demo) else {
      return sender.post(.previewed(demo: demo, nil))
    }
    answer("preview", sender) { [quiz] in
      let events = scenario.explored.run(scenario.schedule, steps: Self.mostSteps).events
      let questions = countsQuestions ? QuizSheet(scenario, by: quiz).questions.count : nil
      return .previewed(demo: demo, DemoPreview(events, questions: questions))
    }
  }

  /// The most steps of a run for the list.
  private static let mostSteps = 5000

  func prepareQuiz(_ demo: String, _ sender: MessageSender) {
    guard let scenario = scenario(demo), scenario.dialect == .promiseKitLite else {
      return sender.post(.quizPrepared(QuizSheet(demo: demo, events: [], questions: [])))
    }
    answer("quiz", sender) { [quiz] in .quizPrepared(QuizSheet(scenario, by: quiz)) }
  }

  func findCritical(_ demo: String, _ request: CriticalRequest, _ sender: MessageSender) {
    guard let scenario = scenario(demo) else { return }
    CriticalQueue.shared.ask {
      let values = scenario.criticalValues(request)
      _ = StdoutCapture.take(atEnd: true)
      sender.post(.criticalFound(request, values))
    }
  }

  /// Finds an answer in the background. What its runs print is discarded, since it is not output of
  /// the open run.
  private func answer(
    _ name: String, _ sender: MessageSender, _ find: @escaping @Sendable () -> Message
  ) {
    DispatchQueue(label: "promise-tui.\(name)", qos: .userInitiated).async {
      let answer = find()
      _ = StdoutCapture.take(atEnd: true)
      sender.post(answer)
    }
  }

  func compareDialects(_ demo: String, _ sender: MessageSender) {
    guard let scenario = scenario(demo) else { return }
    answer("dialects", sender) { .dialectsCompared(scenario.besideOtherLibrary()) }
  }

  /// Returns the demo of this name, which can end with that of a dialect.
  private func scenario(_ name: String) -> RunnableDemo? {
    if let named, named.entry.name == name { return named }
    let parts = name.split(separator: RunnableDemo.dialectMark, maxSplits: 1).map(String.init)
    guard let base = parts.first else { return nil }
    let isOfNamed = named.map { $0.following(Dialect.promiseKitLite).entry.name == base } ?? false
    let scenario = isOfNamed ? named?.following(Dialect.promiseKitLite) : Catalog[base, language]
    guard parts.count == 2 else { return scenario }
    return Dialect.named(parts[1]).flatMap { scenario?.following($0) }
  }
}
