import ArgumentParser

/// `promise-tui repeat -- PROGRAM`: runs a program many times.
struct RepeatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repeat",
    abstract: "Run a program many times, and group the runs by what they did.",
    usage: "promise-tui repeat [<options>] -- <program> [<arguments>]",
    discussion: """
      For failures that happen once in a hundred runs. Each run records its promises. Runs form one \
      outcome if their named handlers start in the same order, their notes are the same, and they \
      end the same way. One trace of each outcome is kept; the others are deleted. A run \
      fails if it exits with a status other than 0, is ended by a signal, takes too long, \
      violates --expect or --fail-on, or is failed by what it prints or by the check command. The \
      report names orders of two handlers that all failures and no passes have, and shows the most \
      similar failing and passing runs side by side.

      The check command is run by sh. Its variables are PROMISE_REPEAT_TRACE and \
      PROMISE_REPEAT_OUTPUT, the paths of the trace and of a file with what the run printed, \
      PROMISE_REPEAT_ENDING, such as 'exit 0', and PROMISE_REPEAT_RUN, the number of the run, which \
      the program has, too.

      --shuffle delays jobs and timers a little, as a busy machine does, with a different seed in \
      each run: rare orders occur more often, and the same seed repeats one if the program allows it.

      --schedules runs the program until a run fails, and then again with the order of jobs and timers of \
      that run, and with orders around it: the report names the smallest change that makes it pass. The \
      first runs are as they are, the others are shuffled.

      The exit status is 0 if all runs pass, 1 if not, 66 if there is no such program or check, and \
      130 if ^C stopped it.

      EXAMPLES
        promise-tui repeat -n 500 -- ./flaky
        promise-tui repeat -n 200 --shuffle -j 4 -- .build/debug/myapp --fast
        promise-tui repeat --until-failure --seed 1 -- ./flaky
        promise-tui repeat --schedules -- ./flaky
        promise-tui repeat -n 20 --schedule failing.schedule -- ./flaky
        promise-tui repeat --expect "login before fetch" -- ./myapp
        promise-tui repeat --fail-on unhandled-rejection -- ./myapp
        promise-tui repeat --fail-on-output wrong --by output -- ./myapp
        promise-tui repeat --check 'grep -q ok result.txt' -- ./myapp
        promise-tui repeat -n 20 --plain -- swift test --skip-build --filter Checkout
        promise-tui repeat -n 100 -- node test.js
        promise-tui repeat -n 100 --report sarif=promise.sarif -- ./myapp
        promise-tui repeat -n 50 --json -- ./flaky | jq '.outcomes[].runs'
      """)

  @OptionGroup var options: RepeatOptions

  @OptionGroup var forms: OutcomeOptions

  @OptionGroup var reports: ReportOptions

  @OptionGroup var play: PlayOptions

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("After '--': the program and its arguments.", valueName: "program"))
  var arguments: [String] = []

  func validate() throws {
    try play.validate(isReal: true)
    guard arguments.first?.isEmpty == false else {
      throw ValidationError(
        "No program given: name one after '--', as in 'promise-tui repeat -n 100 -- ./myapp'.")
    }
    try forms.validate(beside: false)
    if options.schedules, options.jobs ?? 1 > 1 {
      throw ValidationError("--schedules makes one run at a time: leave out -j")
    }
    try reports.validate(beside: forms.json ? "--json" : nil, replacing: arguments)
  }

  func run() throws {
    let plan = options.plan(arguments)
    let kept: KeptRuns
    do throws(CommandError) {
      if let file = plan.schedule { _ = try ScheduleFile(file) }
      kept = try KeptRuns(plan.folder, for: plan.name)
    } catch {
      throw error.report()
    }
    let isSearch = options.schedules
    let print = {
      let reporter = reports.reporter("repeat", SourceFinder(below: "."), play.lints.settings)
      let plain = PlainRuns(
        kept: kept, isJSON: forms.json, isPlain: forms.plain, reporter: reporter)
      if isSearch { return try plain.run { OrderTrials(plan, in: kept, changed: $0) } }
      try plain.run { changed in Repeater(plan, in: kept) { _ in changed() } }
    }
    guard !forms.plain, !forms.json, !isSearch, reports.isEmpty else { return try print() }
    let screens = Screens(play: play)
    try screens.show(
      RepeatSource(plan: plan, kept: kept, language: screens.language), exploring: plan.name,
      fallback: print)
  }
}
