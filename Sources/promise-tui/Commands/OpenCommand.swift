import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// `promise-tui open FILE`: shows a recorded run, or a program that is running, on the screen or as text.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Show a recorded run, or a program that is running.",
    usage: """
      promise-tui open <file|process> ... [<options>]
      promise-tui open --gate <socket> [<options>]
      """,
    discussion: """
      A run opens at its end; g goes to the beginning. While its program is running, the screen \
      follows it. Several files, or a folder, are several processes on one screen. Without a \
      terminal, a report is printed. docs/debug/recording.md has more.

      A program that Node.js runs need not be recorded: named by its ID, it loads a script that \
      records what happens from then on, until you leave.

      EXAMPLES
        promise-tui open run.ptrace --why submit --at 40
        promise-tui open shop.ptrace store.ptrace
        promise-tui open $(pgrep -f server.js)
        promise-tui open --gate /tmp/myapp.gate
        gunzip -c run.ptrace.gz | promise-tui open -
      """)

  @ParentCommand var root: PromiseTUI

  @Argument(
    help: ArgumentHelp(
      "The trace: a file, - for standard input, or the ID of a process. With --gate, its socket.",
      valueName: "file|process"),
    completion: .traces)
  var names: [String]

  @Flag(
    help:
      "Follow a file that does not say whether its program is running, and wait for one that is missing."
  )
  var follow = false

  @Flag(
    help:
      "Control the program with PROMISE_GATE=unix:SOCKET: stop it between handlers, and choose what runs next. See docs/debug/gate.md."
  )
  var gate = false

  @OptionGroup var stops: BreakpointOptions

  @OptionGroup var shown: ShownRunOptions

  func validate() throws {
    try shown.validate(root.screen, replacing: names)
    guard follow else { return }
    let texts = shown.forms.chosen + given(["--report": !shown.reports.isEmpty])
    try reject("--follow", with: texts, "--follow keeps the screen up to date")
    if names == ["-"] {
      throw ValidationError("--follow needs a file: standard input is followed in any case.")
    }
  }

  func run() throws {
    if gate || !stops.breakpoints.isEmpty { return try control() }
    let processes = ProcessTraces()
    defer { processes.end() }
    let sources = try sources(processes)
    defer { for source in sources { source.input?.close() } }
    if let form = shown.form(root.screen) { return try print(form, sources) }
    let feed = TraceFeed(sources: sources, follows: follow, finder: shown.sources.finder)
    try Screens(root.screen).show(
      .demo(feed.program.entry.name), of: ProgramSource(begin: feed.begin)
    ) {
      // A pipe cannot be opened a second time.
      try print(root.screen.text, sources)
    }
  }

  /// Controls the gate of the program.
  private func control() throws {
    guard names.count == 1 else {
      throw usageError(
        "--gate controls one program: name one socket. 'promise-tui run --gate' controls all "
          + "processes of a program")
    }
    let name = names[0]
    let path = name.hasPrefix("unix:") ? String(name.dropFirst(5)) : name
    if let problem = SocketPath.problem(with: path) { throw problem }
    try GateScreen.check(root.screen, printsText: shown.form(root.screen) != nil)
    let source = ProgramSource { [finder = shown.sources.finder] sender in
      GatedAttachFeed(path, adding: stops.breakpoints, finder: finder, sender: sender)
    }
    try Screens(root.screen).show(.demo(Folder.name(of: path)), of: source) {
      throw GateScreen.missing
    }
  }

  /// Opens what the names stand for.
  private func sources(_ processes: ProcessTraces) throws -> [TraceFeed.Source] {
    if follow, names.count == 1, NodeProcess(names[0]) == nil, TraceInput.mayBegin(names[0]) {
      return [TraceFeed.Source(name: names[0], input: nil)]
    }
    let traces = try names.flatMap { name -> [ProcessTraces.Trace] in
      if let trace = try processes.trace(named: name) { return [trace] }
      return try TracePaths.files(name, isOneOfSeveral: names.count > 1).map {
        ProcessTraces.Trace(path: $0)
      }
    }
    return try ProcessMerger.shown(traces).map {
      let input = try TraceInput.open($0.path)
      return TraceFeed.Source(name: input.name, input: input, process: $0.process)
    }
  }

  /// Prints what has happened. Only the screen follows a program.
  private func print(_ form: PrintedForm, _ sources: [TraceFeed.Source]) throws {
    if case .trace = form, shown.reports.isEmpty, sources.count == 1,
      let input = sources[0].input, let process = sources[0].process
    {
      return try LineConversion.print(input) { NodeProcess.isRunning(process) }
    }
    for case let process? in sources.map(\.process) { ProcessTraces.waitForEnd(of: process) }
    if let source = sources.first, source.input == nil, TraceInput.mayBegin(source.name) {
      throw CommandError(
        "\(source.name): no such file, and only a screen waits for one: 'promise-tui export \(shellQuoted(source.name)) --follow' waits for it, and prints each event as it happens",
        status: 66
      )
    }
    let run = try Recording.read(sources.map { try $0.input ?? TraceInput.open($0.name) })
    let status: Int32 = run.isDamaged ? 65 : 0
    try shown.print(
      run, as: form, named: names.joined(separator: " "), status: status,
      shown.reporter("open", root.screen))
    if run.isDamaged { throw ExitCode(status) }
  }
}
