import PromiseGraph
import PromiseInsight
import PromiseCourse
import PromiseScreens

/// Shows the screen for a command, or explains why the command prints text instead.
struct Screens {
  let play: PlayOptions
  let isReal: Bool
  /// Whether demos are shown as scripts, which node runs.
  let showsScripts: Bool
  private let environment = TerminalEnvironment.current

  init(play: PlayOptions, isReal: Bool = false, showsScripts: Bool = false) {
    self.play = play
    self.isReal = isReal
    self.showsScripts = showsScripts
  }

  /// The language of the screen; English on an ASCII terminal, which cannot show Chinese.
  var language: Language {
    glyphs((try? ConfigFile.ofUser(environment)) ?? Settings()) == .ascii ? .english : play.language
  }

  /// The characters to draw with.
  private func glyphs(_ settings: Settings) -> GlyphSet {
    let possible = play.glyphs()
    return settings.ascii == true ? .ascii : possible
  }

  /// The settings of the user.
  ///
  /// - Throws: The exit status, after it is reported what is wrong with them.
  private func settings() throws -> Settings {
    do throws(ConfigFile.Failure) {
      return try ConfigFile.ofUser(environment)
    } catch {
      throw error.report()
    }
  }

  /// What the screen shows.
  private struct Content {
    var start: Interface.Start
    /// The demos that the list offers.
    var entries: [RunDescriptor] = []
    var source: any RunSource
    /// The language of the screen, the lessons and the quiz.
    var language = Language.english
    /// Where answers are recorded.
    var answers: AnswerLog?
  }

  /// Shows the screen until the user leaves, which ends the process. If it cannot be shown, reports
  /// why, unless text was asked for, and calls `fallback`.
  ///
  /// - Parameters:
  ///   - scenario: The demo to open; `nil` opens the list of demos.
  ///   - plan: How to explore the demo's schedules, if the screen shows an exploration.
  ///   - tour: The tour, if all demos are played one after another.
  ///   - quiz: The quiz, if the screen asks questions.
  ///   - lesson: Whether the demo opens with its lesson.
  ///   - fallback: Prints text instead of showing the screen.
  func show(
    _ scenario: RunnableDemo?, exploring plan: ExplorationPlan? = nil, tour: Tour? = nil,
    quiz: QuizStart? = nil, lesson: Bool = false, fallback: () throws -> Void
  ) throws {
    let language = language
    let name = scenario?.entry.name
    try show(
      Content(
        start: quiz.map { .quiz($0.demos) } ?? tour.map { .tour($0) }
          ?? name.map { plan != nil ? .exploration($0) : lesson ? .lesson($0) : .demo($0) }
          ?? .picker,
        entries: Catalog.entries(in: language),
        source: CatalogSource(
          named: scenario, plan: plan, isReal: isReal, language: language,
          showsScripts: showsScripts, quiz: quiz?.plan ?? QuizPlan()),
        language: language, answers: quiz?.answers),
      fallback: fallback)
  }

  /// Shows the run of a program that is not a demo: there is no list to go back to.
  func show(_ source: any RunSource, opening name: String, fallback: () throws -> Void) throws {
    try show(Content(start: .demo(name), source: source, language: language), fallback: fallback)
  }

  /// Shows the outcomes of a program that is not a demo.
  func show(_ source: any RunSource, exploring name: String, fallback: () throws -> Void) throws {
    try show(
      Content(start: .exploration(name), source: source, language: language), fallback: fallback)
  }

  /// Shows two runs side by side.
  func show(_ source: DiffSource, fallback: () throws -> Void) throws {
    try show(
      Content(start: .comparison(source.comparison), source: source, language: language),
      fallback: fallback)
  }

  private func show(_ content: Content, fallback: () throws -> Void) throws {
    if play.narrates(in: environment) {
      if content.start.canBeNarrated { narrate(content, try settings()) }
    } else if let problem = environment.displayProblem {
      problem.advice.map(Output.printError)
    } else {
      let failure = try run(content, try settings())
      Output.printError("\(failure): printing text instead")
    }
    try fallback()
  }

  /// Narrates the run line by line. Returns only if there is no terminal to type on.
  private func narrate(_ content: Content, _ settings: Settings) {
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
          playsAtOnce: false, lints: play.lints.changing(settings.lints), keys: settings.keyMap)
      },
      demos: content.source)
  }

  /// What is remembered, and where to keep it.
  private struct Memory {
    var kept = KeptState()
    var keeper: Keeper?
    var problem: KeptFile.Problem?
  }

  /// Reads what is remembered.
  private var memory: Memory {
    guard let file = KeptFile(UserFolders(environment)) else { return Memory() }
    let contents = file.read()
    return Memory(
      kept: contents.kept, keeper: Keeper(file, since: contents.kept), problem: contents.problem)
  }

  /// Shows the screen. Returns only if that is impossible, with the reason.
  private func run(_ content: Content, _ settings: Settings) throws -> StartFailure {
    let glyphs = glyphs(settings)
    let theme = try play.chosenTheme(in: environment, settings)
    var memory = memory
    let view = settings.view(memory.kept.view, asked: play.speed)
    memory.keeper?.begin(with: view)
    do {
      try Interface.run(
        on: { () throws(StartFailure) in try Terminal(theme: theme) },
        opening: content.start,
        state: {
          State(
            size: $0, glyphs: glyphs, theme: theme, demos: content.entries, view: view,
            mouse: settings.mouse != false && !play.noMouse, language: content.language,
            lints: play.lints.changing(settings.lints), keys: settings.keyMap,
            courseProgress: memory.kept.progress, typed: memory.kept.typed,
            isCalm: play.calm || settings.calm == true)
        },
        demos: content.source, answers: content.answers, keeper: memory.keeper,
        notice: memory.problem?.notice(content.language))
    } catch {
      return error
    }
  }
}
