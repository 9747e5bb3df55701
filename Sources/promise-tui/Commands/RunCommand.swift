import ArgumentParser
import PromiseScreens
import PromiseSystem

/// `promise-tui run -- PROGRAM`: shows a program on the screen while it runs.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run your own program and watch its promises live.",
    usage: "promise-tui run [<options>] -- <program> [<arguments>]",
    discussion: """
      The program links PromiseKitLite, or is run by Node.js 18 or later; it is not changed otherwise. The screen follows the newest \
      event; Space pauses the picture, not the program. What the program prints has a pane of its \
      own (8). The screen has the keyboard, so the program runs without a terminal: opening \
      /dev/tty fails, and its input is the file of --stdin, or empty. Use 'record' for a program \
      that asks questions. Leaving with q ends the program, and its exit status is passed on. If \
      standard output is not a terminal, or with --plain, --report and similar options, the program runs to \
      its end and prints to standard error; the report follows on standard output.

      With --gate, the program stops between the handlers of its chains, and the screen chooses what \
      runs next. If promise-tui is stopped or killed, the gate opens. The order of the run is \
      kept; --schedule gives it again, and says where it differs.

      EXAMPLES
        promise-tui run -- .build/debug/myapp
        promise-tui run -- .build/debug/myapp --verbose
        promise-tui run --stdin orders.txt -- .build/debug/myapp
        promise-tui run --plain -- .build/debug/myapp > report.txt
        promise-tui run --report sarif=promise.sarif -- .build/debug/myapp
        promise-tui run --why submit -- .build/debug/myapp
        promise-tui run --gate -- .build/debug/myapp
        promise-tui run --break 'label submit' -- .build/debug/myapp
        promise-tui run --schedule myapp.schedule -- .build/debug/myapp
        promise-tui run -- swift run myapp
        promise-tui run -- node app.js
      """)

  @Option(
    help: ArgumentHelp(
      "A file for the program's input, or - for your own. Default: no input.", valueName: "file"),
    completion: .file())
  var stdin: String?

  @Option(help: "Whether to show values and errors as text; they may be secret.")
  var values: RecordCommand.Values = .on

  @OptionGroup var gates: GateOptions

  @OptionGroup var program: ProgramOptions

  @OptionGroup var reports: ReportOptions

  @OptionGroup var shown: ShownRunOptions

  func validate() throws {
    try shown.validate(isReal: true)
    try reports.validate(beside: shown.otherForm, replacing: program.arguments)
  }

  func run() throws {
    var plan = RunPlan(arguments: program.arguments, finder: shown.sources.finder)
    plan.includesValues = values == .on
    if gates.isGated { try GateScreen.check(shown, printsText: form != nil) }
    plan.schedule = try gates.readSchedule()
    plan.orderFile = gates.saveSchedule
    if let stdin { plan.input = try ProgramInput.open(stdin, hasScreen: form == nil) }
    if let problem = ProgramSearch.problem(with: program.arguments[0]) {
      throw CommandError(problem, status: 66).report()
    }
    if let form { return try print(form, plan) }
    plan.gate = gates.plan(of: program.arguments[0])
    let source = ProgramSource { [plan] sender in RunFeed.begin(plan, sender) }
    try Screens(play: shown.play).show(source, opening: plan.name) {
      guard plan.gate == nil else { throw GateScreen.missing }
      try print(shown.text, plan)
    }
  }

  /// The text to print; `nil` to show the screen.
  private var form: PrintedForm? { shown.form ?? (reports.isEmpty ? nil : shown.text) }

  /// Runs the program to its end, and prints what it recorded.
  private func print(_ form: PrintedForm, _ plan: RunPlan) throws {
    var reporter = reports.reporter("run", shown.sources.finder, shown.play.lints.settings)
    try plan.record { run, status in
      guard let run else {
        let unread = ReportedRun(unread: plan.name, "the program recorded nothing")
        return try reporter.write([unread], status: status, isShown: true, text: "")
      }
      var check = ReportedRun.Check(what: "the program succeeds")
      if status != 0 {
        let rule = FindingRule.failingRun
        check.failure = ReportedFinding(
          rule: rule.id, level: rule.level, message: "\(plan.name): exit status \(status)",
          identity: plan.name)
      }
      try shown.print(
        run, as: form, named: plan.name, status: status, checks: [check], &reporter)
    }
  }
}
