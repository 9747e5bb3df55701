import ArgumentParser

/// `promise-tui repeat -- PROGRAM`: runs a program many times.
struct RepeatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repeat",
    abstract: "Run a program many times, and group the runs by what they did.",
    usage: "promise-tui repeat [<options>] -- <program> [<arguments>]",
    discussion: """
      For failures that happen once in a hundred runs. Runs whose named handlers start in the same \
      order, with the same notes and the same end, are one outcome, of which one trace is kept. The \
      report names orders that all failures and no passes have, and shows the most similar failing \
      and passing runs side by side.

      A run fails if it exits with a status other than 0, is ended by a signal, takes too long, \
      violates --expect, or if the check command fails, which sh runs with the trace and the output \
      of the run in PROMISE_REPEAT_TRACE and PROMISE_REPEAT_OUTPUT. The exit status is 0 if all runs \
      pass, 1 if not, and 130 if ^C stopped it. docs/debug/repeat.md has more.

      EXAMPLES
        promise-tui repeat -n 200 --shuffle -j 4 -- .build/debug/myapp --fast
        promise-tui repeat --until-failure --expect "login before fetch" -- ./myapp
        promise-tui repeat --schedules -- ./flaky
        promise-tui repeat -n 20 --plain -- swift test --skip-build --filter Checkout
      """)

  @ParentCommand var root: PromiseTUI

  @OptionGroup var plan: RepeatPlan

  @OptionGroup var forms: OutcomeOptions

  @OptionGroup var reports: ReportOptions

  func validate() throws {
    try forms.validate(beside: false)
    try reports.validate(beside: forms.json ? "--json" : nil, replacing: plan.arguments)
  }

  func run() throws {
    let plan = plan
    if let file = plan.schedule { _ = try ScheduleFile(file) }
    let kept = try KeptRuns(plan.folder, for: plan.name)
    let print = {
      let reporter = reports.reporter("repeat", SourceFinder(below: "."), root.screen.lints)
      let plain = PlainRuns(
        kept: kept, isJSON: forms.json, isPlain: forms.plain, reporter: reporter)
      if plan.isSearch { return try plain.run { OrderTrials(plan, in: kept, changed: $0) } }
      try plain.run { changed in Repeater(plan, in: kept, root.screen.lints) { _ in changed() } }
    }
    guard !forms.plain, !forms.json, !plan.isSearch, reports.isEmpty else { return try print() }
    let screens = Screens(root.screen)
    try screens.show(
      .exploration(plan.name),
      of: RepeatSource(
        plan: plan, kept: kept, lints: root.screen.lints, language: screens.language),
      fallback: print)
  }
}
