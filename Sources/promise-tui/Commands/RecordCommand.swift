import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseSystem

/// `promise-tui record -o FILE -- PROGRAM`: records a program's run in a file.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Run your own program and record it in a file.",
    usage: "promise-tui record [<options>] -- <program> [<arguments>]",
    discussion: """
      The program links PromiseKitLite, or is run by Node.js 18 or later; it is not changed \
      otherwise. It keeps the terminal, its input and its output; it gets the signals that are sent \
      to promise-tui, and its exit status is passed on. A line on standard error says what was \
      recorded. With --otlp, the promises are also sent as spans while the program runs, which never \
      waits for that: docs/debug/tracing-backends.md.

      EXAMPLES
        promise-tui record -- .build/debug/myapp
        promise-tui record -o run-%p.ptrace -- ./tests.sh
        promise-tui record -o run.jsonl -- node app.js
        promise-tui record --otlp http://localhost:4318 -- .build/debug/myapp
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

  @OptionGroup var spans: SpanOptions

  @OptionGroup var program: ProgramOptions

  /// Whether values are recorded.
  enum Values: String, ExpressibleByArgument, CaseIterable {
    case on, off
  }

  func run() throws {
    let path = output ?? program.traceName
    let destination = try spans.destination()
    try RecordedFile.check(path, force: force)
    let recording = RecordedFile.recorded(for: path)
    let (file, result) = (RecordedFile(recording), RecordedFile(path))
    var recorded = ChildProcess.Program(
      program.arguments, recordingTo: recording, values: values == .on)
    for standard in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      recorded.descriptors[standard] = standard
    }
    let upload = try destination.map { try self.upload(file, to: $0) }
    let ending = try recorded.runInForeground()
    let sending = upload.map { report(of: $0) }
    if recording != path { convert(file.written) }
    for sentence in result.summary(of: program.name, ending) { Output.printError(sentence) }
    if let sending, let destination { report(sending, of: result, to: destination) }
    throw ExitCode(ending.status)
  }

  /// Starts sending what is recorded.
  ///
  /// - Throws: Why nothing can be sent.
  private func upload(
    _ file: RecordedFile, to destination: OTLPDestination
  ) throws -> SpanUpload {
    let environment = OTLPEnvironment.current
    let resource = SpanUpload.Resource(
      service: environment.service, program: program.name,
      more: environment.attributes)
    guard let upload = SpanUpload(of: { file.written }, as: resource, to: destination) else {
      throw CommandError(
        "nothing can be sent: the system has no resources left. End other programs"
      )
    }
    return upload
  }

  /// Converts traces to JSON Lines. An older file of that name gets another one.
  private func convert(_ traces: [String]) {
    for trace in traces {
      let path = trace.replacing(TraceName.lines + TraceName.binary, with: TraceName.lines)
      if Folder.exists(path) { rename(path, "\(path).1") }
      do {
        try LineConversion.convert(trace, to: path)
      } catch {
        Output.printError(error.sentence)
      }
    }
  }

  /// Sends the rest. Returns what became of the spans.
  private func report(of upload: SpanUpload) -> SendingReport {
    let progress = ProgressLine()
    progress?.show("sending spans …")
    defer { progress?.clear() }
    return upload.finish()
  }

  /// Says what was sent.
  private func report(
    _ report: SendingReport, of file: RecordedFile, to destination: OTLPDestination
  ) {
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

/// The option of commands that send spans.
struct SpanOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Send the promises as spans, with curl, to a receiver of OTLP over HTTP or HTTPS, such as http://localhost:4318; 'env' takes the URL from OTEL_EXPORTER_OTLP_ENDPOINT. OTEL_SERVICE_NAME and OTEL_EXPORTER_OTLP_HEADERS set the name of the service and headers.",
      valueName: "url"))
  var otlp: String?

  /// Returns where to send; `nil` if nothing is sent.
  ///
  /// - Throws: Why it cannot be sent there, also if there is no curl.
  func destination(as encoding: SpanEncoding? = nil) throws(CommandError) -> OTLPDestination? {
    guard let otlp else { return nil }
    let destination = try OTLPDestination(otlp, encoding: encoding, .current)
    if let problem = ProgramSearch.problem(with: Curl.name) { throw problem }
    return destination
  }
}
