import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseScreens
import PromiseSystem

/// `promise-tui export TRACE`: writes a run in a format for other programs.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export a run as Mermaid, Graphviz, SVG, Perfetto, HTML, JSON Lines or spans.",
    usage: "promise-tui export <trace|demo> [<options>]",
    discussion: """
      The run is a trace file, the ID of a process that is running, - for standard input, or a demo, \
      which is simulated. Without -o, the export goes to standard output. The file given with -o is \
      replaced, and only you can read it. \
      The same events always give the same bytes. With --otlp, the spans are sent to a collector \
      or a tracing backend instead: docs/tracing-backends.md.

      FORMATS
      \(forms)

      EXAMPLES
        promise-tui export dashboard-race -o race.html
        promise-tui export run.ptrace -o run.pftrace       open it at ui.perfetto.dev
        promise-tui export then-order --as mermaid
        promise-tui export run.ptrace --as sequence --from 120ms --to 180ms
        promise-tui export login-fetch-submit/refused --as dot | dot -Tsvg > x.svg
        promise-tui export dashboard-race --to 31 --size 132x43 -o race.svg
        promise-tui export run.ptrace --from 4000 --to 5000 -o part.jsonl
        promise-tui export run.ptrace -o run.jsonl         the whole trace as text
        promise-tui export run.ptrace --follow | jq -c 'select(.k == "settled")'
        promise-tui export $(pgrep myapp) --follow > run.jsonl
        promise-tui export run.ptrace --otlp http://localhost:4318
      """)

  private static let forms = ExportFormat.allCases.map { format in
    "  " + format.rawValue.padded(to: 12) + format.ending.padded(to: 13) + format.about
  }.joined(separator: "\n")

  @Argument(
    help: ArgumentHelp(
      "The run: a trace, the ID of a process, - for standard input, or a demo or one of its variants.",
      valueName: "trace|demo"),
    completion: .runs)
  var name: String

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The format: \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")). Default: given by the extension of -o.",
      valueName: "format"),
    completion: .list(ExportFormat.allCases.map(\.rawValue)), transform: ExportArguments.format)
  var format: ExportFormat?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The file to write; an existing file is replaced. - is standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Start at this event, or at this time in milliseconds.", valueName: "31|206ms"),
    transform: ExportArguments.bound)
  var from: ExportRange.Bound?

  @Option(
    help: ArgumentHelp("End at this event, or at this time.", valueName: "31|206ms"),
    transform: ExportArguments.bound)
  var to: ExportRange.Bound?

  @Option(
    help: ArgumentHelp(
      "For svg: the size of the screen. Default: 100x30.", valueName: "80x24"),
    transform: Arguments.size)
  var size: Size?

  @Option(
    help: ArgumentHelp(
      "For svg and html: the colors. Default: light or dark, as the reader prefers.",
      valueName: "theme"),
    completion: .list(Theme.Name.allCases.map(\.rawValue)))
  var theme: Theme.Name?

  @Flag(help: "For svg: draw with ASCII characters only.")
  var ascii = false

  @Option(
    help: ArgumentHelp(
      "For svg and html: the language, en or zh. Default: that of the locale.",
      valueName: "language"),
    completion: .list(Language.all.map(\.code)), transform: Arguments.language)
  var lang: Language?

  @Flag(
    help:
      "For JSON Lines: write each event as it happens, until the program ends, and wait for a file that is missing."
  )
  var follow = false

  @OptionGroup var spans: OTLPOptions

  @Option(
    help: ArgumentHelp(
      "For spans: when time 0 of the run was, as 2026-11-27T16:58:00Z or in seconds since 1970. Default: what the trace says.",
      valueName: "time"),
    transform: ExportArguments.epoch)
  var epoch: Int64?

  @OptionGroup var knobs: KnobOptions

  @Option(
    help: ArgumentHelp("Run a variant of the demo.", valueName: "name"), completion: .variants)
  var variant: String?

  func validate() throws {
    if output?.isEmpty == true {
      throw ValidationError("-o needs the name of a file, or - for standard output.")
    }
    let form = try form()
    if form != .svg, form != .html {
      let options = [(theme != nil, "--theme"), (lang != nil, "--lang")]
      if let option = options.first(where: { $0.0 }) {
        throw ValidationError("\(option.1) requires --as svg or --as html.")
      }
    }
    if spans.otlp != nil, output != nil {
      throw ValidationError(
        "--otlp sends the spans, and -o writes them to a file: use one of both.")
    }
    if follow {
      guard form == .jsonl else {
        throw ValidationError("--follow requires --as jsonl.")
      }
      let options = [(from != nil, "--from"), (to != nil, "--to"), (output != nil, "-o")]
      if let option = options.first(where: { $0.0 }) {
        throw ValidationError(
          "--follow writes all events to standard output: leave out \(option.1).")
      }
    }
    let dated = [(epoch != nil, "--epoch"), (spans.serviceName != nil, "--service-name")]
    if !form.isSpans {
      if spans.otlp != nil { throw ValidationError("--otlp requires --as otlp or otlp-proto.") }
      if let option = dated.first(where: { $0.0 }) {
        throw ValidationError("\(option.1) requires --as otlp or otlp-proto.")
      }
    }
    let options = [(size != nil, "--size"), (ascii, "--ascii")]
    if form != .svg, let option = options.first(where: { $0.0 }) {
      throw ValidationError(
        form == .html
          ? "\(option.1) requires --as svg: a page fits its window."
          : "\(option.1) requires --as svg.")
    }
  }

  /// Returns the format given with `--as`, or else the one that the file's extension stands for.
  private func form() throws -> ExportFormat {
    if let format { return format }
    if follow { return .jsonl }
    if spans.otlp != nil { return .otlpProto }
    let names = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
    guard let output, output != "-" else {
      throw ValidationError("No format given: use --as with one of \(names).")
    }
    guard let form = ExportFormat(path: output) else {
      throw ValidationError(
        "\(output): no format has this extension: use --as with one of \(names).")
    }
    return form
  }

  func run() throws {
    let form = try form()
    let file = output == "-" ? nil : output
    if file == nil, spans.otlp == nil, form.isBinary, isatty(STDOUT_FILENO) == 1 {
      throw usageError(
        "\(form.rawValue) is a binary format: write it to a file with -o run\(form.ending), or to a pipe"
      )
    }
    let processes = ProcessTraces()
    defer { processes.end() }
    let trace = try trace(in: processes)
    if trace != nil || name == "-" || Folder.isFile(name) {
      let options = [(!knobs.settings.isEmpty, "--set"), (variant != nil, "--variant")]
      if let option = options.first(where: { $0.0 }) {
        throw usageError("\(option.1) applies only to demos; \(name) is a trace")
      }
      if let file, let stamp = Folder.stamp(of: name), stamp == Folder.stamp(of: file) {
        throw usageError("\(file) is the trace itself: choose another file to write")
      }
    }
    if follow { return try followLines(trace) }
    if let process = trace?.process { ProcessTraces.waitForEnd(of: process) }
    let whole = trace?.path ?? variant.map { "\(name)/\($0)" } ?? name
    if form.isSpans { return try exportSpans(form, of: whole) }
    var exporter = Exporter(
      run: try Recording.load(whole, settings: knobs.settings),
      range: ExportRange(from: from, to: to))
    if let size { exporter.size = size }
    exporter.theme = theme
    exporter.language = lang ?? TerminalEnvironment.current.language
    exporter.glyphs = ascii ? .ascii : .unicode
    let export: Exporter.Export
    do {
      export = try exporter.export(form)
    } catch {
      throw usageError("\(whole): \(error)")
    }
    do {
      if let file {
        try OutputFile.replace(file, with: export.bytes)
      } else {
        Output.emit(export.bytes)
      }
    } catch {
      Output.printError("\(error)")
      throw ExitCode.failure
    }
    export.shortfall.map(Output.printError)
  }
}

extension ExportCommand {
  /// Returns the trace of the process that is named; `nil` if the name is something else.
  private func trace(in processes: ProcessTraces) throws -> ProcessTraces.Trace? {
    do throws(CommandError) {
      return try processes.trace(named: name)
    } catch {
      throw error.report()
    }
  }

  /// Writes each event as a line as soon as it happens.
  private func followLines(_ trace: ProcessTraces.Trace?) throws {
    let path = trace?.path ?? name
    if TraceInput.mayBegin(path) {
      guard (try? Catalog.scenario(named: name, settings: [])) == nil else {
        throw usageError(
          "\(name) is a demo, which has all its events from the start: leave out --follow")
      }
      Output.printError("\(TraceInput.waiting(for: path)); ^C stops waiting")
      while !Folder.exists(path) { _ = waitToRead([], milliseconds: 100) }
    }
    let input = try TraceInput.open(path)
    defer { input.close() }
    // Only the program knows when lines in a file end.
    let isFile = input.size != nil
    try LineConversion.print(input) { trace?.process.map(NodeProcess.isRunning) ?? isFile }
  }
}

/// Parses the values of the options of `export`.
enum ExportArguments {
  /// Returns the format of this name.
  static func format(_ text: String) throws -> ExportFormat {
    guard let format = ExportFormat(rawValue: text.lowercased()) else {
      let known = ExportFormat.allCases.map(\.rawValue)
      throw ValidationError(
        "expected one of: \(known.joined(separator: ", ")).\(didYouMean(text, among: known))")
    }
    return format
  }

  /// Returns the time that a text names, in nanoseconds since 1970.
  static func epoch(_ text: String) throws -> Int64 {
    guard let time = CivilDate.nanoseconds(text) else {
      throw ValidationError(
        "expected a time such as 2026-11-27T16:58:00Z, or seconds since 1970, such as 1790000000")
    }
    return time
  }

  /// Returns an event, given by its number, or a time in milliseconds.
  static func bound(_ text: String) throws -> ExportRange.Bound {
    if text.lowercased().hasSuffix("ms"), let time = Double(text.dropLast(2)),
      time.magnitude < 9e12
    {
      return .time(Int64((time * 1_000_000).rounded()))
    }
    guard let number = Int(text), number >= 0 else {
      throw ValidationError("expected the number of an event, such as 31, or a time, such as 206ms")
    }
    return .event(number)
  }
}
