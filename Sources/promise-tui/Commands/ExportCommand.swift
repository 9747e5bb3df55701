import ArgumentParser
import PromiseGraph
import PromiseScreens
import PromiseSystem

/// `promise-tui export TRACE`: a run in a form for other programs.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Give a run to other programs: Mermaid, Graphviz, SVG, Perfetto, HTML, JSON Lines.",
    discussion: """
      The run is a trace in a file, standard input as -, or a demo, which is simulated. Without -o it \
      is written to standard output; the file of -o is replaced, and only you can read it. The same \
      events are always the same bytes.

      FORMS
      \(forms)

      EXAMPLES
        promise-tui export dashboard-race -o race.html
        promise-tui export run.jsonl -o run.pftrace        open it at ui.perfetto.dev
        promise-tui export then-order --as mermaid
        promise-tui export run.jsonl --as sequence --from 120ms --to 180ms
        promise-tui export login-fetch-submit/refused --as dot | dot -Tsvg > chain.svg
        promise-tui export dashboard-race --to 31 --size 132x43 -o race.svg
        promise-tui export run.jsonl --from 4000 --to 5000 -o part.jsonl
      """)

  private static let forms = ExportFormat.allCases.map { format in
    "  " + format.rawValue.padded(to: 10) + format.ending.padded(to: 10) + format.about
  }.joined(separator: "\n")

  @Argument(
    help: ArgumentHelp(
      "The run: a trace, - for standard input, or the name of a demo or of its variant.",
      valueName: "trace|demo"),
    completion: .demos)
  var name: String

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The form: \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")). That of the ending of -o, if nothing is said.",
      valueName: "form"),
    completion: .list(ExportFormat.allCases.map(\.rawValue)), transform: ExportArguments.format)
  var format: ExportFormat?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The file to write, in the place of what is there. - is standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Begin with that event, or at that time in milliseconds.", valueName: "31|206ms"),
    transform: ExportArguments.bound)
  var from: ExportRange.Bound?

  @Option(
    help: ArgumentHelp("End with that event, or at that time.", valueName: "31|206ms"),
    transform: ExportArguments.bound)
  var to: ExportRange.Bound?

  @Option(
    help: ArgumentHelp(
      "With svg and html: the size of the screen. 100x30, if nothing is said.", valueName: "80x24"),
    transform: Arguments.size)
  var size: Size?

  @Option(
    help: ArgumentHelp(
      "With svg and html: the colours. What goes with the reader's preference, if nothing is said.",
      valueName: "theme"),
    completion: .list(Theme.Name.allCases.map(\.rawValue)))
  var theme: Theme.Name?

  @Flag(help: "With svg and html: draw with ASCII characters only.")
  var ascii = false

  @OptionGroup var knobs: KnobOptions

  @Option(help: ArgumentHelp("Run a variant of the demo.", valueName: "name"))
  var variant: String?

  func validate() throws {
    if output?.isEmpty == true {
      throw ValidationError("-o is empty: name a file, or - for standard output.")
    }
    let form = try form()
    if form != .svg, form != .html {
      let options = [(size != nil, "--size"), (theme != nil, "--theme"), (ascii, "--ascii")]
      if let option = options.first(where: { $0.0 }) {
        throw ValidationError("\(option.1) goes with --as svg and --as html.")
      }
    }
  }

  /// The form that is asked for, or that the file's name stands for.
  private func form() throws -> ExportFormat {
    if let format { return format }
    let names = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
    guard let output, output != "-" else {
      throw ValidationError("Which form? Say --as and one of \(names).")
    }
    guard let form = ExportFormat(path: output) else {
      throw ValidationError(
        "The ending of '\(output)' stands for no form. Say --as and one of \(names).")
    }
    return form
  }

  func run() throws {
    let form = try form()
    let file = output == "-" ? nil : output
    if file == nil, form.isBinary, isatty(STDOUT_FILENO) == 1 {
      throw unusable(
        "\(form.rawValue) is no text: write it to a file with -o run\(form.ending), or to a pipe")
    }
    if name == "-" || Folder.isFile(name) {
      let options = [(!knobs.settings.isEmpty, "--set"), (variant != nil, "--variant")]
      if let option = options.first(where: { $0.0 }) {
        throw unusable("\(option.1) is for demos; \(name) is a trace")
      }
      if let file, let stamp = Folder.stamp(of: name), stamp == Folder.stamp(of: file) {
        throw unusable("\(file) is the trace itself: name another file to write")
      }
    }
    let whole = variant.map { "\(name)/\($0)" } ?? name
    var exporter = Exporter(
      run: try RecordedRun.load(whole, settings: knobs.settings),
      range: ExportRange(from: from, to: to))
    if let size { exporter.size = size }
    exporter.theme = theme.map { Theme($0) }
    exporter.glyphs = ascii ? .ascii : .unicode
    let export: Exporter.Export
    do {
      export = try exporter.export(form)
    } catch {
      throw unusable("\(whole): \(error)")
    }
    do {
      if let file {
        try OutputFile.replace(file, with: export.bytes)
      } else {
        Output.emit(export.bytes)
      }
    } catch {
      Output.complain("\(error)")
      throw ExitCode.failure
    }
    export.shortfall.map(Output.complain)
  }
}

/// The values of the options of `export` as they are typed.
enum ExportArguments {
  /// A form.
  static func format(_ text: String) throws -> ExportFormat {
    guard let format = ExportFormat(rawValue: text.lowercased()) else {
      let known = ExportFormat.allCases.map(\.rawValue)
      throw ValidationError(
        "the forms are \(known.joined(separator: ", ")).\(didYouMean(text, among: known))")
    }
    return format
  }

  /// An event, by its number, or a time in milliseconds.
  static func bound(_ text: String) throws -> ExportRange.Bound {
    if text.lowercased().hasSuffix("ms"), let time = Double(text.dropLast(2)),
      time.magnitude < 9e12
    {
      return .time(Int64((time * 1_000_000).rounded()))
    }
    guard let number = Int(text), number >= 0 else {
      throw ValidationError("an event is named by its number, as 31; a time in ms, as 206ms")
    }
    return .event(number)
  }
}
