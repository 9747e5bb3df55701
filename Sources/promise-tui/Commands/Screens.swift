import PromiseGraph
import PromiseCourse
import PromiseScreens

/// The screens as a command shows them, or the reason why it prints text instead.
struct Screens {
  let play: PlayOptions
  let isReal: Bool
  private let environment = TerminalEnvironment.current

  init(play: PlayOptions, isReal: Bool = false) {
    self.play = play
    self.isReal = isReal
  }

  /// What is to be seen.
  private struct Content {
    var start: Interface.Start
    /// What the list has to pick from.
    var entries: [RunDescriptor] = []
    var source: any RunSource
    /// The words of lesson and quiz, and where answers are written down.
    var language = Language.english
    var answers: AnswerLog?
  }

  /// Shows the screens until the user leaves, which ends the process. Where they cannot be shown,
  /// says why, if there is anything to say, and calls `otherwise`.
  ///
  /// - Parameters:
  ///   - scenario: The demo to open; without one a list is shown to pick from.
  ///   - plan: How its schedules are explored, if they are to be shown instead of a run.
  ///   - tour: All demos are played, one after another.
  ///   - quiz: What is asked, if questions are to be shown instead of a run.
  ///   - lesson: The demo opens with its lesson.
  func show(
    _ scenario: RunnableDemo?, exploring plan: ExplorationPlan? = nil, tour: Tour? = nil,
    quiz: QuizStart? = nil, lesson: Bool = false, otherwise: () throws -> Void
  ) throws {
    // Without its characters a language cannot be read.
    let language = play.glyphs() == .ascii ? .english : play.language
    let name = scenario?.entry.name
    try show(
      Content(
        start: quiz.map { .quiz($0.demos) } ?? tour.map { .tour($0) }
          ?? name.map { plan != nil ? .exploration($0) : lesson ? .lesson($0) : .demo($0) }
          ?? .picker,
        entries: Catalogue.entries(in: language),
        source: CatalogueSource(
          named: scenario, plan: plan, isReal: isReal, language: language,
          quiz: quiz?.plan ?? QuizPlan()),
        language: language, answers: quiz?.answers),
      otherwise: otherwise)
  }

  /// The same for a program that is no demo: there is no list to go back to.
  func show(_ source: any RunSource, opening name: String, otherwise: () throws -> Void) throws {
    try show(Content(start: .demo(name), source: source), otherwise: otherwise)
  }

  /// The same for what can come out of a program that is no demo.
  func show(_ source: any RunSource, exploring name: String, otherwise: () throws -> Void) throws {
    try show(Content(start: .exploration(name), source: source), otherwise: otherwise)
  }

  private func show(_ content: Content, otherwise: () throws -> Void) throws {
    if play.narrates(in: environment) {
      if content.start.canBeTold { tell(content) }
    } else if let obstacle = environment.obstacle {
      obstacle.advice.map(Output.complain)
    } else {
      let failure = try run(content)
      Output.complain("\(failure): no screens")
    }
    try otherwise()
  }

  /// Tells what happens line by line. Returns only where there is no terminal to type at.
  private func tell(_ content: Content) {
    guard environment.outputIsTerminal, environment.inputIsTerminal else { return }
    _ = play.glyphs()
    try? Interface.run(
      on: { () throws(StartFailure) in
        guard let terminal = LineTerminal(opensDemo: content.start != .picker) else {
          throw .notATerminal
        }
        return terminal
      },
      opening: content.start,
      state: {
        State(
          size: $0, glyphs: .ascii, theme: .monochrome, demos: content.entries,
          playsAtOnce: false, lints: play.lints.settings)
      },
      demos: content.source)
  }

  /// Returns only where there is no screen.
  private func run(_ content: Content) throws -> StartFailure {
    let glyphs = play.glyphs()
    let theme = try play.chosenTheme(in: environment)
    let speed = play.speed ?? 0
    do {
      try Interface.run(
        on: { () throws(StartFailure) in try Terminal(theme: theme) },
        opening: content.start,
        state: {
          State(
            size: $0, glyphs: glyphs, theme: theme, demos: content.entries, speed: speed,
            mouse: !play.noMouse, language: content.language, lints: play.lints.settings)
        },
        demos: content.source, answers: content.answers)
    } catch {
      return error
    }
  }
}
