import ArgumentParser
import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

/// A run from its beginning to its end, and the forms in which it is printed.
struct CompleteRun: Sendable {
  let entry: RunDescriptor
  let isReal: Bool
  let history: History
  /// Which mistakes are told of it.
  let lints: LintSettings
  /// What is otherwise in it by hand, and what comes of that.
  var changes: [Override] = []
  var differences: [String] = []
  /// The texts of files that no event has; none where they were not looked for.
  var sources: [SourceText]?

  /// What has become of `events`, in whatever order they came.
  init(
    entry: RunDescriptor, isReal: Bool, events: [PromiseEvent], lints: LintSettings = LintSettings()
  ) {
    self.entry = entry
    self.isReal = isReal
    self.lints = lints
    var history = History(lints: lints)
    history.append(contentsOf: events)
    history.flush()
    self.history = history
  }

  /// What has become of a run that was recorded.
  init(_ recorded: RecordedRun, lints: LintSettings = LintSettings()) {
    self.init(
      entry: recorded.entry, isReal: !recorded.isVirtual, events: recorded.events, lints: lints)
  }

  /// The report for people, without any escape sequence, and the lesson, if there is one: that is about the
  /// run as it is written. Of another one, what is otherwise in it.
  var report: String {
    guard !changes.isEmpty else {
      let report = LinearReport.text(history, title: entry.name)
      guard let lesson = entry.lesson else { return report }
      return report + "\nLESSON\n\n" + lesson.markdown(in: NamedRun(Array(history.events)))
    }
    let what = changes.map(\.description).joined(separator: " and ")
    let differences = differences.isEmpty ? ["nothing else is otherwise"] : differences
    return LinearReport.text(history, title: "\(entry.name), what if \(what)")
      + "\nOTHERWISE THAN AS IT IS WRITTEN\n" + differences.map { "  \($0)\n" }.joined()
  }

  /// Every event in a sentence, time and turn where they change.
  var narration: String {
    EventTeller.text(of: history, title: "\(entry.name): \(entry.teaches)")
  }

  /// The trace: a header and a line for each event.
  var jsonLines: String {
    let header = TraceHeader(isVirtual: !isReal, title: entry.name)
    return String(decoding: TraceWriter().bytes(header, history.events), as: UTF8.self)
  }

  /// The screen with the playhead on event number `event`, or the last.
  func screen(of size: Size, at event: Int?, glyphs: GlyphSet) throws -> String {
    try canvas(of: size, at: event, glyphs: glyphs).text + "\n"
  }

  /// The same as a picture in SVG, in the colours of `theme`, or those that the reader prefers.
  func picture(of size: Size, at event: Int?, glyphs: GlyphSet, theme: Theme?) throws -> String {
    let canvas = try canvas(of: size, at: event, glyphs: glyphs)
    return Picture(canvas, title: "promise-tui: \(entry.name)", theme: theme).svg
  }

  /// Why a promise is as it is after event number `event`, or the last; of two, why they ran in their order.
  ///
  /// - Throws: a sentence about a name that no promise has.
  func reasons(for names: [String], at event: Int?) throws -> String {
    let state = try state(of: Size(width: 80, height: 24), at: event, glyphs: .ascii)
    let promises = try names.map { name in
      guard let promise = state.promise(called: name) else {
        throw ValidationError(
          "--why: \(entry.name) has no promise '\(name)'; --plain lists those that there are.")
      }
      return promise
    }
    guard let asked = promises.last else { return "" }
    let explanation = state.explanation(of: asked, beside: promises.dropLast().last)
    return "\(explanation.title), at event \(event ?? history.last) of \(history.last)\n"
      + explanation.text + "\n"
  }

  private func canvas(of size: Size, at event: Int?, glyphs: GlyphSet) throws -> Canvas {
    view(try state(of: size, at: event, glyphs: glyphs))
  }

  /// The screens of the whole run, with the playhead on event number `event`, or the last.
  private func state(of size: Size, at event: Int?, glyphs: GlyphSet) throws -> State {
    if let event, event > history.last {
      throw ValidationError(
        "The run ends with event \(history.last): --at is from \(history.base) to there.")
    }
    var state = State(size: size, glyphs: glyphs, theme: .monochrome, demos: [], lints: lints)
    state.show(history, of: entry, real: isReal, changes: changes)
    if let sources { _ = update(&state, .sources(sources)) }
    state.show(event: event)
    _ = update(&state, .finished)
    return state
  }
}
