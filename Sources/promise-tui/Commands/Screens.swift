import PromiseGraph
import PromiseInsight
import PromiseCourse
import PromiseScreens

/// Shows the screen for a command, or explains why the command prints text instead.
struct Screens {
  let options: ScreenOptions
  let isReal: Bool
  /// Whether demos are shown as scripts, which node runs.
  let showsScripts: Bool
  private let environment = TerminalEnvironment.current

  init(_ options: ScreenOptions, isReal: Bool = false, showsScripts: Bool = false) {
    self.options = options
    self.isReal = isReal
    self.showsScripts = showsScripts
  }

  /// The language of the screen; English on an ASCII terminal, which cannot show Chinese.
  var language: Language {
    let isASCII = options.glyphs() == .ascii || (try? settings())?.ascii == true
    return isASCII ? .english : options.language
  }

  /// What the configuration file and the options set.
  private func settings() throws(CommandError) -> Settings {
    options.changing(try ConfigFile.ofUser(environment))
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
  ///   - start: What the screen begins with, if not with that.
  ///   - plan: How to explore the demo's schedules, if the screen shows an exploration.
  ///   - quiz: How questions are made, if the screen asks some.
  ///   - answers: Where answers are recorded.
  ///   - fallback: Prints text instead of showing the screen.
  func show(
    _ scenario: RunnableDemo?, as start: Interface.Start? = nil,
    exploring plan: ExplorationPlan? = nil, quiz: QuizPlan = QuizPlan(),
    answers: AnswerLog? = nil, fallback: () throws -> Void
  ) throws {
    let language = language
    try show(
      Content(
        start: start ?? scenario.map { .demo($0.entry.name) } ?? .picker,
        entries: Catalog.entries(in: language),
        source: CatalogSource(
          named: scenario, plan: plan, isReal: isReal, language: language,
          showsScripts: showsScripts, quiz: quiz),
        language: language, answers: answers),
      fallback: fallback)
  }

  /// Shows runs that are not demos: there is no list to go back to.
  func show(_ start: Interface.Start, of source: any RunSource, fallback: () throws -> Void) throws
  {
    try show(Content(start: start, source: source, language: language), fallback: fallback)
  }

  private func show(_ content: Content, fallback: () throws -> Void) throws {
    if options.narrates(in: environment) {
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
    _ = options.glyphs()
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
          size: $0, glyphs: .ascii, theme: .monochrome, keys: settings.keyMap,
          demos: content.entries,
          playsAtOnce: false, lints: settings.lints)
      },
      demos: content.source)
  }

  /// Shows the screen. Returns only if that is impossible, with the reason.
  private func run(_ content: Content, _ settings: Settings) throws -> StartFailure {
    let possible = options.glyphs()
    let glyphs = settings.ascii ? .ascii : possible
    let theme = try options.chosenTheme(in: environment, settings)
    let file = KeptFile(UserFolders(environment))
    let contents = file?.read() ?? KeptFile.Contents(kept: KeptState())
    var start = contents.kept
    // What a run begins with is not a change.
    start.view = settings.view(contents.kept.view)
    do {
      try Interface.run(
        on: { () throws(StartFailure) in try Terminal(theme: theme) },
        opening: content.start,
        state: {
          State(
            size: $0, glyphs: glyphs, theme: theme, keys: settings.keyMap, demos: content.entries,
            view: start.view,
            mouse: settings.mouse, language: content.language,
            lints: settings.lints,
            courseProgress: start.progress, typed: start.typed, isCalm: settings.calm)
        },
        demos: content.source, answers: content.answers,
        keeper: file.map { Keeper(file: $0, start: start) },
        notice: contents.problem?.notice(content.language))
    } catch {
      return error
    }
  }
}
