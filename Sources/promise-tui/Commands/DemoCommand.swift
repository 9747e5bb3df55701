import ArgumentParser
import PromiseExploration
import PromiseScreens
import PromiseSimulation
import PromiseSystem

/// `promise-tui demo NAME`: one demo, on the screens or as text.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Run a demo.",
    discussion: """
      A demo begins to play at a pace that a person can follow. Where standard output is no \
      terminal, a report of the whole run is printed instead. With --narrate, for whoever listens to \
      the screen, sentences are told line by line as keys are pressed, or, without a terminal, all at \
      once.

      EXAMPLES
        promise-tui demo --list
        promise-tui demo --all --loop
        promise-tui demo then-order --lesson
        promise-tui demo login-fetch-submit
        promise-tui demo login-fetch-submit --real
        promise-tui demo login-fetch-submit --screen 80x24 --at 31
        promise-tui demo dashboard-race --screen 132x43 --svg > race.svg
        promise-tui demo dashboard-race --plain | less
        promise-tui demo dashboard-race --narrate
        promise-tui demo dashboard-race --why render --at 40
        promise-tui demo then-order --why A,C
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
    help: "The demo's name. Without one a list is shown to pick from.", completion: .demos)
  var name: String?

  @Flag(help: "List the demos: the name of each, what it teaches and where it comes from.")
  var list = false

  @Flag(help: "Play all demos, one after another, with their sentences.")
  var all = false

  @Flag(help: "With --all: begin again after the last one, for a screen at the wall.")
  var loop = false

  @Flag(help: "Open the demo with its lesson.")
  var lesson = false

  @OptionGroup var forms: FormOptions

  @OptionGroup var knobs: KnobOptions

  @Option(
    help: ArgumentHelp("Run a variant of the demo; --list names them.", valueName: "name"))
  var variant: String?

  @Option(
    help: ArgumentHelp(
      "Run by a schedule that 'promise-tui explore' has found.", valueName: "token"),
    transform: Arguments.token)
  var schedule: ScheduleToken?

  @Option(
    name: .customLong("what-if"),
    help: ArgumentHelp(
      "Suppose that something is otherwise: a promise's name, '=', and milliseconds, fails, succeeds, or fulfilled@, rejected@ or cancelled@ and the number of an event. May be repeated.",
      valueName: "promise=value"))
  var whatIf: [String] = []

  @Option(
    help: ArgumentHelp(
      "Print at which lengths of a promise's timer or work, or at which values of a knob, something else comes out.",
      valueName: "promise"))
  var critical: String?

  @Flag(help: "Run on Dispatch's queues and in real time, instead of in a simulation.")
  var real = false

  @OptionGroup var play: PlayOptions

  func validate() throws {
    try play.validate(isReal: real)
    let others = [
      (list, "--list"), (critical != nil, "--critical"), (play.narrate, "--narrate"),
    ].filter(\.0).map(\.1)
    try forms.validate(beside: others)
    let chosen = forms.chosen + others
    if list, name != nil { throw ValidationError("--list lists all demos: it takes no name.") }
    try validateTour(chosen)
    if lesson, let form = chosen.first {
      throw ValidationError("--lesson opens the screens: it does not go with \(form).")
    }
    if name == nil {
      let forms = all ? [] : chosen.filter { $0 != "--list" && $0 != "--narrate" }
      let others = [
        (!knobs.settings.isEmpty, "--set"), (!whatIf.isEmpty, "--what-if"),
        (schedule != nil, "--schedule"), (lesson, "--lesson"), (variant != nil, "--variant"),
      ]
      if let option = (forms + others.filter(\.0).map(\.1)).first {
        throw ValidationError("\(option) needs the name of a demo. \(Catalogue.names)")
      }
    }
    if schedule != nil, real {
      throw ValidationError("--schedule: real queues cannot be told in which order to run.")
    }
    if real, !whatIf.isEmpty || critical != nil {
      throw ValidationError(
        "--\(critical != nil ? "critical" : "what-if"): on real queues nothing can be run again as it "
          + "was; only a simulation can be changed.")
    }
    if let fullName {
      let scenario = try Catalogue.scenario(named: fullName, settings: knobs.settings)
      if let refusal = schedule?.refusal(by: scenario.explored) {
        throw ValidationError(refusal)
      }
      if !whatIf.isEmpty || critical != nil {
        let supposed = try self.scenario(named: fullName)
        if let critical { try CriticalReport(supposed).check(critical) }
      }
    }
  }

  /// Refuses what does not go with all demos, if they are asked for.
  private func validateTour(_ forms: [String]) throws {
    guard all else {
      if loop { throw ValidationError("--loop goes with --all.") }
      return
    }
    if name != nil { throw ValidationError("--all plays all demos: it takes no name.") }
    if real { throw ValidationError("--all plays simulations; --real goes with a single demo.") }
    if let form = forms.first(where: { $0 != "--plain" && $0 != "--narrate" }) {
      throw ValidationError("--all and \(form) exclude each other.")
    }
    if loop, let form = forms.first {
      throw ValidationError("--loop plays on the screen: it does not go with \(form).")
    }
  }

  /// The demo's name, and that of the variant.
  private var fullName: String? { name.map { name in variant.map { "\(name)/\($0)" } ?? name } }

  /// Every demo as text, one after another.
  private func printAll() throws {
    let form: PrintedForm = forms.plain ? .report : .narration
    for demo in Catalogue.all {
      try form.print(
        try Catalogue.scenario(named: demo, settings: [], play.language),
        lints: play.lints.settings)
      Output.emit("\n")
    }
  }

  func run() throws {
    if list { return Output.emit(Catalogue.list) }
    let screens = Screens(play: play, isReal: real)
    if all {
      if forms.plain { return try printAll() }
      return try screens.show(nil, tour: Tour(repeats: loop)) { try printAll() }
    }
    guard let name = fullName else { return try screens.show(nil) { Output.emit(Catalogue.list) } }
    let scenario = try scenario(named: name)
    if let critical {
      return Output.emit(try CriticalReport(scenario).text(of: critical))
    }
    if let form = forms.form(play) {
      try print(form, scenario)
    } else {
      // The report alone has the lesson.
      let isTold = play.narrates(in: .current) && !lesson
      try screens.show(scenario, lesson: lesson) {
        try print(isTold ? .narration : .report, scenario)
      }
    }
  }

  private func print(_ form: PrintedForm, _ scenario: RunnableDemo) throws {
    let lints = play.lints.settings
    guard real else { return try form.print(scenario, lints: lints) }
    form.printLive(scenario, lints: lints) { Self.exit(withError: $0) }
  }

  /// The demo, with its knobs, its schedule and what is otherwise by hand. What it prints when it is tried
  /// is not shown.
  private func scenario(named name: String) throws -> RunnableDemo {
    var scenario = try Catalogue.scenario(named: name, settings: knobs.settings, play.language)
    guard schedule != nil || !whatIf.isEmpty else { return scenario }
    try StdoutCapture.losing {
      if let schedule { scenario = try scenario.following(schedule) }
      for text in whatIf { try scenario.suppose(text) }
    }
    return scenario
  }
}
