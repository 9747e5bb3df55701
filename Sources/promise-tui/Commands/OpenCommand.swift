import ArgumentParser
import PromiseGraph
import PromiseScreens

/// `promise-tui open FILE`: shows a recorded run on the screen, or prints it as text.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Show a recorded run.",
    usage: "promise-tui open <file> ... [<options>]",
    discussion: """
      A program that links PromiseKitLite and has PROMISE_TRACE=run.ptrace in its environment \
      records its promises in that file. The run opens at its end; g goes to the beginning. While \
      the program is running, the screen follows it. A trace in JSON Lines does not say whether its \
      program is running, so it is followed only with --follow. With '-', the trace is read from \
      standard input. If standard output is not a terminal, a report of the whole run is printed \
      instead.

      Several files, or a folder, are the traces of several processes: they are shown on one screen, \
      with a group of queues for each process. Requests between them connect their chains if they carry \
      a traceparent header.

      EXAMPLES
        PROMISE_TRACE=run.ptrace .build/debug/myapp
        promise-tui open run.ptrace
        promise-tui open run.ptrace --follow
        promise-tui open run.ptrace --plain | less
        promise-tui open run.ptrace --why submit --at 40
        promise-tui open run.ptrace --screen 132x43 --at 31
        promise-tui open run.ptrace --source-path MyApp=../app/Sources/MyApp
        promise-tui open run.ptrace --report lines
        promise-tui open shop.ptrace store.ptrace
        promise-tui open traces/
        gunzip -c run.ptrace.gz | promise-tui open -
      """)

  @Argument(
    help: ArgumentHelp(
      "The trace: a file, or - for standard input. Several files, or a folder, are several processes.",
      valueName: "file"),
    completion: .traces)
  var files: [String]

  @Flag(help: "Keep reading as the file grows, and start over when the program does.")
  var follow = false

  @OptionGroup var reports: ReportOptions

  @OptionGroup var shown: ShownRunOptions

  func validate() throws {
    try shown.validate(isReal: false)
    try reports.validate(beside: shown.otherForm, replacing: files)
    if follow, let form = shown.forms.chosen.first ?? (reports.isEmpty ? nil : "--report") {
      throw ValidationError(
        "--follow and \(form) cannot be used together: --follow keeps the screen up to date.")
    }
    if follow, files == ["-"] {
      throw ValidationError("--follow needs a file: standard input is followed in any case.")
    }
  }

  func run() throws {
    let paths = try TracePaths.files(files)
    if paths.count > 1 { return try show(paths) }
    let input = try TraceInput.open(paths.first ?? "")
    defer { input.close() }
    if let form = shown.form ?? (reports.isEmpty ? nil : shown.text) {
      return try print(form, input)
    }
    let source = ProgramSource { [follow, finder = shown.sources.finder] sender in
      TraceFeed(input: input, growth: follow ? FileGrowth(of: input) : nil, finder: finder)
        .begin(sender)
    }
    try Screens(play: shown.play).show(source, opening: Folder.name(of: input.name)) {
      // A pipe cannot be opened a second time.
      try print(shown.text, input)
    }
  }

  /// Shows several processes on one screen.
  private func show(_ paths: [String]) throws {
    let print = { (form: PrintedForm) throws in
      try self.print(form, RecordedRun.processes(paths), named: paths.joined(separator: " "))
    }
    if let form = shown.form ?? (reports.isEmpty ? nil : shown.text) { return try print(form) }
    if paths.count > ProcessMerger.most { Output.printError(ProcessMerger.tooMany(paths.count)) }
    let feed = ProcessesFeed(
      places: paths.prefix(ProcessMerger.most).map { .file($0, of: nil) }, follows: follow,
      finder: shown.sources.finder)
    try Screens(play: shown.play).show(
      ProgramSource(begin: feed.begin), opening: feed.program.entry.name
    ) {
      try print(shown.text)
    }
  }

  private func print(_ form: PrintedForm, _ input: TraceInput) throws {
    try print(form, RecordedRun.read(input), named: files.first ?? "")
  }

  private func print(_ form: PrintedForm, _ run: RecordedRun, named name: String) throws {
    let status: Int32 = run.isDamaged ? 65 : 0
    var reporter = reports.reporter("open", shown.sources.finder, shown.play.lints.settings)
    try shown.print(run, as: form, named: name, status: status, &reporter)
    if run.isDamaged { throw ExitCode(status) }
  }
}
