import ArgumentParser
import PromiseCourse
import PromiseScreens
import PromiseSystem

/// The programming language in which a demo is shown.
enum SourceLanguage: String, CaseIterable, ExpressibleByArgument {
  case swift, js
}

extension DemoCommand {
  /// Rejects what cannot be combined with `--language js`, and demos that have no script.
  func validateScript(_ forms: [String]) throws {
    let others = [
      (all, "--all"), (dialect != nil && real, "--dialect"),
      (lesson && real, "--lesson"), (variant != nil, "--variant"),
      (!knobs.settings.isEmpty, "--set"), (schedule != nil, "--schedule"),
      (!whatIf.isEmpty, "--what-if"),
    ].filter(\.0).map(\.1)
    if let option = others.first {
      throw ValidationError(
        "--language js and \(option) cannot be used together: a script runs as it is written.")
    }
    if real, name == nil, !list {
      throw ValidationError("--real needs a demo with --language js. \(Catalog.names)")
    }
    let shown = ["--plain", "--screen", "--list"]
    if !real, let option = forms.first(where: { !shown.contains($0) }) {
      throw ValidationError(
        "--language js and \(option) cannot be used together without --real, which records the script."
      )
    }
    if let name, (try? Catalog.scenario(named: name, settings: [])) != nil,
      Catalog.script(of: name) == nil
    {
      throw ValidationError(
        "\(name): this demo has no script in JavaScript. 'promise-tui demo --list --language js' lists "
          + "the demos that have one.")
    }
  }

  /// Runs the demo's script by node, and prints it as text, or the screen that shows it.
  func printScript(_ form: PrintedForm, _ scenario: RunnableDemo) throws {
    guard let script = Catalog.script(of: scenario.entry.name)?.run() else { return }
    guard case .report = form else {
      var scenario = scenario
      scenario.entry.script = script
      return try form.print(scenario, lints: play.lints.settings)
    }
    let report = ScriptReport(entry: scenario.entry, script: script, language: play.language)
    Output.emit(report.text)
  }

  /// Records the promises of the demo's script while node runs it: on the screen, or as text.
  func recordScript(of scenario: RunnableDemo) throws {
    guard let script = Catalog.script(of: scenario.entry.name) else { return }
    if let problem = ProgramSearch.problem(with: "node") {
      throw CommandError(problem, status: 66).report()
    }
    let file = CachedScript(name: script.file, text: script.lines.joined(separator: "\n") + "\n")
    guard let path = file.path(UserFolders(.current)) else {
      throw CommandError(FileError.temporary(errno)).report()
    }
    let finder = SourceFinder(below: Folder.parent(of: path) ?? ".")
    let plan = RunPlan(arguments: ["node", path], finder: finder)
    let print = { (form: PrintedForm) in
      try plan.record { run, _ in
        if let run { try form.print(run, lints: play.lints.settings, finder: finder) }
      }
    }
    if let form = forms.form(play) { return try print(form) }
    let source = ProgramSource { sender in RunFeed.begin(plan, sender) }
    try Screens(play: play).show(source, opening: script.file) {
      try print(play.narrates(in: .current) ? .narration(play.language) : .report)
    }
  }
}
