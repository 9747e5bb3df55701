import ArgumentParser

/// `promise-tui open FILE`: shows a recorded run on the screen, or prints it as text.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Show a recorded run, or a program that is running.",
    usage: "promise-tui open <file|process> ... [<options>]",
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

      The ID of a process that is running stands for the file to which it is recorded. A program that Node.js \
      runs need not be recorded: it loads a script that records what happens from then on, until you leave; \
      its inspector is open for that moment, which Node.js reports on the program's standard error. It is \
      printed when it ends, except with --json, which prints each event as it happens.

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
        promise-tui open $(pgrep -f server.js)
        gunzip -c run.ptrace.gz | promise-tui open -
      """)

  @Argument(
    help: ArgumentHelp(
      "The trace: a file, - for standard input, or the ID of a process. Several, or a folder, are several processes.",
      valueName: "file|process"),
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
    try RunOpening(names: files, follows: follow, shown: shown, reports: reports).show()
  }
}
