import ArgumentParser
import Dispatch
import PromiseGraph
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// The texts that a whole run is printed as.
enum PrintedForm: Sendable {
  /// The report for people.
  case report
  /// The events for programs.
  case trace
  /// Every event in a sentence.
  case narration
  /// One screen, with the playhead on an event, or the last.
  case screen(Size, event: Int?, GlyphSet)
  /// Why a promise is as it is, or why two ran in their order, after an event, or the last.
  case reasons([String], event: Int?)
  /// The screen as a picture, in the colours of a theme or those that the reader prefers.
  case picture(Size, event: Int?, GlyphSet, Theme?)

  /// Runs `scenario` to its end and prints what this form makes of it.
  ///
  /// What the scenario prints becomes notes, so that the text is what the form promises.
  func print(_ scenario: RunnableDemo, lints: LintSettings = LintSettings()) throws {
    StdoutCapture.hold(STDOUT_FILENO)
    scenario.learnValues()
    let (events, isWhole) = SimulatedRun.events(
      of: scenario, limit: Self.mostEvents, within: .seconds(60), printed: StdoutCapture.take)
    var run = CompleteRun(entry: scenario.entry, isReal: false, events: events, lints: lints)
    run.changes = scenario.changes
    run.differences = scenario.differences(in: events)
    try finish(run, isWhole)
  }

  /// The same of a run on real queues. It ends the process, since only Dispatch can have the main thread
  /// then: by `exit` where something is wrong.
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
        let run = CompleteRun(
          entry: scenario.entry, isReal: true, events: recorder.events, lints: lints)
        try finish(run, isWhole)
        exit(EXIT_SUCCESS)
      } catch {
        fail(error)
      }
    }
    dispatchMain()
  }

  private func finish(_ run: CompleteRun, _ isWhole: Bool) throws {
    StdoutCapture.release()
    Output.emit(try text(of: run))
    guard isWhole else { throw CommandError("the run was stopped: it takes too long").told() }
  }

  /// What this form makes of a run.
  func text(of run: CompleteRun) throws -> String {
    switch self {
    case .report: run.report
    case .trace: run.jsonLines
    case .narration: run.narration
    case .reasons(let names, let event): try run.reasons(for: names, at: event)
    case .screen(let size, let event, let glyphs):
      try run.screen(of: size, at: event, glyphs: glyphs)
    case .picture(let size, let event, let glyphs, let theme):
      try run.picture(of: size, at: event, glyphs: glyphs, theme: theme)
    }
  }

  private static let mostEvents = 1_000_000
}

extension PrintedForm {
  /// Prints what this form makes of a run that was recorded, with the texts of the files that `finder`
  /// finds.
  func print(_ recorded: RecordedRun, lints: LintSettings, finder: SourceFinder) throws {
    if case .trace = self { return Self.printLines(of: recorded) }
    var run = CompleteRun(recorded, lints: lints)
    if showsSource {
      var finder = finder
      run.sources = finder.texts(for: recorded.events)
    }
    if run.history.evicted > 0 {
      Output.complain(
        "\(recorded.entry.name): the first \(run.history.evicted) events are left out: "
          + "the newest \(run.history.count) are kept")
    }
    Output.emit(try text(of: run))
  }

  /// The whole trace, however long it is, in the order of its events.
  private static func printLines(of recorded: RecordedRun) {
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

  /// The texts of files are seen in it.
  private var showsSource: Bool {
    switch self {
    case .screen, .picture: true
    case .report, .trace, .narration, .reasons: false
    }
  }
}

/// As which text a whole run is printed; none where it is to be shown on the screens.
struct FormOptions: ParsableArguments {
  @Flag(help: "Print a report of the whole run, and of a demo its lesson, as text.")
  var plain = false

  @Flag(help: "Print the events of the whole run, as JSON Lines.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Print the screen of that size as text: for documents, bug reports and tests.",
      valueName: "80x24"),
    transform: Arguments.size)
  var screen: Size?

  @Option(
    help: ArgumentHelp(
      "Print why a promise, such as p3 or a name, is as it is; of two, such as p5,p3, why they ran in their order.",
      valueName: "promise"),
    transform: Arguments.promises)
  var why: [String]?

  @Option(
    help: ArgumentHelp(
      "With --screen and --why: the event that the playhead stands on. The last, if nothing is said.",
      valueName: "event"),
    transform: Arguments.event)
  var at: Int?

  @Flag(help: "With --screen: print it as a picture, in SVG, instead of text.")
  var svg = false

  /// The options that say so, as they are typed.
  var chosen: [String] {
    [(plain, "--plain"), (json, "--json"), (screen != nil, "--screen"), (why != nil, "--why")]
      .filter(\.0).map(\.1)
  }

  /// Refuses what does not go together; `others` are forms that the command has beside these.
  func validate(beside others: [String]) throws {
    let chosen = chosen + others
    if chosen.count > 1 {
      throw ValidationError("\(chosen.joined(separator: " and ")) exclude each other.")
    }
    if at != nil, screen == nil, why == nil {
      throw ValidationError("--at goes with --screen or --why.")
    }
    if svg, screen == nil { throw ValidationError("--svg goes with --screen.") }
  }

  /// What is to be printed, drawn as `play` says; none where the screens are to be shown.
  func form(_ play: PlayOptions) -> PrintedForm? {
    if plain { return .report }
    if json { return .trace }
    if let why { return .reasons(why, event: at) }
    return screen.map { size in
      svg
        ? .picture(size, event: at, play.glyphs(), play.theme.map { Theme($0) })
        : .screen(size, event: at, play.glyphs())
    }
  }
}
