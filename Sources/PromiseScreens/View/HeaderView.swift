import PromiseCourse
import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseSimulation

extension Layer {
  func header(_ state: State, wide: Bool) -> (name: StyledLine, items: [HeaderItem]) {
    (HeaderView.name(state), state.run.map { HeaderView.items(of: $0, state, wide: wide) } ?? [])
  }
}

/// The first line: which demo, running or paused, how far, and where the playhead is.
enum HeaderView {
  /// Draws the header in the first row.
  static func draw(_ state: State, on canvas: inout Canvas) {
    let width = state.size.width
    let base = state.layers[0]
    let (left, own) = base.header(state, wide: width >= 120)
    let help = width >= 120 ? "? \(state.language.text("help"))" : "?"
    let all = own + [HeaderItem(StyledLine(help, .key), rank: .help)]
    let gap = width >= 120 ? "   " : "  "
    let most = (state.run?.overrides ?? []).isEmpty ? width * 2 / 5 : width * 3 / 5
    let room = width - min(displayWidth(left.text), most) - gap.count
    let items = HeaderItem.fit(all, gap: gap.count, to: room)
    let front = joined(items.filter { $0.rank.isInFront }, gap)
    var back = joined(items.filter { !$0.rank.isInFront }, gap)
    // What remains is the progress of the run, or blank.
    let taken = displayWidth(front.text) + displayWidth(back.text) + 2 * gap.count
    let rest = width - taken - gap.count - min(displayWidth(left.text), most)
    if base.showsRun, let run = state.run, rest >= leastProgress {
      let line = progress(run, state.glyphs, width: min(rest, width / 2))
      if !line.spans.isEmpty { back.spans = line.spans + [Span(gap)] + back.spans }
    }
    let end = displayWidth(back.text)
    let middle = displayWidth(front.text)
    let start = width - end - (middle > 0 ? middle + gap.count : 0)
    let space = start - (start < width ? gap.count : 0)
    canvas.draw(
      left.cut(to: space, ellipsis: state.glyphs[.ellipsis]), x: 0, y: 0, width: space)
    canvas.draw(front, x: start, y: 0, width: middle)
    canvas.draw(back, x: width - end, y: 0, width: end)
  }

  /// The least width of the line that shows the progress.
  private static let leastProgress = 10

  private static func joined(_ items: [HeaderItem], _ gap: String) -> StyledLine {
    StyledLine(Array(items.map(\.line.spans).joined(separator: [Span(gap)])))
  }

  /// Returns the name of the open demo with its changes, or of the list.
  fileprivate static func name(_ state: State) -> StyledLine {
    let language = state.language
    guard let run = state.run else {
      let name = state.opening ?? language.text("demos")
      return StyledLine([Span(" promise-tui  ", .title), Span(name)])
    }
    var line = StyledLine(" ")
    if !run.overrides.isEmpty { line.add("\(language.text("WHAT IF"))  ", .heading) }
    line.add(run.demo.name, .title)
    for (place, change) in run.overrides.enumerated() {
      line.add(place == 0 ? state.course.colon : state.course.comma)
      line.add(change.text(in: language), .heading)
    }
    return line
  }

  /// Returns a line for the time of the run, full up to the playhead; empty if the end is unknown.
  static func progress(_ run: Run, _ glyphs: GlyphSet, width: Int) -> StyledLine {
    let last = run.total.last
    guard !run.isLive, width > 0, last > run.history.base else { return StyledLine() }
    let end = run.total.predicted ? run.prediction?.endTime ?? 0 : run.history.endTime
    let (passed, whole) =
      end > run.startTime
      ? (run.clock.saturatingMinus(run.startTime), end.saturatingMinus(run.startTime))
      : (Int64(run.playhead - run.history.base), Int64(last - run.history.base))
    // In halves of a cell, of which the last one shows where the playhead is.
    let share: Double = Double(passed) / Double(whole)
    let halves = Int(Double(2 * width) * min(1, max(0, share)))
    let done = min(width, halves / 2)
    var line = StyledLine(glyphs.line(.progressDone, done), .heading)
    if done < width, halves % 2 == 1 { line.add(String(glyphs[.progressHead]), .heading) }
    line.add(glyphs.line(.progressAhead, width - displayWidth(line.text)), .dim)
    return line
  }

  fileprivate static func items(of run: Run, _ state: State, wide: Bool) -> [HeaderItem] {
    let (width, language) = (state.size.width, state.language)
    var items = [pace(run, state.glyphs, language, narrow: width < 80)] + live(run, language)
    if state.watching?.isStale == true {
      let text = wide ? language.text("as of the last build") : language.text("last build")
      items.append(HeaderItem(StyledLine(text, .warning), rank: .stale))
    }
    if run.known.hasProcesses {
      let text = language.text("\(run.known.processes.count) processes")
      items.append(HeaderItem(StyledLine(text, .dim), rank: .processes))
    }
    items += newer(run, language, narrow: width < 80)
    if let marked = run.marked {
      let text = wide ? language.text("v marks \(marked)") : "v\(marked)"
      items.append(HeaderItem(StyledLine(text, .key), rank: .mark))
    }
    items.append(time(run))
    items.append(
      HeaderItem(
        position(run, wide ? language.text("event") : language.text("ev")), rank: .position))
    items += troubles(run, state.glyphs, language)
    // Near the limit, the oldest events are about to go.
    if run.real || run.isTraced, run.history.bytes > run.history.byteLimit / 4 * 3 {
      let text = language.text(
        "rec \(megabytes(run.history.bytes)) of \(run.history.byteLimit >> 20) MB")
      items.append(
        HeaderItem(StyledLine(text, .dim), rank: .recorded, widest: "rec 399.9 of 400 MB"))
    }
    return items
  }

  /// The time at the playhead, and that of the end if it is known.
  private static func time(_ run: Run) -> HeaderItem {
    let end = milliseconds(run.total.predicted ? run.prediction?.endTime ?? 0 : run.history.endTime)
    if run.isLive {
      return HeaderItem(
        StyledLine("\(milliseconds(run.clock)) ms"), rank: .time, widest: "\(end) ms")
    }
    var line = StyledLine(aligned(milliseconds(run.clock), with: end))
    line.add(" / \(end) ms", run.total.predicted ? .future : .dim)
    return HeaderItem(line, rank: .time)
  }

  /// The warnings so far and the lost events, if the run has any.
  private static func troubles(
    _ run: Run, _ glyphs: GlyphSet, _ language: Language
  ) -> [HeaderItem] {
    let context = run.context(glyphs, language)
    let warnings = context.warningCount + context.lints.forgottenCount
    var items: [HeaderItem] = []
    if warnings > 0 || run.mayWarn {
      let sign = glyphs[.warning]
      items.append(
        HeaderItem(
          warnings > 0 ? StyledLine("\(sign)\(grouped(warnings))", .warning) : StyledLine(),
          rank: .warnings, widest: "\(sign)\(grouped(max(warnings, 9)))"))
    }
    if run.graph.dropped > 0 {
      let text = language.text("\(grouped(run.graph.dropped)) lost")
      items.append(HeaderItem(StyledLine(text, .warning), rank: .dropped))
    }
    return items
  }

  /// Returns a size in megabytes with one decimal.
  private static func megabytes(_ bytes: Int) -> String {
    let tenths = bytes / 104_858
    return "\(tenths / 10).\(tenths % 10)"
  }

  // MARK: - Whether a run continues, how fast, and where the playhead is

  /// Whether the program is still running, or how it ended; at the end of the run, ``pace(_:_:_:)`` says
  /// so.
  static func live(_ run: Run, _ language: Language) -> [HeaderItem] {
    guard run.real, !run.isAtEnd else { return [] }
    if let ending = run.ending {
      let role: Role = ending.isFailure ? .warning : .dim
      return [
        HeaderItem(
          StyledLine(ending.label(language), role), rank: ending.isFailure ? .help : .warnings)
      ]
    }
    guard run.isLive else {
      return [HeaderItem(StyledLine(language.text("ended"), .dim), rank: .live)]
    }
    guard run.gate != nil || run.graph.gate.isPresent else {
      return [HeaderItem(StyledLine(language.text("live"), .dim), rank: .live)]
    }
    let isClosed = run.gate?.isClosed ?? run.graph.gate.isClosed
    // Beside GATE CLOSED it would say the same.
    guard !isClosed || !run.playing || run.choosing else { return [] }
    let text = isClosed ? language.text("gate closed") : language.text("gate open")
    return [HeaderItem(StyledLine(text, isClosed ? .heading : .dim), rank: .live)]
  }

  /// How many events arrived since a live run was paused.
  static func newer(_ run: Run, _ language: Language, narrow: Bool) -> [HeaderItem] {
    guard run.isLive, !run.playing, run.history.last > run.playhead else { return [] }
    let count = grouped(run.history.last - run.playhead)
    let (text, widest) =
      narrow
      ? ("+\(count)", "+99") : (language.text("\(count) newer"), language.text("\("1,000") newer"))
    return [HeaderItem(StyledLine(text, .heading), rank: .newer, widest: widest)]
  }

  /// The keys that choose what runs next.
  private static func choosing(_ run: Run, _ language: Language) -> HeaderItem {
    let count = run.choicePoint?.options.count ?? 0
    let mark = language.text("CHOOSE")
    let line =
      count == 0
      ? StyledLine(mark, .heading) : StyledLine("\(mark) 1-\(min(9, count))", .running)
    return HeaderItem(line, rank: .pace, widest: "\(mark) 1-9")
  }

  /// Running or paused, and how fast; at the end of a finished run, how it ended.
  static func pace(
    _ run: Run, _ glyphs: GlyphSet, _ language: Language, narrow: Bool
  ) -> HeaderItem {
    if run.choosing, !run.playing || run.isHeldByGate { return choosing(run, language) }
    // Without a sign that everyone knows, the word says it.
    let sign = glyphs == .unicode ? "\(glyphs[.pause]) " : ""
    let speed = run.isLive || narrow && run.speed == 0 ? "" : " \(run.speedText)"
    let paused = "\(sign)\(language.text("PAUSED"))\(speed)"
    if run.isAtEnd { return HeaderItem(end(run, language), rank: .pace, widest: paused) }
    guard run.playing else { return HeaderItem(StyledLine(paused), rank: .pace, widest: paused) }
    if run.graph.gate.isClosed, run.isLive {
      let word = narrow ? language.text("CLOSED") : language.text("GATE CLOSED")
      return HeaderItem(StyledLine("\(sign)\(word)", .heading), rank: .pace, widest: paused)
    }
    let going = "\(glyphs[.running])" + (run.isLive ? " \(language.text("LIVE"))" : speed)
    return HeaderItem(StyledLine(going, .running), rank: .pace, widest: paused)
  }

  /// How the run ended; a finished run is never shown as paused.
  private static func end(_ run: Run, _ language: Language) -> StyledLine {
    guard !run.history.isEmpty || run.ending != nil else { return StyledLine() }
    guard let ending = run.ending, !ending.isPlain else {
      return StyledLine(language.text("ENDED"), .heading)
    }
    return StyledLine(ending.label(language), ending.isFailure ? .warning : .heading)
  }

  static func position(_ run: Run, _ word: String) -> StyledLine {
    let last = run.total.last
    var line = StyledLine("\(word) \(aligned("\(run.playhead)", with: "\(last)"))")
    line.add("/\(last)", run.total.predicted ? .future : .body)
    return line
  }
}
