import ArgumentParser
import PromiseScreens

/// The programming language in which a demo is shown.
enum SourceLanguage: String, CaseIterable, ExpressibleByArgument {
  case swift, js
}

extension DemoCommand {
  /// Rejects what cannot be combined with `--language js`, and demos that have no script.
  func validateScript(_ forms: [String]) throws {
    let others = [
      (all, "--all"), (real, "--real"), (variant != nil, "--variant"),
      (!knobs.settings.isEmpty, "--set"), (schedule != nil, "--schedule"),
      (!whatIf.isEmpty, "--what-if"),
    ].filter(\.0).map(\.1)
    let shown = ["--plain", "--screen", "--list"]
    if let option = (others + forms.filter { !shown.contains($0) }).first {
      throw ValidationError(
        "--language js and \(option) cannot be used together: a script runs as it is written.")
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
}
