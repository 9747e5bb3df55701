import ArgumentParser
import PromiseSystem

/// `promise-tui record -o FILE -- PROGRAM`: records a program's run in a file.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Run your own program and record it in a file.",
    usage: "promise-tui record [<options>] -- <program> [<arguments>]",
    discussion: """
      The program links PromiseKitLite, or is run by Node.js 18 or later; it is not changed otherwise. It keeps the terminal, its input \
      and its output, as if it ran by itself; it gets the signals that are sent to promise-tui, and \
      its exit status is passed on. Afterwards, a line on standard error says what was recorded. \
      With --otlp, the promises are also sent as spans while the program runs, which never waits for \
      that: docs/tracing-backends.md.

      EXAMPLES
        promise-tui record -- .build/debug/myapp
        promise-tui record -o run.ptrace -- .build/debug/myapp --verbose
        promise-tui record -o run.jsonl -- .build/debug/myapp     JSON Lines
        promise-tui record -o run-%p.ptrace -- ./tests.sh
        promise-tui record --values off -- .build/debug/myapp
        promise-tui record -- node app.js
        promise-tui record --otlp http://localhost:4318 -- .build/debug/myapp
        promise-tui open run.ptrace
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; %p stands for the process ID. Default: the program's name with .ptrace, for Node.js the script's name with .jsonl.",
      valueName: "file"),
    completion: .file())
  var output: String?

  @Option(help: "Whether to record values and errors as text; they may be secret.")
  var values: Values = .on

  @Flag(help: "Overwrite the file even if it is not a trace.")
  var force = false

  @OptionGroup var spans: OTLPOptions

  @OptionGroup var program: ProgramOptions

  /// Whether values are recorded.
  enum Values: String, ExpressibleByArgument, CaseIterable {
    case on, off
  }

  func validate() throws {
    if spans.otlp == nil, spans.serviceName != nil {
      throw ValidationError("--service-name requires --otlp.")
    }
  }

  func run() throws {
    let path = output ?? program.traceName
    let destination = try spans.destination()
    try RecordedFile.check(path, force: force)
    let file = RecordedFile(path)
    var recorded = ChildProcess.Program(
      program.arguments, recordingTo: .file(path), values: values == .on)
    for standard in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      recorded.descriptors[standard] = standard
    }
    let upload = try destination.map { try self.upload(file, path, to: $0) }
    let ending = try recorded.runInForeground()
    for sentence in file.summary(of: program.name) { Output.printError(sentence) }
    if let upload, let destination { report(upload, of: file, to: destination) }
    throw ExitCode(ending.status)
  }

  /// Starts sending what is recorded.
  ///
  /// - Throws: The exit status, after the reason is reported.
  private func upload(
    _ file: RecordedFile, _ path: String, to destination: OTLPDestination
  ) throws -> SpanUpload {
    guard !Folder.exists(path) || Folder.isFile(path) else {
      throw usageError(
        "--otlp reads what is recorded: \(path) is not a file, so choose one with -o")
    }
    let environment = OTLPEnvironment.current
    let resource = SpanUpload.Resource(
      service: spans.serviceName ?? environment.service, program: program.name,
      more: environment.attributes)
    guard let upload = SpanUpload(of: { file.written }, as: resource, to: destination) else {
      throw CommandError(
        "nothing can be sent: the system has no resources left. End other programs"
      )
      .report()
    }
    return upload
  }

  /// Sends the rest, and says what was sent.
  private func report(
    _ upload: SpanUpload, of file: RecordedFile, to destination: OTLPDestination
  ) {
    let progress = ProgressLine()
    progress?.show("sending spans to \(destination.address) …")
    let report = upload.finish()
    progress?.clear()
    let written = file.written
    guard !written.isEmpty else { return }
    let commands = written.prefix(3).map {
      "promise-tui export \(shellQuoted($0)) --otlp \(shellQuoted(spans.otlp ?? "env"))"
    }
    let again = commands.joined(separator: "; ")
    for sentence in report.sentences(to: destination.address, again: again) {
      Output.printError(sentence)
    }
  }
}
