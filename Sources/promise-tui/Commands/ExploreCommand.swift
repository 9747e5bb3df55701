import ArgumentParser
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseScreens
import PromiseSimulation
import PromiseSystem

/// `promise-tui explore NAME`: runs every schedule of a demo.
struct ExploreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Run a demo in every possible order.",
    usage: """
      promise-tui explore <name> [<options>]
      promise-tui explore <name> --shard <i/n> -o <file> [<options>]
      promise-tui explore --merge <file> ...
      """,
    discussion: """
      A schedule is the list of choices in one run: which job starts next, which one ends, which \
      timer fires, wherever more than one could at the same instant. All schedules are run, and \
      their results are grouped into outcomes. Each outcome has a token; \
      'promise-tui demo NAME --schedule TOKEN' replays its first run.

      Several machines can share the work: each runs one shard, and --merge prints the report of all \
      of them, which is that of a single run.

      Expectations are checked in every schedule: the demo's own, or those given by the \
      --expect options. The exit status of a report is 0 if all of them hold, 1 if not, and 130 if ^C \
      stopped it; leaving the screen gives 0, and so does writing a shard. With --merge, it is 65 if \
      the files are not all shards of one exploration, and 66 if one cannot be read.

      EXAMPLES
        promise-tui explore checkout-bug
        promise-tui explore dashboard-race --plain --set timeout=140
        promise-tui explore login-fetch-submit --expect "fetch before submit"
        promise-tui explore login-fails --expect-never unhandled --quiet
        promise-tui explore dashboard-race --random 7 --schedules 1000
        promise-tui explore dashboard-race --json | jq .outcomes
        promise-tui explore dashboard-race --report junit=report.xml
        promise-tui explore checkout-bug --shard 3/16 -o 3.shard
        promise-tui explore --merge *.shard
      """)

  @Argument(help: "The demo's name.", completion: .demos)
  var name: String?

  @OptionGroup var forms: OutcomeOptions

  @Flag(help: "Print only the expectations that fail.")
  var quiet = false

  @OptionGroup var reports: ReportOptions

  @OptionGroup var knobs: KnobOptions

  @OptionGroup var limits: BudgetOptions
  @OptionGroup var division: DivisionOptions
  @OptionGroup var expectations: ExpectationOptions
  /// Accepted only to be rejected with an explanation.
  @Flag(help: .hidden) var real = false

  @OptionGroup var play: PlayOptions

  func validate() throws {
    try play.validate(isReal: false)
    try reports.validate(beside: forms.json ? "--json" : nil, replacing: division.merge)
    guard division.merge.isEmpty else {
      try forms.validate(beside: quiet)
      if name != nil || !knobs.settings.isEmpty || !limits.areDefault || !expectations.all.isEmpty {
        throw ValidationError(
          "--merge takes the demo and its options from the files: leave out everything else but "
            + "--plain, --json, --quiet, --report and --jobs.")
      }
      return
    }
    guard let name else {
      throw ValidationError("explore needs a demo. \(Catalog.names)")
    }
    try forms.validate(beside: quiet)
    if real {
      throw ValidationError("--real is not supported: only a simulation can run in every order.")
    }
    if division.shard != nil, forms.plain || forms.json || quiet || !reports.isEmpty {
      throw ValidationError(
        "--shard writes a file instead of a report: use --plain, --json, --quiet and --report with --merge."
      )
    }
    _ = try Catalog.scenario(named: name, settings: knobs.settings)
  }

  func run() throws {
    guard division.merge.isEmpty else { return try merge() }
    guard let name else { return }
    let scenario = try Catalog.scenario(named: name, settings: knobs.settings)
    let own = expectations.all.isEmpty
    let run = ExplorationRun(
      scenario: scenario.explored, search: limits.search, budget: limits.budget,
      expectations: own ? scenario.expects : expectations.all, jobs: division.jobs)
    if let shard = division.shard, let file = division.output {
      if !own { try checkNames(run) }
      let plan = ShardPlan(
        program: PromiseTUI.configuration.version, name: name, settings: knobs.settings,
        fingerprint: run.scenario.fingerprint, search: run.search, budget: run.budget,
        expectations: expectations.all)
      return try write(shard, of: run, plan, to: file)
    }
    let print = {
      try finish(run, replay: replay(name, knobs.settings), checkingNames: !own) {
        run.explore(showing: quiet ? nil : ProgressLine())
      }
    }
    guard !forms.plain, !forms.json, !quiet, reports.isEmpty else { return try print() }
    if !own { try checkNames(run) }
    try Screens(play: play).show(
      scenario,
      exploring: ExplorationPlan(
        search: run.search, budget: run.budget, expectations: run.expectations,
        jobs: division.jobs),
      fallback: print)
  }

  /// Returns the command that replays a schedule, without the schedule.
  private func replay(_ name: String, _ settings: [String]) -> String {
    "promise-tui demo \(name)" + settings.map { " --set \(shellQuoted($0))" }.joined()
  }

  /// Explores one share of the schedules, and writes the results to a file.
  private func write(
    _ shard: ExplorationShard, of run: ExplorationRun, _ plan: ShardPlan, to file: String
  ) throws {
    StdoutCapture.hold(STDOUT_FILENO)
    Signals.noteInterrupt()
    let result = run.explore(shard, showing: ProgressLine())
    _ = StdoutCapture.take(atEnd: true)
    StdoutCapture.release()
    if Signals.hasInterrupt { Signals.terminate(by: SIGINT) }
    let text = ShardFile(plan: plan, shard: shard, result: result).text(run.expectations)
    do throws(OutputFile.Problem) {
      try OutputFile.replace(file, with: Array(text.utf8))
    } catch {
      throw CommandError("\(error)").report()
    }
    let schedules = result.sections.reduce(0) { $0 + $1.tally.schedules }
    Output.emit(
      "shard \(shard.number) of \(shard.count): \(plural(schedules, "schedule")), written to "
        + "\(file)\n")
  }

  /// Prints the report of an exploration whose shares are in files.
  private func merge() throws {
    let merge: ShardMerge
    do throws(ShardReader.Problem) {
      merge = try ShardMerge(division.merge, program: PromiseTUI.configuration.version)
    } catch {
      throw CommandError(error.sentence, status: error.status).report()
    }
    let run = merge.run(jobs: division.jobs)
    try finish(
      run, replay: replay(merge.plan.name, merge.plan.settings),
      checkingNames: !merge.plan.expectations.isEmpty
    ) { merge.exploration(of: run) }
  }

  /// Explores, prints the report, and exits with the status that the expectations call for.
  private func finish(
    _ run: ExplorationRun, replay: String, checkingNames: Bool, explore: () -> Exploration
  ) throws {
    StdoutCapture.hold(STDOUT_FILENO)
    Signals.noteInterrupt()
    let exploration = explore()
    let unknown = checkingNames && !Signals.hasInterrupt ? run.namesThatNeverHappen() : []
    let names = unknown.isEmpty ? [] : run.names(in: exploration)
    let report = ExplorationReport(
      scenario: run.scenario, exploration: exploration, budget: run.budget,
      expectations: run.expectations, replay: replay, difference: run.difference(in: exploration))
    _ = StdoutCapture.take(atEnd: true)
    StdoutCapture.release()
    if !quiet, Output.errorIsTerminal { Output.writeError("\(exploration.paceSentence)\n") }
    if let name = unknown.first { throw neverHappens(name, among: names, in: exploration) }
    try report.end(
      printing: forms.json ? report.document : quiet ? report.failureText : report.text,
      alsoPlain: forms.plain, reports.reporter("explore", SourceFinder(below: ".")),
      stoppedBy: Signals.hasInterrupt ? SIGINT : nil)
  }

  /// Rejects a name that never occurs before the screen opens, if every schedule can be run in a
  /// moment: nothing on the screen would show that an expectation about it cannot fail.
  private func checkNames(_ run: ExplorationRun) throws {
    try StdoutCapture.discarding {
      var moment = run.budget
      moment.duration = min(moment.duration, .milliseconds(300))
      let exploration = run.scenario.explore(within: moment, expecting: run.expectations)
      guard exploration.coverage == .exhaustive, let name = run.namesThatNeverHappen().first else {
        return
      }
      throw neverHappens(name, among: run.names(in: exploration), in: exploration)
    }
  }

  private func neverHappens(
    _ name: String, among names: [String], in exploration: Exploration
  ) -> ExitCode {
    let isMade = names.contains(name)
    let others = names.filter { $0 != name }
    let advice = isMade ? "" : didYouMean(name, among: others)
    let known = others.isEmpty ? "" : " The names are: \(others.joined(separator: ", "))."
    let place =
      exploration.schedules == 1
      ? "the only schedule" : "any of the \(plural(exploration.schedules, "schedule")) that ran"
    return usageError(
      "'\(name)' does not occur in \(place)"
        + (isMade ? " (its promise is created, but its handler never runs)" : "")
        + ", so nothing can be expected of it.\(advice)\(known)")
  }
}
