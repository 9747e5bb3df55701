import ArgumentParser
import PromiseExploration
import PromiseScreens
import PromiseSimulation
import PromiseSystem

/// `promise-tui demo NAME`: opens one demo on the screen, or prints it as text.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Open a demo, or print its run.",
    usage: "promise-tui demo [<name>] [<options>]",
    discussion: """
      The demo plays at a readable pace; ? shows the keys. If standard output is not a terminal, \
      a report of the whole run is printed instead. --narrate prints a sentence for every event, \
      for screen readers: line by line as you press keys or, without a terminal, all at once.

      EXAMPLES
        promise-tui demo --list
        promise-tui demo --all --loop
        promise-tui demo then-order --lesson
        promise-tui demo then-order --language js
        promise-tui demo then-order --language js --real
        promise-tui demo login-fetch-submit
        promise-tui demo login-fetch-submit --real
        promise-tui demo login-fetch-submit --screen 80x24 --at 31
        promise-tui demo dashboard-race --screen 132x43 --svg > race.svg
        promise-tui demo login-fetch-submit --cast login.cast
        promise-tui demo then-order --screen 80x24 --svg --animated > order.svg
        promise-tui demo dashboard-race --plain | less
        promise-tui demo dashboard-race --narrate
        promise-tui demo dashboard-race --why render --at 40
        promise-tui demo then-order --why A,C
        promise-tui demo then-order --dialect js --plain
        promise-tui demo then-order --plain --lang zh
        promise-tui demo login-fetch-submit --variant refused
        promise-tui demo dashboard-race --json | jq .
        promise-tui demo dashboard-race --schedule TOKEN
        promise-tui demo slow-main --plain -W slow-handler=200ms
        promise-tui demo dashboard-race --what-if 'timeout=90' --plain
        promise-tui demo dashboard-race --what-if 'GET /ads=succeeds'
        promise-tui demo dashboard-race --critical timeout
      """)

  @Argument(
    help: "The demo's name. Without it, a list of demos opens.", completion: .demos)
  var name: String?

  @Flag(help: "List the demos: the name of each, what it teaches and where it comes from.")
  var list = false

  @Flag(help: "Play all demos, one after another, with captions.")
  var all = false

  @Flag(help: "With --all: start over after the last demo, for a wall display.")
  var loop = false

  @Flag(help: "Open the demo with its lesson.")
  var lesson = false

  @Option(
    help: ArgumentHelp(
      "The programming language of the source: swift or js. With js the screen shows the demo's script, and node runs it; with --plain, both are printed; with --real, the promises of the script are recorded and shown. --list lists the demos that have one.",
      valueName: "language"))
  var language = SourceLanguage.swift

  @OptionGroup var forms: FormOptions

  @OptionGroup var knobs: KnobOptions

  @Option(
    help: ArgumentHelp("Run a variant of the demo; --list shows them.", valueName: "name"),
    completion: .variants)
  var variant: String?

  @Option(
    help: ArgumentHelp(
      "Run by the rules of another library: \(Dialect.all.map(\.name).joined(separator: ", ")).",
      valueName: "library"),
    completion: .list(Dialect.all.map(\.name)), transform: Arguments.dialect)
  var dialect: Dialect?

  @Option(
    help: ArgumentHelp(
      "Replay a schedule that 'promise-tui explore' printed.", valueName: "token"),
    transform: Arguments.token)
  var schedule: ScheduleToken?

  @Option(
    name: .customLong("what-if"),
    help: ArgumentHelp(
      "Change the run. The value is a length in milliseconds, 'fails', 'succeeds', or 'fulfilled@31', 'rejected@31' or 'cancelled@31' to settle the promise after event 31. May be repeated.",
      valueName: "promise=value"))
  var whatIf: [String] = []

  @Option(
    help: ArgumentHelp(
      "Print the lengths of a promise's timer or work, or the values of a knob, at which the outcome changes.",
      valueName: "promise"))
  var critical: String?

  @Flag(help: "Run on Dispatch queues, or by node, in real time instead of in a simulation.")
  var real = false

  @OptionGroup var play: PlayOptions

  func validate() throws {
    try play.validate(isReal: real)
    let others = [
      (list, "--list"), (critical != nil, "--critical"), (play.narrate, "--narrate"),
    ].filter(\.0).map(\.1)
    try forms.validate(beside: others)
    let chosen = forms.chosen + others
    if language == .js { try validateScript(chosen) }
    if list, name != nil { throw ValidationError("--list takes no name: it lists all demos.") }
    try validateTour(chosen)
    if lesson, let form = chosen.first {
      throw ValidationError(
        "--lesson and \(form) cannot be used together: --lesson opens the screen.")
    }
    if name == nil {
      let forms = all ? [] : chosen.filter { $0 != "--list" && $0 != "--narrate" }
      let others = [
        (!knobs.settings.isEmpty, "--set"), (!whatIf.isEmpty, "--what-if"),
        (schedule != nil, "--schedule"), (lesson, "--lesson"), (variant != nil, "--variant"),
        (dialect != nil, "--dialect"),
      ]
      if let option = (forms + others.filter(\.0).map(\.1)).first {
        throw ValidationError("\(option) needs a demo. \(Catalog.names)")
      }
    }
    if schedule != nil, real {
      throw ValidationError(
        "--schedule and --real cannot be used together: nothing can control the order of real queues."
      )
    }
    if dialect != nil, schedule != nil || real {
      throw ValidationError(
        "--dialect and \(real ? "--real" : "--schedule") cannot be used together: "
          + (real
            ? "only a simulation follows the rules of another library."
            : "a schedule is one of PromiseKitLite's."))
    }
    if real, !whatIf.isEmpty || critical != nil {
      throw ValidationError(
        "--\(critical != nil ? "critical" : "what-if") and --real cannot be used together: only a "
          + "simulation can be changed and run again.")
    }
    if let fullName {
      let scenario = try Catalog.scenario(named: fullName, settings: knobs.settings)
      if let refusal = schedule?.refusal(by: scenario.explored) {
        throw ValidationError(refusal)
      }
      if !whatIf.isEmpty || critical != nil {
        let supposed = try self.scenario(named: fullName)
        if let critical { try CriticalReport(supposed).check(critical) }
      }
    }
  }

  /// Rejects options that cannot be combined with `--all`.
  private func validateTour(_ forms: [String]) throws {
    guard all else {
      if loop { throw ValidationError("--loop requires --all.") }
      return
    }
    if name != nil { throw ValidationError("--all takes no name: it plays all demos.") }
    if real {
      throw ValidationError("--all and --real cannot be used together: --all plays simulations.")
    }
    if let form = forms.first(where: { $0 != "--plain" && $0 != "--narrate" }) {
      throw ValidationError("--all and \(form) cannot be used together.")
    }
    if loop, let form = forms.first {
      throw ValidationError(
        "--loop and \(form) cannot be used together: --loop plays on the screen.")
    }
  }

  /// The demo's name, followed by the variant's name if one is given.
  private var fullName: String? { name.map { name in variant.map { "\(name)/\($0)" } ?? name } }

  /// Prints every demo as text, one after another.
  private func printAll() throws {
    let form: PrintedForm = forms.plain ? .report : .narration(play.language)
    for demo in Catalog.all {
      try form.print(
        try Catalog.scenario(named: demo, settings: [], play.language),
        lints: play.lints.settings)
      Output.emit("\n")
    }
  }

  func run() throws {
    if list { return Output.emit(language == .js ? Catalog.listOfScripts : Catalog.list) }
    let screens = Screens(play: play, isReal: real, showsScripts: language == .js)
    if all {
      if forms.plain { return try printAll() }
      return try screens.show(nil, tour: Tour(repeats: loop)) { try printAll() }
    }
    guard let name = fullName else { return try screens.show(nil) { Output.emit(Catalog.list) } }
    let scenario = try scenario(named: name)
    if language == .js, real { return try recordScript(of: scenario) }
    if let critical {
      return Output.emit(try CriticalReport(scenario).text(of: critical))
    }
    if let form = forms.form(play) {
      try print(form, scenario)
    } else {
      // Only the report includes the lesson.
      let isNarrated = play.narrates(in: .current) && !lesson
      try screens.show(scenario, lesson: lesson) {
        try print(isNarrated ? .narration(play.language) : .report, scenario)
      }
    }
  }

  private func print(_ form: PrintedForm, _ scenario: RunnableDemo) throws {
    let lints = play.lints.settings
    if language == .js { return try printScript(form, scenario) }
    guard real else {
      let search = OrderSearch(scenario: scenario.explored)
      let canSearch = scenario.dialect == .promiseKitLite && scenario.changes.isEmpty
      return try form.print(scenario, lints: lints, searching: canSearch ? search.answer(to:) : nil)
    }
    form.printLive(scenario, lints: lints) { Self.exit(withError: $0) }
  }

  /// Returns the demo with its knobs, schedule, and what-if changes applied. What it prints during
  /// the trial runs is discarded.
  private func scenario(named name: String) throws -> RunnableDemo {
    var scenario = try Catalog.scenario(named: name, settings: knobs.settings, play.language)
    if let dialect { scenario = scenario.following(dialect) }
    guard schedule != nil || !whatIf.isEmpty else { return scenario }
    try StdoutCapture.discarding {
      if let schedule { scenario = try scenario.following(schedule) }
      for text in whatIf { try scenario.suppose(text) }
    }
    return scenario
  }
}
