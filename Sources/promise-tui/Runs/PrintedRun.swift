import ArgumentParser
import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

/// How a screen is printed.
struct ScreenForm: Hashable, Sendable {
  var size: Size
  var glyphs = GlyphSet.unicode
  var language = Language.english
  /// Whether the chain pane is a graph.
  var isGraph = false
}

/// A finished run, and the forms in which it is printed.
struct PrintedRun: Sendable {
  let entry: RunDescriptor
  /// The header of its trace.
  let header: TraceHeader
  let history: History
  /// Which warnings are reported.
  let lints: LintSettings
  /// The what-if changes made to the run.
  var changes: [Override] = []
  /// What they changed.
  var differences: [String] = []
  /// Looks for a schedule with the other order of two handlers, for a demo whose schedules can be explored.
  var search: (@Sendable (OrderRequest) -> OrderAnswer)?
  /// The texts of source files that no event contains; `nil` if they were not looked up.
  var sources: [SourceText]?

  init(_ recording: Recording, lints: LintSettings = LintSettings()) {
    entry = recording.entry
    header = recording.header
    self.lints = lints
    var history = History(lints: lints, since: recording.since)
    history.append(contentsOf: recording.events)
    history.flush()
    self.history = history
  }

  /// The report as plain text, followed by the lesson, if there is one. A lesson describes the demo
  /// as it is written, so a run with what-if changes has a list of the differences instead.
  var report: String {
    guard !changes.isEmpty else {
      let report = LinearReport.text(history, title: entry.name)
      guard let lesson = entry.lesson else { return report }
      return report + "\nLESSON\n\n" + lesson.markdown(in: NamedRun(Array(history.events)))
    }
    let what = changes.map(\.description).joined(separator: " and ")
    let differences = differences.isEmpty ? ["no difference"] : differences
    return LinearReport.text(history, title: "\(entry.name), what if \(what)")
      + "\nCHANGED BY WHAT-IF\n" + differences.map { "  \($0)\n" }.joined()
  }

  /// Every event as a sentence, with the time and the turn where they change.
  func narration(in language: Language) -> String {
    EventTeller.text(
      of: history, title: "\(entry.name): \(entry.teaches)", language: language)
  }

  /// The trace: a header, and one line for each event.
  var jsonLines: String {
    String(decoding: TraceWriter().bytes(header, history.events), as: UTF8.self)
  }

  /// The beats of playback, one JSON object on each line.
  func beats(in language: Language) -> String {
    let plan = BeatPlan(history, language: language)
    func seconds(_ nanoseconds: Int64) -> JSON { .fraction(Double(nanoseconds / 1_000_000) / 1000) }
    func milliseconds(_ nanoseconds: Int64) -> JSON { .fraction(Double(nanoseconds) / 1_000_000) }
    return plan.beats.enumerated().map { index, beat in
      let line = JSON.object([
        ("event", .number(beat.events.upperBound)), ("at", seconds(plan.start(of: index))),
        ("seconds", seconds(beat.duration)), ("kind", .text(beat.kind.rawValue)),
        ("from", milliseconds(beat.times.lowerBound)), ("to", milliseconds(beat.times.upperBound)),
        ("caption", .text(beat.caption.sentence)), ("why", .text(beat.caption.rule ?? "")),
      ])
      return "\(line)\n"
    }.joined()
  }

  /// Returns the screen as text, with the playhead at `place` or on the last event.
  func screen(_ form: ScreenForm, at place: Effect.Place?) throws -> String {
    try canvas(form, at: place).text + "\n"
  }

  /// Returns the screen at each of `places`, separated by empty lines; at the last event if the list is
  /// empty.
  func screens(_ form: ScreenForm, at places: [Effect.Place]) throws -> String {
    try moments(places).map { try screen(form, at: $0) }.joined(separator: "\n")
  }

  /// Returns an SVG picture with a frame for each place, in the colors of `theme` or those that the
  /// reader prefers.
  func picture(_ form: ScreenForm, at places: [Effect.Place], theme: Theme?) throws -> String {
    let frames = try moments(places).map { try canvas(form, at: $0) }
    return Picture(frames: frames, title: "promise-tui: \(entry.name)", theme: theme).svg
  }

  /// The places to show: `places`, or the last event.
  private func moments(_ places: [Effect.Place]) -> [Effect.Place?] {
    places.isEmpty ? [nil] : places
  }

  private func canvas(_ form: ScreenForm, at place: Effect.Place?) throws -> Canvas {
    view(try state(form, at: place))
  }

  /// - Throws: A `ValidationError` if `place` is not in the run.
  private func check(_ place: Effect.Place?) throws {
    switch place {
    case .event(let event) where event > history.last:
      throw ValidationError(
        "--at \(event) is out of range: the run has events \(history.base) to \(history.last).")
    case .time(let time) where time > history.endTime:
      throw ValidationError(
        "--at \(milliseconds(time))ms is out of range: the run ends at \(milliseconds(history.endTime)) ms."
      )
    case .time(let time) where time < 0:
      throw ValidationError(
        "--at \(milliseconds(time))ms is out of range: a run starts at 0.0 ms or later.")
    case .event, .time, .choice, nil: break
    }
  }

  /// Returns the screen's state, with the playhead at `place` or on the last event.
  func state(_ form: ScreenForm, at place: Effect.Place?) throws -> State {
    try check(place)
    var state = State(
      size: form.size, glyphs: form.glyphs, theme: .monochrome, keys: .standard, demos: [],
      language: form.language,
      lints: lints)
    state.show(history, of: entry, real: !header.isVirtual, changes: changes)
    if let sources { _ = update(&state, .sources(sources)) }
    switch place {
    case .time(let time): state.show(time: time)
    case .event(let event): state.show(event: event)
    case .choice, nil: state.show(event: nil)
    }
    _ = update(&state, .finished)
    if form.isGraph { state.showGraph() }
    return state
  }
}
