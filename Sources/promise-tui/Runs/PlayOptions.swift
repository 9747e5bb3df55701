import PromiseGraph
import ArgumentParser
import PromiseCourse
import PromiseScreens

/// How fast a demo plays and what it looks like.
struct PlayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Play so many times as fast: 1/8, 1/4, 1/2, 1, 2, 4, 8 or 16.", valueName: "x"),
    completion: .list(Arguments.speedNames), transform: Arguments.speed)
  var speed: Int?

  @Flag(help: "Draw with ASCII alone, as in a locale without UTF-8.")
  var ascii = false

  @Option(
    help: ArgumentHelp(
      "How states look; else as PROMISE_TUI_THEME says, or monochrome where NO_COLOR is set.",
      valueName: "name"))
  var theme: Theme.Name?

  @Flag(help: "Leave the mouse to the terminal.")
  var noMouse = false

  @Flag(
    help: "Tell every event in a sentence instead of drawing. ACCESSIBLE=1 chooses it, too.")
  var narrate = false

  @Option(
    help: ArgumentHelp(
      "The language of lessons and quiz: en or zh; else that of the locale.", valueName: "language"),
    completion: .list(Language.allCases.map(\.rawValue)), transform: Arguments.language)
  var lang: Language?

  @OptionGroup var lints: LintOptions

  /// The language of the lessons.
  var language: Language { lang ?? TerminalEnvironment.current.language }

  /// Whether sentences are told where else screens would be shown.
  func narrates(in environment: TerminalEnvironment) -> Bool {
    narrate || !["", "0"].contains(environment[.accessible])
  }

  /// Refuses what does not go with real queues, if they are asked for.
  func validate(isReal: Bool) throws {
    _ = try chosenTheme(in: .current)
    if isReal, speed != nil {
      throw ValidationError(
        "--speed says how fast a simulation is played; with --real time itself sets the pace.")
    }
  }

  /// The signs to draw with. Takes the locale over, which every text that is drawn needs.
  func glyphs() -> GlyphSet {
    let possible = Encoding.adoptedGlyphs()
    return ascii ? .ascii : possible
  }

  /// The table of appearances.
  ///
  /// - Throws: a sentence about the environment, where the command line says nothing.
  func chosenTheme(in environment: TerminalEnvironment) throws -> Theme {
    Theme(try theme ?? .byEnvironment(environment))
  }
}

/// How a program's run is shown: on the screens, or as text.
struct ShownRunOptions: ParsableArguments {
  @OptionGroup var forms: FormOptions

  @OptionGroup var sources: SourceOptions

  @OptionGroup var play: PlayOptions

  /// Refuses what does not go together, or with real queues, if they are asked for.
  func validate(isReal: Bool) throws {
    try play.validate(isReal: isReal)
    try forms.validate(beside: play.narrate ? ["--narrate"] : [])
  }

  /// What is to be printed; none where the screens are to be shown.
  var form: PrintedForm? { forms.form(play) }

  /// What is printed where the screens cannot be shown.
  var text: PrintedForm { play.narrates(in: .current) ? .narration : .report }

  /// Prints a run that is over.
  func print(_ run: RecordedRun, as form: PrintedForm) throws {
    try form.print(run, lints: play.lints.settings, finder: sources.finder)
  }
}

extension Theme.Name: ExpressibleByArgument {
  /// The name in the environment, unless the command line has one: what `PROMISE_TUI_THEME` says, else
  /// monochrome where `NO_COLOR` is set to anything (no-color.org), else colour.
  ///
  /// - Throws: a sentence that names the variable, its value and what is allowed.
  static func byEnvironment(_ environment: TerminalEnvironment) throws -> Self {
    let wanted = environment[.theme]
    guard !wanted.isEmpty else {
      return environment[.noColor].isEmpty ? .colour : .monochrome
    }
    guard let name = Self(rawValue: wanted) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        "PROMISE_TUI_THEME is '\(wanted)' in the environment; a theme is one of \(names).")
    }
    return name
  }
}
