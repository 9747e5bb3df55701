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
  /// The screen as a picture with a frame for each place, in the colors of a theme or those that the reader
  /// prefers.
  case picture(ScreenForm, at: [Effect.Place], Theme?)
  /// The beats of its playback, for other programs.
  case beats(Language)
  /// Its playback as a picture that moves, in the colors of a theme or those that the reader prefers.
  case animation(ScreenForm, Theme?)
  /// Its playback at a speed as an asciicast, in the colors of a theme, written to a file.
  case cast(ScreenForm, Theme, speed: Int, file: String)

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
    guard isWhole else { throw CommandError("the run was stopped: it took too long").report() }
  }

  /// Returns `run` in this form.
  func text(of run: PrintedRun) throws -> String {
    switch self {
    case .report: run.report
    case .trace: run.jsonLines
    case .narration(let language): run.narration(in: language)
    case .reasons(let names, let place): try run.reasons(for: names, at: place)
    case .screen(let form, let places): try run.screens(form, at: places)
    case .picture(let form, let places, let theme):
      try run.picture(form, at: places, theme: theme)
    case .beats(let language): run.beats(in: language)
    case .animation(let form, let theme): try run.animation(form, theme: theme)
    case .cast(let form, let theme, let speed, _): try run.cast(form, theme: theme, speed: speed)
    }
  }

  /// Prints `run`, or writes it to the file that the form names.
  private func put(_ run: PrintedRun) throws {
    let text = try text(of: run)
    guard case .cast(_, _, _, let file) = self, file != "-" else { return Output.emit(text) }
    do {
      try OutputFile.replace(file, with: Array(text.utf8))
    } catch {
      Output.printError("\(error)")
      throw ExitCode.failure
    }
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
    case .report, .trace, .narration, .reasons, .beats: false
    }
  }
}

/// The options that select a text to print; without one, the screen is shown.
struct FormOptions: ParsableArguments {
  @Flag(help: "Print a report of the whole run as text; for a demo, with its lesson.")
  var plain = false

  @Flag(help: "Print the events of the whole run as JSON Lines.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Print one screen of this size as text, for documents, bug reports and tests.",
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
      "With --screen and --why: the event, or the time, such as 150ms, to stop at. Default: the last event. --screen also takes several, such as 12,31,150ms, and prints a screen for each.",
      valueName: "event"),
    transform: Arguments.places)
  var at: [Effect.Place]?

  @Flag(
    help:
      "Print the plan of playback as JSON Lines: for each beat its event, when it starts and how long it lasts at normal speed, in seconds, its kind, the times in the run, in milliseconds, and its caption."
  )
  var beats = false

  @Flag(
    help:
      "With --screen: print an SVG picture instead of text. Several events make one picture whose frames follow each other."
  )
  var svg = false

  @Flag(help: "With --svg: one picture that shows the whole playback again and again.")
  var animated = false

  @Option(
    help: ArgumentHelp(
      "Write playback to a file that asciinema plays; - is standard output. --screen sets its size, which is 100x30 by default.",
      valueName: "file"),
    completion: .file(extensions: ["cast"]))
  var cast: String?

  /// The options that were given, as they are typed.
  var chosen: [String] {
    [
      (plain, "--plain"), (json, "--json"), (beats, "--beats"), (why != nil, "--why"),
      (screen != nil && cast == nil, "--screen"), (cast != nil, "--cast"),
    ].filter(\.0).map(\.1)
  }

  /// Rejects options that cannot be combined; `others` are the command's own.
  func validate(beside others: [String]) throws {
    let chosen = chosen + others
    if chosen.count > 1 {
      throw ValidationError("\(chosen.joined(separator: " and ")) cannot be used together.")
    }
    if at != nil, screen == nil, why == nil {
      throw ValidationError("--at requires --screen or --why.")
    }
    if let at, at.count > 1, why != nil {
      throw ValidationError("--why explains one moment: pass one event or time to --at.")
    }
    if svg, screen == nil { throw ValidationError("--svg requires --screen.") }
    if animated, !svg { throw ValidationError("--animated requires --svg.") }
    try validatePlayback()
  }

  /// Rejects options that do not apply to the whole playback.
  private func validatePlayback() throws {
    if cast?.isEmpty == true {
      throw ValidationError("--cast needs the name of a file, or - for standard output.")
    }
    let whole = cast != nil ? "--cast" : animated ? "--animated" : nil
    let others = [(at != nil, "--at"), (svg && cast != nil, "--svg")]
    if let whole, let option = others.first(where: \.0)?.1 {
      throw ValidationError(
        "\(whole) and \(option) cannot be used together: \(whole) shows the whole playback.")
    }
  }

  /// Returns the form to print, drawn as `play` says; `nil` to show the screen.
  func form(_ play: PlayOptions) -> PrintedForm? {
    if plain { return .report }
    if json { return .trace }
    if beats { return .beats(play.language) }
    if let why { return .reasons(why, at: at?.first) }
    if let cast {
      let size = screen ?? Size(width: 100, height: 30)
      let form = ScreenForm(size: size, glyphs: play.glyphs(), language: play.language)
      return .cast(form, Theme(play.theme ?? .color), speed: play.speed ?? 0, file: cast)
    }
    return screen.map { size in
      let form = ScreenForm(size: size, glyphs: play.glyphs(), language: play.language)
      if animated { return .animation(form, play.theme.map { Theme($0) }) }
      return svg
        ? .picture(form, at: at ?? [], play.theme.map { Theme($0) }) : .screen(form, at: at ?? [])
    }
  }
}
