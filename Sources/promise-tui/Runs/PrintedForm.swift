import ArgumentParser
import Dispatch
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// The text that a run is printed as.
enum PrintedForm: Sendable {
  /// The report.
  case report
  /// The events, for other programs.
  case trace
  /// A sentence for each event.
  case narration(Language)
  /// The screen at each of these places, or at the last event if the list is empty.
  case screen(ScreenForm, at: [Effect.Place])
  /// Why a promise is in its state, or why two ran in their order, at a place or after the last event.
  case reasons([String], at: Effect.Place?)
  /// What the warnings and the relations say, what touches something that went wrong first.
  case symptom(String)
  /// The screen as a picture with a frame for each place, in the colors of a theme or those that the reader
  /// prefers.
  case picture(ScreenForm, at: [Effect.Place], Theme?)
  /// The beats of its playback, for other programs.
  case beats(Language)
  /// Its playback as a picture that moves, in the colors of a theme or those that the reader prefers.
  case animation(ScreenForm, Theme?)
  /// Its playback at a speed as an asciicast, in the colors of a theme.
  case cast(ScreenForm, Theme, speed: Int)
  /// One of these, written to a file.
  indirect case file(String, PrintedForm)

  /// Runs `scenario` to its end, and prints it in this form.
  ///
  /// What the scenario itself prints becomes notes, so that the output contains nothing else.
  func print(
    _ scenario: RunnableDemo, lints: LintSettings = LintSettings(),
    searching search: (@Sendable (OrderRequest) -> OrderAnswer)? = nil
  ) throws {
    StdoutCapture.hold(STDOUT_FILENO)
    scenario.learnValues()
    let (events, isWhole) = SimulatedRun.events(
      of: scenario, limit: Self.mostEvents, within: .seconds(60), printed: StdoutCapture.take)
    var run = PrintedRun(
      Recording(entry: scenario.entry, isVirtual: true, events: events), lints: lints)
    run.changes = scenario.changes
    run.search = search
    run.differences = scenario.differences(in: events)
    try finish(run, isWhole)
  }

  /// Does the same for a run on real queues, and ends the process, since Dispatch takes over the
  /// main thread. `fail` is called with an error.
  func printLive(
    _ scenario: RunnableDemo, lints: LintSettings,
    exit fail: @escaping @Sendable (any Error) -> Never
  ) -> Never {
    StdoutCapture.hold(STDOUT_FILENO)
    let recorder = RecordingObserver(limit: Self.mostEvents)
    LiveRun.begin(
      scenario, limit: .seconds(60), printed: StdoutCapture.take, take: recorder.receive
    ) { isWhole in
      do {
        let run = PrintedRun(
          Recording(entry: scenario.entry, isVirtual: false, events: recorder.events), lints: lints)
        try finish(run, isWhole)
        exit(EXIT_SUCCESS)
      } catch {
        fail(error)
      }
    }
    dispatchMain()
  }

  private func finish(_ run: PrintedRun, _ isWhole: Bool) throws {
    StdoutCapture.release()
    try put(run)
    guard isWhole else { throw CommandError("the run was stopped: it took too long") }
  }

  /// Returns `run` in this form.
  func text(of run: PrintedRun) throws -> String {
    switch self {
    case .report: run.report
    case .trace: run.jsonLines
    case .narration(let language): run.narration(in: language)
    case .reasons(let names, let place): try run.reasons(for: names, at: place)
    case .symptom(let text): try run.report(ofWrong: text)
    case .screen(let form, let places): try run.screens(form, at: places)
    case .picture(let form, let places, let theme):
      try run.picture(form, at: places, theme: theme)
    case .beats(let language): run.beats(in: language)
    case .animation(let form, let theme): try run.animation(form, theme: theme)
    case .cast(let form, let theme, let speed): try run.cast(form, theme: theme, speed: speed)
    case .file(_, let form): try form.text(of: run)
    }
  }

  /// Prints `run`, or writes it to the file that the form names.
  private func put(_ run: PrintedRun) throws {
    let text = try text(of: run)
    guard case .file(let file, _) = self else { return Output.emit(text) }
    try OutputFile.replace(file, with: Array(text.utf8))
  }

  private static let mostEvents = 1_000_000
}

extension PrintedForm {
  /// Prints a recorded run in this form, with the source files that `finder` finds.
  func print(_ recorded: Recording, lints: LintSettings, finder: SourceFinder) throws {
    if case .trace = self { return Self.printLines(of: recorded) }
    var run = PrintedRun(recorded, lints: lints)
    if showsSource {
      var finder = finder
      run.sources = finder.texts(for: recorded.events)
    }
    if run.history.evicted > 0 {
      Output.printError(
        "\(recorded.entry.name): the first \(run.history.evicted) events are left out: "
          + "only the newest \(run.history.count) are kept")
    }
    try put(run)
  }

  /// Prints the whole trace, however long it is, in the order of its events.
  private static func printLines(of recorded: Recording) {
    let writer = TraceWriter()
    var bytes = writer.line(recorded.header)
    for event in recorded.events {
      writer.append(event, to: &bytes)
      guard bytes.count > 1 << 18 else { continue }
      Output.emit(String(decoding: bytes, as: UTF8.self))
      bytes.removeAll(keepingCapacity: true)
    }
    Output.emit(String(decoding: bytes, as: UTF8.self))
  }

  /// Whether the form shows source code.
  private var showsSource: Bool {
    switch self {
    case .screen, .picture, .animation, .cast: true
    case .report, .trace, .narration, .reasons, .symptom, .beats: false
    case .file(_, let form): form.showsSource
    }
  }
}

/// What a run is drawn as, or its playback is planned as.
enum PictureFormat: String, CaseIterable, Sendable {
  case svg, animation, cast, beats

  /// Whether it is about the whole playback.
  var isWhole: Bool { self != .svg }
}

/// How the chain pane of a printed screen shows promises.
enum ChainForm: String, CaseIterable, ExpressibleByArgument, Sendable {
  case rows, graph
}

/// The options that select a text to print; without one, the screen is shown.
struct FormOptions: ParsableArguments {
  @Flag(help: "Print a report of the whole run as text.")
  var plain = false

  @Flag(help: "Print the events of the whole run as JSON Lines.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Print one screen of this size as text, or set the size of a picture, which is 100x30 by default.",
      valueName: "80x24"),
    transform: Arguments.size)
  var screen: Size?

  @Option(
    help: ArgumentHelp(
      "Explain the state of a promise, such as p3, its name, or name#2 for the second with that name; for two, such as p5,p3, why they ran in that order; for the name of a queue, what blocks it.",
      valueName: "promise"),
    transform: Arguments.promises)
  var why: [String]?

  @Option(
    help: ArgumentHelp(
      "Say what went wrong, and print the warnings that touch it first: an expectation that should hold, such as 'save before render', the name of a promise, a note, or FILE:LINE.",
      valueName: "what"),
    transform: Arguments.wrong)
  var wrong: String?

  @Option(
    help: ArgumentHelp(
      "Stop at this event or time, such as 31 or 150ms. Default: the last event. A screen or picture can show several: 12,31,150ms.",
      valueName: "event"),
    transform: Arguments.places)
  var at: [Effect.Place]?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Print a picture of the screen (svg) or of the whole playback (animation), a recording for asciinema (cast), or the plan of playback as JSON Lines (beats); to a file, as in cast=run.cast.",
      valueName: "format[=file]"),
    completion: .list(PictureFormat.allCases.map(\.rawValue)), transform: FormatTarget.reading)
  var picture: FormatTarget<PictureFormat>?

  @Option(
    help: ArgumentHelp(
      "Draw the chain pane of a printed screen or picture as rows, or as a graph: boxes and arrows.",
      valueName: "form"))
  var view: ChainForm?

  /// The options that were given, as they are typed.
  var chosen: [String] {
    given([
      "--plain": plain, "--json": json, "--as": picture != nil, "--why": why != nil,
      "--wrong": wrong != nil,
      "--screen": screen != nil && picture == nil,
    ])
  }

  /// Rejects options that cannot be combined; `others` are the command's own.
  func validate(beside others: [String]) throws {
    let chosen = chosen + others
    if let first = chosen.first { try reject(first, with: Array(chosen.dropFirst())) }
    if let format = picture?.format, format.isWhole {
      try reject(
        "--as \(format)", with: given(["--at": at != nil]), "\(format) is about the whole playback")
    }
    if view != nil, screen == nil, picture == nil || picture?.format == .beats {
      throw ValidationError("--view requires --screen or --as svg, animation or cast.")
    }
    if at != nil, screen == nil, why == nil, picture == nil {
      throw ValidationError("--at requires --screen, --why or --as svg.")
    }
    if let at, at.count > 1, why != nil {
      throw ValidationError("--why explains one moment: pass one event or time to --at.")
    }
  }

  /// Returns the form to print, drawn as `options` say; `nil` to show the screen.
  func form(_ options: ScreenOptions) -> PrintedForm? {
    if plain { return .report }
    if json { return .trace }
    if let why { return .reasons(why, at: at?.first) }
    if let wrong { return .symptom(wrong) }
    let drawn = ScreenForm(
      size: screen ?? Size(width: 100, height: 30), glyphs: options.glyphs(),
      language: options.language, isGraph: view == .graph)
    guard let picture else { return screen.map { _ in .screen(drawn, at: at ?? []) } }
    let theme = options.theme.map { Theme($0) }
    let form: PrintedForm =
      switch picture.format {
      case .svg: .picture(drawn, at: at ?? [], theme)
      case .animation: .animation(drawn, theme)
      case .cast: .cast(drawn, theme ?? Theme(.color), speed: options.speed ?? 0)
      case .beats: .beats(options.language)
      }
    return picture.file.map { .file($0, form) } ?? form
  }
}
