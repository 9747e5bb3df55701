import ArgumentParser
import Demos
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
      promise-tui explore <shard> ... [--plain | --json | --quiet]
      """,
    discussion: """
      A schedule is the list of choices in one run: what starts, ends or fires next, wherever more \
      than one could at the same instant. All are run, and their results are grouped into outcomes; \
      'promise-tui demo NAME --schedule TOKEN' replays one. Several machines can share the work: \
      each writes a shard, and all shards together print one report.

      The exit status of a report is 0 if the expectations hold, 1 if not, and 130 if ^C stopped it. \
      docs/debug/schedules.md has more.

      EXAMPLES
        promise-tui explore checkout-bug
        promise-tui explore dashboard-race --plain --set timeout=140
        promise-tui explore login-fetch-submit --expect "fetch before submit"
        promise-tui explore checkout-bug --shard 3/16 -o 3.shard
        promise-tui explore *.shard
      """)

  @ParentCommand var root: PromiseTUI

  @Argument(
    help: ArgumentHelp("The demo, or the files of all shards.", valueName: "name"),
    completion: .demos)
  var names: [String] = []

  @OptionGroup var forms: OutcomeOptions

  @Flag(help: "Print only the expectations that fail.")
  var quiet = false

  @Option(
    name: .customLong("expect"),
    help: ArgumentHelp(
      "What must hold in every schedule, such as \"login before fetch\" or \"never deadlock\"; docs/debug/expectations.md lists all. Default: what the demo expects. May be repeated.",
      valueName: "A before B"),
    transform: Arguments.invariant)
  var expectations: [Invariant] = []

  @OptionGroup var reports: ReportOptions

  @OptionGroup var knobs: KnobOptions

  @OptionGroup var limits: BudgetOptions

  /// Accepted only to be rejected with an explanation.
  @Flag(help: .hidden) var real = false

  /// Whether the names are files of shards.
  private var merges: Bool {
    names.contains { $0.hasSuffix(".shard") || Demo.named($0) == nil && Folder.isFile($0) }
  }

  func validate() throws {
    guard let name = names.first else {
      throw ValidationError("explore needs a demo. \(Catalog.names)")
    }
    try forms.validate(beside: quiet)
    try reports.validate(
      beside: forms.json ? "--json" : nil, replacing: merges ? names : [])
    let own =
      limits.chosen
      + given(["--set": !knobs.settings.isEmpty, "--expect": !expectations.isEmpty])
    guard !merges else {
      return try reject(name, with: own, "a shard contains the demo and its options")
    }
    if real {
      throw ValidationError("--real is not supported: only a simulation can run in every order.")
    }
    if names.count > 1 {
      throw ValidationError("\(names[1]): explore takes one demo, or the files of shards.")
    }
    if limits.shard != nil {
      let texts = given([
        "--plain": forms.plain, "--json": forms.json, "--quiet": quiet,
        "--report": !reports.isEmpty,
      ])
      try reject("--shard", with: texts, "--shard writes a file; use them with all shards")
    }
    _ = try Catalog.scenario(named: name, settings: knobs.settings)
  }

  func run() throws {
    if merges { return try merge() }
    let name = names[0]
    let scenario = try Catalog.scenario(named: name, settings: knobs.settings)
    let own = expectations.isEmpty
    let run = ExplorationRun(
      scenario: scenario.explored, search: limits.search, budget: limits.budget,
      expectations: own ? scenario.expects : expectations, jobs: limits.jobs)
    if let shard = limits.shard, let file = limits.output {
      if !own { try checkNames(run) }
      let plan = ShardPlan(
        program: programVersion, name: name, settings: knobs.settings,
        fingerprint: run.scenario.fingerprint, search: run.search, budget: run.budget,
        expectations: expectations)
      return try write(shard, of: run, plan, to: file)
    }
    let print = {
      try finish(run, replay: replay(name, knobs.settings), checkingNames: !own) {
        run.explore(showing: quiet ? nil : ProgressLine())
      }
    }
    guard !forms.plain, !forms.json, !quiet, reports.isEmpty else { return try print() }
    if !own { try checkNames(run) }
    try Screens(root.screen).show(
      scenario, as: .exploration(scenario.entry.name),
      exploring: ExplorationPlan(
        search: run.search, budget: run.budget, expectations: run.expectations,
        jobs: limits.jobs),
      fallback: print)
  }

  /// Returns the command that replays a schedule, without the schedule.
  private func replay(_ name: String, _ settings: [String]) -> String {
    "promise-tui demo \(name)" + settings.map { " --set \(shellQuoted($0))" }.joined()
  }

  /// Returns what `body` finds, while what the program prints is discarded, and ^C only stops the search.
  private func searching<Result>(_ body: () -> Result) -> Result {
    StdoutCapture.hold(STDOUT_FILENO)
    Signals.noteInterrupt()
    let result = body()
    _ = StdoutCapture.take(atEnd: true)
    StdoutCapture.release()
    return result
  }

  /// Explores one share of the schedules, and writes the results to a file.
  private func write(
    _ shard: ExplorationShard, of run: ExplorationRun, _ plan: ShardPlan, to file: String
  ) throws {
    let result = searching { run.explore(shard, showing: ProgressLine()) }
    if Signals.hasInterrupt { Signals.terminate(by: SIGINT) }
    let text = ShardFile(plan: plan, shard: shard, result: result).text(run.expectations)
    try OutputFile.replace(file, with: Array(text.utf8))
    let schedules = result.sections.reduce(0) { $0 + $1.tally.schedules }
    Output.emit(
      "shard \(shard.number) of \(shard.count): \(plural(schedules, "schedule")), written to "
        + "\(file)\n")
  }

  /// Prints the report of an exploration whose shares are in files.
  private func merge() throws {
    let merge = try ShardMerge(names, program: programVersion)
    let run = merge.run(jobs: limits.jobs)
    try finish(
      run, replay: replay(merge.plan.name, merge.plan.settings),
      checkingNames: !merge.plan.expectations.isEmpty
    ) { merge.exploration(of: run) }
  }

  /// Explores, prints the report, and exits with the status that the expectations call for.
  private func finish(
    _ run: ExplorationRun, replay: String, checkingNames: Bool, explore: () -> Exploration
  ) throws {
    let (report, unknown) = searching {
      let exploration = explore()
      let unknown = checkingNames && !Signals.hasInterrupt ? run.namesThatNeverHappen() : []
      let names = unknown.isEmpty ? [] : run.names(in: exploration)
      return (
        ExplorationReport(
          scenario: run.scenario, exploration: exploration, budget: run.budget,
          expectations: run.expectations, replay: replay,
          difference: run.difference(in: exploration)),
        unknown.first.map { neverHappens($0, among: names, in: exploration) }
      )
    }
    if !quiet, Output.errorIsTerminal {
      Output.writeError("\(report.exploration.paceSentence)\n")
    }
    if let unknown { throw unknown }
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
  ) -> CommandError {
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
