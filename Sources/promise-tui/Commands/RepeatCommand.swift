import ArgumentParser

/// `promise-tui repeat -- PROGRAM`: a program of one's own, again and again.
struct RepeatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repeat",
    abstract: "Run a program again and again, and group the runs by what they did.",
    discussion: """
      For a failure that comes once in a hundred runs. Each run records its promises; runs in which the \
      named handlers began in the same order, the same was said, and that ended alike are one outcome. One \
      trace of each outcome is kept, the others are gone at once. A run fails that ends with another status \
      than 0 or by a signal, takes too long, or does not do what --expect and --fail-on ask; one that fails \
      is shown beside one that passes, where they first differ.

      --shuffle delays jobs and timers a little, as a busy machine does, by another seed in each run: coldState \
      orders come more often, and come again with their seed where the program allows.

      The status is 0 if all runs pass, 1 if not, 66 if there is no such program, 130 if ^C stopped it.

      EXAMPLES
        promise-tui repeat -n 500 -- ./flaky
        promise-tui repeat -n 200 --shuffle -j 4 -- .build/debug/myapp --fast
        promise-tui repeat --until-failure --seed 1 -- ./flaky
        promise-tui repeat --expect "login before fetch" --fail-on unhandled-rejection -- ./myapp
        promise-tui repeat -n 20 --plain -- swift test --skip-build --filter Checkout
        promise-tui repeat -n 50 --json -- ./flaky | jq '.outcomes[].runs'
      """)

  @OptionGroup var options: RepeatOptions

  @OptionGroup var forms: OutcomeOptions

  @OptionGroup var play: PlayOptions

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("After --: the program and its arguments.", valueName: "program"))
  var words: [String] = []

  func validate() throws {
    try play.validate(isReal: true)
    guard words.first?.isEmpty == false else {
      throw ValidationError(
        "repeat needs a program after --, as in 'promise-tui repeat -n 100 -- ./myapp'.")
    }
    try forms.validate(beside: false)
  }

  func run() throws {
    let plan = options.plan(words)
    let kept: KeptRuns
    do throws(CommandError) {
      kept = try KeptRuns(plan.folder, for: plan.name)
    } catch {
      throw error.told()
    }
    let print = { try PlainRepetition(plan: plan, kept: kept, isJSON: forms.json).run() }
    guard !forms.plain, !forms.json else { return try print() }
    try Screens(play: play).show(
      RepeatSource(plan: plan, kept: kept), exploring: plan.name, otherwise: print)
  }
}
