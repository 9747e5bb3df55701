import PromiseGraph
import PromiseInsight
import ArgumentParser
import PromiseCourse
import PromiseScreens

/// The options of the screen, which go before the command. The configuration file can set them, too.
struct ScreenOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The playback speed of a simulation: 1/8, 1/4, 1/2, 1, 2, 4, 8 or 16.", valueName: "x"),
    completion: .list(Arguments.speedNames), transform: Arguments.speed)
  var speed: Int?

  @Flag(help: "Draw with ASCII characters only, as in a locale without UTF-8.")
  var ascii = false

  @Option(
    help: ArgumentHelp(
      "The colors. Default: PROMISE_TUI_THEME, or monochrome if NO_COLOR is set.",
      valueName: "name"))
  var theme: Theme.Name?

  @Flag(
    help: "Do without movements: no value moves along an edge, and clocks advance twice a second.")
  var calm = false

  @Flag(help: "Leave the mouse to the terminal.")
  var noMouse = false

  @Flag(
    help: "Print every event as a sentence, for screen readers. ACCESSIBLE=1 does the same.")
  var narrate = false

  @Option(
    help: ArgumentHelp(
      "The language of the screen, lessons and quiz: en or zh. Default: that of the locale.",
      valueName: "language"),
    completion: .list(Language.all.map(\.code)), transform: Arguments.language)
  var lang: Language?

  @Option(
    name: [.customShort("W"), .customLong("warn")],
    help: ArgumentHelp(
      "Silence a warning, as in slow-handler=off; enable it; or set its threshold or library, as in slow-handler=200ms or order-unlike=js. 'all' stands for all warnings, which 'promise-tui about lints' lists. May be repeated.",
      valueName: "warning[=value]"),
    completion: .list(["all"] + Lints.every.map { $0.id }))
  var warnings: [String] = []

  /// The names of the options, and whether they have values.
  static let names = [
    "--speed": true, "--ascii": false, "--theme": true, "--calm": false, "--no-mouse": false,
    "--narrate": false, "--lang": true, "-W": true, "--warn": true,
  ]

  func validate() throws { _ = try LintSettings(reading: warnings) }

  /// Which warnings are reported; by default all, with their own thresholds.
  var lints: LintSettings { changing(Settings()).lints }

  /// Returns the settings of the configuration file as the options change them.
  func changing(_ file: Settings) -> Settings {
    var settings = file
    settings.speed = speed ?? file.speed
    settings.ascii = ascii || file.ascii
    settings.calm = calm || file.calm
    settings.mouse = !noMouse && file.mouse
    settings.language = lang ?? file.language
    settings.reported += warnings
    return settings
  }

  /// The language of the screen, the lessons and the quiz.
  var language: Language {
    if let lang { return lang }
    let environment = TerminalEnvironment.current
    return (try? ConfigFile.ofUser(environment))?.language ?? environment.language
  }

  /// Returns whether sentences are printed where the screen would be shown otherwise.
  func narrates(in environment: TerminalEnvironment) -> Bool {
    narrate || !["", "0"].contains(environment[.accessible])
  }

  /// The text to print if the screen cannot be shown.
  var text: PrintedForm { narrates(in: .current) ? .narration(language) : .report }

  /// Returns the characters to draw with. Also adopts the locale, which all drawn text needs.
  func glyphs() -> GlyphSet {
    let possible = Encoding.adoptedGlyphs()
    return ascii ? .ascii : possible
  }

  /// Returns the theme to draw with.
  ///
  /// - Throws: A `ValidationError` about the environment, if the command line names no theme.
  func chosenTheme(
    in environment: TerminalEnvironment, _ settings: Settings = Settings()
  ) throws -> Theme {
    let name = try theme ?? .byEnvironment(environment, otherwise: settings.theme ?? .color)
    return Theme(name, changing: settings.appearances[name] ?? [:])
  }
}

extension Theme.Name: ExpressibleByArgument {
  /// Returns the theme of this name; `colour` is accepted for `color`.
  init?(argument: String) { self.init(rawValue: argument == "colour" ? "color" : argument) }

  /// Returns the theme that the environment selects, if the command line names none: the value of
  /// `PROMISE_TUI_THEME`, else monochrome if `NO_COLOR` is set to anything (no-color.org), else
  /// `standard`.
  ///
  /// - Throws: A `ValidationError` that names the variable, its value, and the themes.
  static func byEnvironment(
    _ environment: TerminalEnvironment, otherwise standard: Self = .color
  ) throws -> Self {
    let wanted = environment[.theme]
    guard !wanted.isEmpty else {
      return environment[.noColor].isEmpty ? standard : .monochrome
    }
    guard let name = Self(argument: wanted) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        "PROMISE_TUI_THEME is '\(wanted)', which is not a theme: set it to one of \(names).")
    }
    return name
  }
}
