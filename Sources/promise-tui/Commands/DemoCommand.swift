import ArgumentParser
import PromiseCourse
import PromiseExploration
import PromiseScreens
import PromiseSimulation
import PromiseSystem

/// `promise-tui demo NAME`: opens one demo on the screen, or prints it as text.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Open a demo, or the list of demos (the default).",
    usage: "promise-tui demo [<name>[/<variant>]] [<options>]",
    discussion: """
      Each demo is ordinary Swift over PromiseKitLite, which runs job by job in a simulation and can \
      be stepped forward and backward; ? shows the keys. Without a terminal, a report is printed.

      EXAMPLES
        promise-tui demo then-order --lesson
        promise-tui demo login-fetch-submit/refused --plain
        promise-tui demo dashboard-race --why render --at 40
        promise-tui demo dashboard-race --what-if timeout=90
        promise-tui demo then-order --as cast=order.cast
      """)

  @ParentCommand var root: PromiseTUI

  @Argument(
    help: "The demo; 'promise-tui about demos' lists them. Without it, a list opens.",
    completion: .demos)
  var name: String?

  @Flag(help: "Play all demos, one after another and again, with captions.")
  var all = false

  @Flag(help: "Open the demo with its lesson.")
  var lesson = false

  @Flag(
    help:
      "Show the demo's script in JavaScript, run by node; with --real, its promises are recorded.")
  var js = false

  @Flag(help: "Run on Dispatch queues, or by node, in real time instead of in a simulation.")
  var real = false

  @OptionGroup var forms: FormOptions

  @OptionGroup var knobs: KnobOptions

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
      "Change the run. The value is a length in milliseconds, 'fails', 'succeeds', or 'fulfilled@31', 'rejected@31' or 'cancelled@31' to settle the promise after event 31. May be repeated. Without a value, print the lengths of that promise or knob at which the outcome changes.",
      valueName: "promise[=value]"))
  var changes: [String] = []

  /// The changes with a value, and the promise or knob of one without.
  private var whatIf: [String] { changes.filter { $0.contains("=") } }
  private var critical: String? { changes.first { !$0.contains("=") } }

  func validate() throws {
    _ = try root.screen.chosenTheme(in: .current)
    let others = given([
      "--what-if \(critical ?? "")": critical != nil, "--narrate": root.screen.narrate,
    ])
    try forms.validate(beside: others)
    let chosen = forms.chosen + others
    let changed = given([
      "--what-if": !changes.isEmpty, "--schedule": schedule != nil, "--dialect": dialect != nil,
    ])
    if js { try validateScript(changed) }
    if all {
      if name != nil { throw ValidationError("--all takes no name: it plays all demos.") }
      let shown = chosen.filter { $0 != "--plain" && $0 != "--narrate" }
      try reject("--all", with: shown + given(["--real": real]), "--all plays simulations")
    }
    if lesson { try reject("--lesson", with: chosen, "--lesson opens the screen") }
    if real { try reject("--real", with: changed, "only a simulation can be changed or repeated") }
    if dialect != nil, schedule != nil {
      try reject("--dialect", with: ["--schedule"], "a schedule is one of PromiseKitLite's")
    }
    guard let name else {
      let needs =
        (all ? [] : chosen.filter { $0 != "--narrate" }) + changed
        + given(["--set": !knobs.settings.isEmpty, "--lesson": lesson, "--js --real": js && real])
      if let option = needs.first {
        throw ValidationError("\(option) needs a demo. \(Catalog.names)")
      }
      return
    }
    let scenario = try Catalog.scenario(named: name, settings: knobs.settings)
    if let refusal = schedule?.refusal(by: scenario.explored) { throw ValidationError(refusal) }
    if !changes.isEmpty {
      let supposed = try self.scenario(named: name)
      if let critical { try CriticalReport(supposed).check(critical) }
    }
  }

  /// Rejects what cannot be combined with `--js`, and demos that have no script.
  private func validateScript(_ changed: [String]) throws {
    let others = changed + given(["--all": all, "--set": !knobs.settings.isEmpty])
    try reject("--js", with: others, "a script runs as it is written")
    if !real {
      try reject(
        "--js", with: forms.chosen.filter { ["--json", "--why"].contains($0) },
        "add --real, which records the script")
    }
    if let name, Catalog[name] != nil, Catalog.script(of: name) == nil {
      throw ValidationError(
        "\(name): this demo has no script in JavaScript. 'promise-tui about demos --js' lists the demos "
          + "that have one.")
    }
  }

  func run() throws {
    let screens = Screens(root.screen, isReal: real, showsScripts: js)
    if all {
      return forms.plain
        ? try printAll() : try screens.show(nil, as: .tour(Tour())) { try printAll() }
    }
    guard let name else { return try screens.show(nil) { Output.emit(Catalog.list) } }
    let scenario = try scenario(named: name)
    if js, real { return try recordScript(of: scenario) }
    if let critical { return Output.emit(try CriticalReport(scenario).text(of: critical)) }
    if let form = forms.form(root.screen) { return try print(form, scenario) }
    try screens.show(scenario, as: lesson ? .lesson(scenario.entry.name) : nil) {
      // Only the report includes the lesson.
      try print(lesson ? .report : root.screen.text, scenario)
    }
  }

  /// Prints every demo as text, one after another.
  private func printAll() throws {
    let form: PrintedForm = forms.plain ? .report : .narration(root.screen.language)
    for demo in Catalog.all {
      try form.print(
        try Catalog.scenario(named: demo, settings: [], root.screen.language),
        lints: root.screen.lints)
      Output.emit("\n")
    }
  }

  private func print(_ form: PrintedForm, _ scenario: RunnableDemo) throws {
    let lints = root.screen.lints
    if js { return try printScript(form, scenario) }
    guard real else {
      let search = OrderSearch(scenario: scenario.explored)
      let canSearch = scenario.dialect == .promiseKitLite && scenario.changes.isEmpty
      return try form.print(scenario, lints: lints, searching: canSearch ? search.answer(to:) : nil)
    }
    form.printLive(scenario, lints: lints) { PromiseTUI.end(with: $0) }
  }

  /// Returns the demo with its knobs, schedule, and what-if changes applied. What it prints during
  /// the trial runs is discarded.
  private func scenario(named name: String) throws -> RunnableDemo {
    var scenario = try Catalog.scenario(
      named: name, settings: knobs.settings, root.screen.language)
    if let dialect { scenario = scenario.following(dialect) }
    guard schedule != nil || !whatIf.isEmpty else { return scenario }
    try StdoutCapture.discarding {
      if let schedule { scenario = try scenario.following(schedule) }
      for text in whatIf { try scenario.suppose(text) }
    }
    return scenario
  }
}

// MARK: - Its script in JavaScript

extension DemoCommand {
  /// Runs the demo's script by node, and prints it as text, or the screen that shows it.
  private func printScript(_ form: PrintedForm, _ scenario: RunnableDemo) throws {
    guard let script = Catalog.script(of: scenario.entry.name)?.run() else { return }
    guard case .report = form else {
      var scenario = scenario
      scenario.entry.script = script
      return try form.print(scenario, lints: root.screen.lints)
    }
    let report = ScriptReport(
      entry: scenario.entry, script: script, language: root.screen.language)
    Output.emit(report.text)
  }

  /// Records the promises of the demo's script while node runs it: on the screen, or as text.
  private func recordScript(of scenario: RunnableDemo) throws {
    guard let script = Catalog.script(of: scenario.entry.name) else { return }
    if let problem = ProgramSearch.problem(with: "node") { throw problem }
    let file = CachedScript(name: script.file, text: script.lines.joined(separator: "\n") + "\n")
    guard let path = file.path(UserFolders(.current)) else { throw CommandError.noTemporary() }
    let options = root.screen
    let plan = RunPlan(
      arguments: ["node", path], finder: SourceFinder(below: Folder.parent(of: path) ?? "."))
    let print = { (form: PrintedForm) in
      try plan.record { run, _ in
        if let run { try form.print(run, lints: options.lints, finder: plan.finder) }
      }
    }
    if let form = forms.form(options) { return try print(form) }
    let source = ProgramSource { sender in RunFeed.begin(plan, sender) }
    try Screens(options).show(.demo(script.file), of: source) { try print(options.text) }
  }
}
