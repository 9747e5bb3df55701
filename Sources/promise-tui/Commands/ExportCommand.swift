import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// `promise-tui export TRACE`: writes a run in a format for other programs.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export a run: Mermaid, Graphviz, SVG, Perfetto, HTML, JSON, spans.",
    usage: "promise-tui export <trace|demo> [<options>]",
    discussion: """
      The run is a trace, the ID of a process that is running, - for standard input, or a demo. \
      Without -o, the export goes to standard output. The same events always give the same bytes. \
      With --otlp, spans are sent to a collector instead: docs/debug/tracing-backends.md.

      FORMATS
      \(forms)

      EXAMPLES
        promise-tui export dashboard-race -o race.html
        promise-tui export run.ptrace --as sequence --at 120ms..180ms
        promise-tui --theme light export zalgo --at 31 --screen 132x43 -o zalgo.svg
        promise-tui export run.ptrace --follow | jq -c 'select(.k == "settled")'
        promise-tui export run.ptrace --otlp http://localhost:4318
      """)

  private static let forms = ExportFormat.allCases.map { format in
    "  " + format.rawValue.padded(to: 12) + format.ending.padded(to: 13) + format.about
  }.joined(separator: "\n")

  @ParentCommand var root: PromiseTUI

  @Argument(
    help: ArgumentHelp(
      "The run: a trace, the ID of a process, - for standard input, or a demo.",
      valueName: "trace|demo"),
    completion: .runs)
  var name: String

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The format. Default: given by the extension of -o.", valueName: "format"))
  var format: ExportFormat?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The file to write; an existing file is replaced. - is standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Export only from one event or time to another, as in 4000..5000, 120ms..180ms or 31..; 31 alone is the end.",
      valueName: "from..to"),
    transform: ExportArguments.range)
  var at = ExportRange()

  @Option(
    help: ArgumentHelp(
      "For svg: the size of the screen. Default: 100x30.", valueName: "80x24"),
    transform: Arguments.size)
  var screen: Size?

  @Flag(
    help:
      "For JSON Lines: write each event as it happens, until the program ends, and wait for a file that is missing."
  )
  var follow = false

  @OptionGroup var spans: SpanOptions

  @Option(
    help: ArgumentHelp(
      "For spans: when time 0 of the run was, as 2026-11-27T16:58:00Z or in seconds since 1970. Default: what the trace says.",
      valueName: "time"),
    transform: ExportArguments.epoch)
  var epoch: Int64?

  @OptionGroup var knobs: KnobOptions

  func validate() throws {
    if output?.isEmpty == true {
      throw ValidationError("-o needs the name of a file, or - for standard output.")
    }
    let form = try form()
    let written = given(["-o": output != nil])
    if spans.otlp != nil {
      try reject("--otlp", with: written, "one sends the spans, the other writes them")
    }
    if follow {
      try reject(
        "--follow", with: given(["--at": !at.isWhole]) + written,
        "--follow writes all events to standard output")
    }
    // What needs other formats: they are named after it.
    let needs = [
      ("jsonl", form == .jsonl, given(["--follow": follow])),
      ("svg", form == .svg, given(["--screen": screen != nil])),
      (
        "otlp or otlp-proto", form.isSpans,
        given(["--otlp": spans.otlp != nil, "--epoch": epoch != nil])
      ),
    ]
    for (formats, isMet, options) in needs where !isMet {
      if let option = options.first { throw ValidationError("\(option) requires --as \(formats).") }
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
    let trace = try processes.trace(named: name)
    if trace != nil || name == "-" || Folder.isFile(name) {
      if !knobs.settings.isEmpty {
        throw usageError("--set applies only to demos; \(name) is a trace")
      }
      if let file, let stamp = Folder.stamp(of: name), stamp == Folder.stamp(of: file) {
        throw usageError("\(file) is the trace itself: choose another file to write")
      }
    }
    if follow { return try followLines(trace) }
    if let process = trace?.process { ProcessTraces.waitForEnd(of: process) }
    let whole = trace?.path ?? name
    if form.isSpans { return try exportSpans(form, of: whole) }
    var exporter = Exporter(
      run: try Recording.load(whole, settings: knobs.settings),
      range: at)
    if let screen { exporter.size = screen }
    exporter.theme = root.screen.theme
    exporter.language = root.screen.language
    exporter.glyphs = root.screen.ascii ? .ascii : .unicode
    let export: Exporter.Export
    do {
      export = try exporter.export(form)
    } catch {
      throw usageError("\(whole): \(error)")
    }
    if let file {
      try OutputFile.replace(file, with: export.bytes)
    } else {
      Output.emit(export.bytes)
    }
    export.shortfall.map(Output.printError)
  }
}

extension ExportCommand {
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
  /// Returns the time that a text names, in nanoseconds since 1970.
  static func epoch(_ text: String) throws -> Int64 {
    guard let time = CivilDate.nanoseconds(text) else {
      throw ValidationError(
        "expected a time such as 2026-11-27T16:58:00Z, or seconds since 1970, such as 1790000000")
    }
    return time
  }

  /// Returns the range from one event or time to another, or to one.
  static func range(_ text: String) throws -> ExportRange {
    guard let dots = text.ranges(of: "..").first else { return ExportRange(to: try bound(text)) }
    let (from, to) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
    return ExportRange(
      from: from.isEmpty ? nil : try bound(from), to: to.isEmpty ? nil : try bound(to))
  }

  /// Returns an event, given by its number, or a time.
  private static func bound(_ text: String) throws -> ExportRange.Bound {
    if let time = GoTo.nanoseconds(text.lowercased()) { return .time(time) }
    guard let number = Int(text), number >= 0 else {
      throw ValidationError("expected the number of an event, such as 31, or a time, such as 206ms")
    }
    return .event(number)
  }
}

extension ExportFormat: ExpressibleByArgument {}
