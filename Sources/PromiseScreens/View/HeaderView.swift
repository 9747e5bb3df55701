import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseSimulation

/// The first line: which demo, which clock, running or paused, and where the playhead stands.
enum HeaderView {
  /// Draws the header in the first row.
  static func draw(_ state: State, on canvas: inout Canvas) {
    let width = state.size.width
    let isPicker = state.modeBeneath == .picker
    var left = StyledLine(width < 80 && !isPicker ? "" : title, .title)
    var changes: [Override] = []
    switch state.layers[0] {
    case .quiz:
      left.add("\(state.words.quizMark)  ", .heading)
      left.add(state.quiz?.demo ?? "")
    case .explore:
      left.add(state.showsRuns ? "REPEAT  " : "EXPLORE  ", .heading)
      left.add(state.exploring?.demo ?? "")
    case .demo, .choosing, .why, .whatIf, .settling, .lesson, .picker, .export, .help, .prompt:
      changes = state.run?.overrides ?? []
      if !changes.isEmpty { left = StyledLine("WHAT IF  ", .heading) }
      left.add(state.run?.demo.name ?? "demos")
    }
    for (place, change) in changes.enumerated() {
      left.add(place == 0 ? ": " : ", ")
      left.add(change.description, .heading)
    }
    let gap = width >= 120 ? "   " : "  "
    let all = items(state, wide: width >= 120)
    func room(_ left: StyledLine) -> Int {
      width - min(displayWidth(left.text), changes.isEmpty ? width * 2 / 5 : width * 3 / 5) - 2
    }
    var items = Item.fit(all, gap: gap.count, to: room(left))
    // What must be known of a run is worth more than the name of this program.
    if state.modeBeneath.showsRun, left.spans.first?.text == title,
      items.count(where: \.isNeeded) < all.count(where: \.isNeeded)
    {
      left.spans.removeFirst()
      items = Item.fit(all, gap: gap.count, to: room(left))
    }
    var right = StyledLine()
    for item in items {
      if !right.spans.isEmpty { right.add(gap) }
      right.spans += item.line.spans
    }
    let taken = displayWidth(right.text)
    canvas.draw(left, x: 0, y: 0, width: width - taken - (taken > 0 ? 2 : 0))
    canvas.draw(right, x: width - taken, y: 0, width: taken)
  }

  private static let title = "promise-tui  "

  private static func items(_ state: State, wide: Bool) -> [Item] {
    let help = Item(StyledLine(wide ? "? help" : "?", .key), rank: .help)
    switch state.layers[0] {
    case .quiz: return (state.quiz.map { questions($0, state.score, state.words) } ?? []) + [help]
    case .explore: return exploration(state, wide: wide) + [help]
    case .demo, .choosing, .why, .whatIf, .settling, .lesson, .picker, .export, .help, .prompt:
      return (state.run.map { items(of: $0, state, wide: wide) } ?? []) + [help]
    }
  }

  private static func items(of run: Run, _ state: State, wide: Bool) -> [Item] {
    let width = state.size.width
    let graph = run.graph
    let context = run.context(state.glyphs)
    let warnings = context.warningCount + context.lints.forgottenCount
    let end = run.finished ? run.history : run.prediction ?? run.history
    let live = live(run)
    let stale =
      state.watching?.isStale == true
      ? [Item(StyledLine(wide ? "as of the last build" : "last build", .warning), rank: .position)]
      : []
    let rules = width >= 160 ? [Item(StyledLine("rules PromiseKitLite", .dim), rank: .rules)] : []
    let marked =
      run.marked.map { [Item(StyledLine(wide ? "v marks \($0)" : "v\($0)", .key), rank: .mark)] }
      ?? []
    let bound = StyledLine(
      "rec \(megabytes(run.history.bytes)) of \(run.history.byteLimit >> 20) MB", .dim)
    return rules + live + stale + marked + [
      Item(
        StyledLine((wide ? "clock " : "") + (run.hasVirtualTime ? "virtual" : "real"), .dim),
        rank: .clock),
      pace(run, state.glyphs),
    ] + newer(run, narrow: width < 80) + [
      Item(position(run, wide ? "event" : "ev"), rank: .position),
      Item(
        StyledLine("\(milliseconds(graph.time)) ms"), rank: .time,
        widest: "\(milliseconds(end.endTime)) ms"),
      Item(
        StyledLine("turn \(aligned("\(graph.turn)", with: "\(end.turn(at: end.last))"))"),
        rank: .turn),
      Item(
        StyledLine(
          wide ? "warnings \(warnings)" : "!\(warnings)", warnings > 0 ? .warning : .dim),
        rank: .warnings),
      Item(
        StyledLine(
          wide ? "dropped \(graph.dropped)" : "D\(graph.dropped)",
          graph.dropped > 0 ? .warning : .dim), rank: .dropped),
      Item(bound, rank: .recorded, widest: "rec 399.9 of 400 MB"),
    ]
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
      items.append(Item(StyledLine("\(state.glyphs[.running])RUN", .running), rank: .position))
    }
    guard let found = exploring.found else { return items }
    items.append(Item(StyledLine(found.countWords), rank: .pace))
    items.append(Item(StyledLine("in \(elapsed(found.duration))"), rank: .warnings))
    if case .runs(let repetition) = found {
      if let left = repetition.remaining {
        items.append(Item(StyledLine("\(elapsed(left)) left", .dim), rank: .dropped))
      }
      return items
    }
    let seconds = found.duration / .seconds(1)
    if seconds >= 0.001 {
      let rate = grouped(Int(Double(found.total) / seconds))
      items.append(Item(StyledLine(wide ? "\(rate) a second" : "\(rate)/s", .dim), rank: .dropped))
    }
    return items
  }

  /// How far the quiz is, and how much was right.
  private static func questions(
    _ quiz: QuizState, _ score: QuizScore, _ words: CourseWords
  ) -> [Item] {
    var items: [Item] = []
    if quiz.demos.count > 1, quiz.place < quiz.demos.count {
      items.append(
        Item(StyledLine(words.demo(quiz.place + 1, of: quiz.demos.count), .dim), rank: .help))
    }
    if let sheet = quiz.sheet {
      items.append(
        Item(StyledLine(words.question(quiz.index + 1, of: sheet.questions.count)), rank: .position)
      )
    }
    let part = words.part(score.right, of: score.records.count)
    items.append(Item(StyledLine("\(words.score) \(part)"), rank: .pace))
    return items
  }

  // MARK: - Whether a run goes on, how fast, and where the playhead stands

  /// The program still runs, or how it has ended; at its end the pace says so.
  static func live(_ run: Run) -> [Item] {
    guard run.real, !run.isAtEnd else { return [] }
    if let ending = run.ending {
      let role: Role = ending.isFailure ? .warning : .dim
      return [
        Item(
          StyledLine(ending.short, role), rank: ending.isFailure ? .help : .warnings)
      ]
    }
    return [Item(StyledLine(run.isLive ? "live" : "ended", .dim), rank: .live)]
  }

  /// How much has come since the picture of a running program was paused.
  static func newer(_ run: Run, narrow: Bool) -> [Item] {
    guard run.isLive, !run.playing, run.history.last > run.playhead else { return [] }
    let count = grouped(run.history.last - run.playhead)
    let (words, widest) = narrow ? ("+\(count)", "+99") : ("\(count) newer", "1,000 newer")
    return [Item(StyledLine(words, .heading), rank: .newer, widest: widest)]
  }

  /// What can be chosen, and by which keys.
  private static func choosing(_ run: Run) -> Item {
    let count = run.choicePoint?.options.count ?? 0
    let line =
      count == 0
      ? StyledLine("CHOOSE", .heading) : StyledLine("CHOOSE 1-\(min(9, count))", .running)
    return Item(line, rank: .pace, widest: "CHOOSE 1-9")
  }

  /// Running or paused, and how fast; at the end of what is over, that it has ended, and how.
  static func pace(_ run: Run, _ glyphs: GlyphSet) -> Item {
    if run.choosing, !run.playing { return choosing(run) }
    let paused = "\(glyphs[.pause])PAUSED"
    let speed = run.isLive ? "" : " \(run.speedWords)"
    if run.isAtEnd { return Item(end(run), rank: .pace, widest: paused + speed) }
    let going = "\(glyphs[.running])\(run.isLive ? "LIVE" : "RUN")"
    var line = run.playing ? StyledLine(going, .running) : StyledLine(paused, .heading)
    line.add(speed)
    return Item(line, rank: .pace, widest: paused + speed)
  }

  /// Nothing is paused where nothing can come any more.
  private static func end(_ run: Run) -> StyledLine {
    guard !run.history.isEmpty || run.ending != nil else { return StyledLine() }
    guard let ending = run.ending, ending.short != ProgramEnding.plain else {
      return StyledLine("ENDED", .heading)
    }
    return StyledLine(ending.short, ending.isFailure ? .warning : .heading)
  }

  static func position(_ run: Run, _ word: String) -> StyledLine {
    let last = run.total.last
    var line = StyledLine("\(word) \(aligned("\(run.playhead)", with: "\(last)"))")
    line.add("/\(last)", run.total.predicted ? .future : .body)
    return line
  }
}

extension HeaderView {
  /// One item at the right of the header.
  struct Item {
    /// What goes first where there is no room: the last of these.
    enum Rank: Int {
      /// Never goes.
      case pace
      case position, help, mark, newer, warnings, dropped, clock, time, turn, live, recorded, rules
    }

    var line: StyledLine
    var rank: Rank

    /// An item that takes at least as many cells as `widest`, so that the header stands still while
    /// the numbers in it grow.
    init(_ line: StyledLine, rank: Rank, widest: String = "") {
      let gap = max(0, displayWidth(widest) - displayWidth(line.text))
      self.line = StyledLine([Span(blanks(gap))] + line.spans)
      self.rank = rank
    }

    /// Of a run it is always to be seen, where it can be.
    var isNeeded: Bool { rank.rawValue <= Rank.dropped.rawValue }

    /// The items for which there is room, with a gap of so many cells between them.
    static func fit(_ items: [Item], gap: Int, to room: Int) -> [Item] {
      var items = items
      func needed() -> Int { items.reduce(-gap) { $0 + displayWidth($1.line.text) + gap } }
      while needed() > room, let worst = items.map(\.rank.rawValue).max(), worst > 0 {
        items.removeAll { $0.rank.rawValue == worst }
      }
      return items
    }
  }
}
