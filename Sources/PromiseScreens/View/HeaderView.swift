import PromiseCourse
import PromiseGraph
import PromiseSimulation

/// The first line: which demo, which clock, running or paused, and where the playhead stands.
enum HeaderView {
  /// One item at the right; where there is no room, those of the highest rank go first.
  private struct Item {
    var line: StyledLine
    var rank: Int

    /// An item that takes at least as many cells as `widest`, so that the header stands still while
    /// the numbers in it grow.
    init(_ line: StyledLine, rank: Int, widest: String = "") {
      let gap = max(0, displayWidth(widest) - displayWidth(line.text))
      self.line = StyledLine([Span(String(repeating: " ", count: gap))] + line.spans)
      self.rank = rank
    }
  }

  /// Draws the header in the first row.
  static func draw(_ state: State, on canvas: inout Canvas) {
    let width = state.size.width
    let isPicker = state.modeBeneath == .picker
    var left = StyledLine(width < 80 && !isPicker ? "" : "promise-tui  ", .title)
    if state.quiz != nil { left.add("\(state.words.quizMark)  ", .heading) }
    if state.isExploring {
      left.add(state.exploring?.isOfRuns == true ? "REPEAT  " : "EXPLORE  ", .heading)
    }
    let changes = state.isExploring || state.quiz != nil ? [] : state.run?.interventions ?? []
    if !changes.isEmpty { left = StyledLine("WHAT IF  ", .heading) }
    left.add(
      state.quiz?.demo ?? (state.isExploring ? state.exploring?.demo : state.run?.demo.name)
        ?? "demos")
    for (place, change) in changes.enumerated() {
      left.add(place == 0 ? ": " : ", ")
      left.add(change.description, .heading)
    }
    let used = min(displayWidth(left.text), changes.isEmpty ? width * 2 / 5 : width * 3 / 5)
    let gap = width >= 120 ? "   " : "  "
    let items = fit(items(state, wide: width >= 120), gap: gap.count, to: width - used - 2)
    var right = StyledLine()
    for item in items {
      if !right.spans.isEmpty { right.add(gap) }
      right.spans += item.line.spans
    }
    let taken = displayWidth(right.text)
    canvas.draw(left, x: 0, y: 0, width: width - taken - (taken > 0 ? 2 : 0))
    canvas.draw(right, x: width - taken, y: 0, width: taken)
  }

  private static func fit(_ items: [Item], gap: Int, to room: Int) -> [Item] {
    var items = items
    func needed() -> Int { items.reduce(-gap) { $0 + displayWidth($1.line.text) + gap } }
    while needed() > room, let worst = items.map(\.rank).max(), worst > 0 {
      items.removeAll { $0.rank == worst }
    }
    return items
  }

  private static func items(_ state: State, wide: Bool) -> [Item] {
    let width = state.size.width
    let help = Item(StyledLine(wide ? "? help" : "?", .key), rank: 2)
    if let quiz = state.quiz { return questions(quiz, state.score, state.words) + [help] }
    if state.isExploring { return exploration(state, wide: wide) + [help] }
    guard let run = state.run else { return [help] }
    let graph = run.graph
    let warnings = run.context(state.glyphs).warningCount + graph.forgottenFindings
    let end = run.finished ? run.history : run.prediction ?? run.history
    let live = live(run)
    let stale =
      state.watching?.isStale == true
      ? [Item(StyledLine(wide ? "as of the last build" : "last build", .warning), rank: 1)] : []
    let rules = width >= 160 ? [Item(StyledLine("rules PromiseKitLite", .dim), rank: 10)] : []
    let marked =
      run.marked.map { [Item(StyledLine(wide ? "v marks \($0)" : "v\($0)", .key), rank: 2)] } ?? []
    let bound = StyledLine(
      "rec \(megabytes(run.history.bytes)) of \(run.history.byteLimit >> 20) MB", .dim)
    return rules + live + stale + marked + [
      Item(
        StyledLine((wide ? "clock " : "") + (run.hasVirtualTime ? "virtual" : "real"), .dim),
        rank: 5),
      pace(run, state.glyphs),
    ] + newer(run) + [
      Item(position(run, wide ? "event" : "ev"), rank: 1),
      Item(
        StyledLine("\(milliseconds(graph.time)) ms"), rank: 6,
        widest: "\(milliseconds(end.endTime)) ms"),
      Item(
        StyledLine("turn \(aligned("\(graph.turn)", with: "\(end.turn(at: end.last))"))"), rank: 7),
      Item(
        StyledLine(
          wide ? "warnings \(warnings)" : "!\(warnings)", warnings > 0 ? .warning : .dim),
        rank: 3),
      Item(
        StyledLine(
          wide ? "dropped \(graph.dropped)" : "D\(graph.dropped)",
          graph.dropped > 0 ? .warning : .dim), rank: 4),
      Item(bound, rank: 9, widest: "rec 399.9 of 400 MB"),
      help,
    ]
  }

  /// The program still runs, or how it has ended.
  private static func live(_ run: Run) -> [Item] {
    guard run.real else { return [] }
    if let ending = run.ending {
      let role: Role = ending.isFailure ? .warning : .dim
      return [Item(StyledLine(ending.short, role), rank: ending.isFailure ? 1 : 3)]
    }
    return [Item(StyledLine(run.isLive ? "live" : "ended", .dim), rank: 8)]
  }

  /// How much has come since the picture of a running program was paused.
  private static func newer(_ run: Run) -> [Item] {
    guard run.isLive, !run.playing, run.history.last > run.playhead else { return [] }
    let count = run.history.last - run.playhead
    return [Item(StyledLine("\(grouped(count)) newer", .heading), rank: 4, widest: "1,000 newer")]
  }

  /// With one digit after the point.
  private static func megabytes(_ bytes: Int) -> String {
    let tenths = bytes / 104_858
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// How many schedules or runs there were, in what time.
  private static func exploration(_ state: State, wide: Bool) -> [Item] {
    guard let exploring = state.exploring else { return [] }
    var items: [Item] = []
    if exploring.isRunning {
      items.append(Item(StyledLine("\(state.glyphs[.running])RUN", .running), rank: 1))
    }
    guard let found = exploring.found else { return items }
    items.append(Item(StyledLine(found.countWords), rank: 0))
    items.append(Item(StyledLine("in \(words(found.duration))"), rank: 3))
    if case .runs(let repetition) = found {
      if let left = repetition.remaining {
        items.append(Item(StyledLine("\(words(left)) left", .dim), rank: 4))
      }
      return items
    }
    let seconds = found.duration / .seconds(1)
    if seconds >= 0.001 {
      let rate = grouped(Int(Double(found.total) / seconds))
      items.append(Item(StyledLine(wide ? "\(rate) a second" : "\(rate)/s", .dim), rank: 4))
    }
    return items
  }

  /// How far the quiz is, and how much was right.
  private static func questions(
    _ quiz: Quizzing, _ score: QuizScore, _ words: CourseWords
  ) -> [Item] {
    var items: [Item] = []
    if quiz.demos.count > 1, quiz.place < quiz.demos.count {
      items.append(
        Item(StyledLine(words.demo(quiz.place + 1, of: quiz.demos.count), .dim), rank: 2))
    }
    if let sheet = quiz.sheet {
      items.append(
        Item(StyledLine(words.question(quiz.index + 1, of: sheet.questions.count)), rank: 1))
    }
    let part = words.part(score.right, of: score.records.count)
    items.append(Item(StyledLine("\(words.score) \(part)"), rank: 0))
    return items
  }

  /// What can be chosen, and by which keys.
  private static func choosing(_ run: Run) -> Item {
    let count = run.choicePoint?.options.count ?? 0
    let line =
      count == 0
      ? StyledLine("CHOOSE", .heading) : StyledLine("CHOOSE 1-\(min(9, count))", .running)
    return Item(line, rank: 0, widest: "CHOOSE 1-9")
  }

  /// Running or paused, and how fast.
  private static func pace(_ run: Run, _ glyphs: GlyphSet) -> Item {
    if run.choosing, !run.playing { return choosing(run) }
    let paused = "\(glyphs[.pause])PAUSED"
    let going = "\(glyphs[.running])\(run.isLive ? "LIVE" : "RUN")"
    var line = run.playing ? StyledLine(going, .running) : StyledLine(paused, .heading)
    var speed = ""
    if !run.isLive {
      speed = run.speed < 0 ? " x1/\(1 << -run.speed)" : " x\(1 << run.speed)"
      line.add(speed)
    }
    return Item(line, rank: 0, widest: paused + speed)
  }

  private static func position(_ run: Run, _ word: String) -> StyledLine {
    let last = run.total.last
    var line = StyledLine("\(word) \(aligned("\(run.playhead)", with: "\(last)"))")
    line.add("/\(last)", run.total.predicted ? .future : .body)
    return line
  }
}
