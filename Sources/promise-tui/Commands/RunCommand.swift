import ArgumentParser
import PromiseScreens
import PromiseSystem

/// `promise-tui run -- PROGRAM`: shows a program on the screen while it runs.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run your own program, and watch its promises live.",
    usage: "promise-tui run [<options>] -- <program> [<arguments>]",
    discussion: """
      The program links PromiseKitLite, or is run by Node.js 18 or later; it is not changed \
      otherwise. What it prints has a pane of its own (8); it cannot read the keyboard, which 'record' \
      leaves to it. Leaving with q ends it, and its exit status is passed on. If there is no screen, \
      it runs to its end and prints to standard error; a report follows on standard output.

      With --gate, it stops between the handlers of its chains, and the screen chooses what runs \
      next. The order is kept; --schedule gives it again, and says where it differs.

      EXAMPLES
        promise-tui run -- .build/debug/myapp --verbose
        promise-tui run -- node app.js
        promise-tui run --why submit -- .build/debug/myapp
        promise-tui run --break 'label submit' -- .build/debug/myapp
        promise-tui run --schedule myapp.schedule -- .build/debug/myapp
      """)

  @ParentCommand var root: PromiseTUI

  @Option(
    help: ArgumentHelp(
      "A file for the program's input, or - for your own. Default: no input.", valueName: "file"),
    completion: .file())
  var stdin: String?

  @Option(help: "Whether to show values and errors as text; they may be secret.")
  var values: RecordCommand.Values = .on

  @OptionGroup var gates: GateOptions

  @OptionGroup var program: ProgramOptions

  @OptionGroup var shown: ShownRunOptions

  func validate() throws { try shown.validate(root.screen, replacing: program.arguments) }

  func run() throws {
    let form = shown.form(root.screen)
    var plan = RunPlan(arguments: program.arguments, finder: shown.sources.finder)
    plan.includesValues = values == .on
    if gates.isGated { try GateScreen.check(root.screen, printsText: form != nil) }
    plan.schedule = try gates.readSchedule()
    plan.orderFile = gates.output
    if let stdin { plan.input = try ProgramInput.open(stdin, hasScreen: form == nil) }
    if let problem = ProgramSearch.problem(with: program.arguments[0]) { throw problem }
    if let form { return try print(form, plan) }
    plan.gate = gates.plan(of: program.arguments[0])
    let source = ProgramSource { [plan] sender in RunFeed.begin(plan, sender) }
    try Screens(root.screen).show(.demo(plan.name), of: source) {
      guard plan.gate == nil else { throw GateScreen.missing }
      try print(root.screen.text, plan)
    }
  }

  /// Runs the program to its end, and prints what it recorded.
  private func print(_ form: PrintedForm, _ plan: RunPlan) throws {
    let reporter = shown.reporter("run", root.screen)
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
      try shown.print(run, as: form, named: plan.name, status: status, checks: [check], reporter)
    }
  }
}
