import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseSimulation

/// The first line: which demo, which clock, running or paused, and where the playhead is.
enum HeaderView {
  /// Draws the header in the first row.
  static func draw(_ state: State, on canvas: inout Canvas) {
    let (width, language) = (state.size.width, state.language)
    let isPicker = state.modeBeneath == .picker
    var left = StyledLine(width < 80 && !isPicker ? "" : title, .title)
    var changes: [Override] = []
    switch state.layers[0] {
    case .quiz:
      left.add("\(state.course.quizMark)  ", .heading)
      left.add(state.quiz?.demo ?? "")
    case .explore:
      let mark = state.showsRuns ? language.text("REPEAT") : language.text("EXPLORE")
      left.add("\(mark)  ", .heading)
      left.add(state.exploring?.demo ?? "")
    case .demo, .choosing, .ended, .why, .whatIf, .settling, .lesson, .picker, .export, .help,
      .prompt:
      changes = state.run?.overrides ?? []
      if !changes.isEmpty { left = StyledLine("\(language.text("WHAT IF"))  ", .heading) }
      left.add(state.run?.demo.name ?? state.opening ?? language.text("demos"))
    }
    for (place, change) in changes.enumerated() {
      left.add(place == 0 ? state.course.colon : state.course.comma)
      left.add(change.text(in: language), .heading)
    }
    let gap = width >= 120 ? "   " : "  "
    let all = items(state, wide: width >= 120)
    func room(_ left: StyledLine) -> Int {
      width - min(displayWidth(left.text), changes.isEmpty ? width * 2 / 5 : width * 3 / 5) - 2
    }
    var items = Item.fit(all, gap: gap.count, to: room(left))
    // The essential facts about a run are worth more than the name of this program.
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
    let help = Item(
      StyledLine(wide ? "? \(state.language.text("help"))" : "?", .key), rank: .help)
    switch state.layers[0] {
    case .quiz: return (state.quiz.map { questions($0, state.score, state.course) } ?? []) + [help]
    case .explore: return exploration(state, wide: wide) + [help]
    case .demo, .choosing, .ended, .why, .whatIf, .settling, .lesson, .picker, .export, .help,
      .prompt:
      return (state.run.map { items(of: $0, state, wide: wide) } ?? []) + [help]
    }
  }

  private static func items(of run: Run, _ state: State, wide: Bool) -> [Item] {
    let (width, language) = (state.size.width, state.language)
    let graph = run.graph
    let context = run.context(state.glyphs, language)
    let warnings = context.warningCount + context.lints.forgottenCount
    let end = run.finished ? run.history : run.prediction ?? run.history
    let live = live(run, language)
    let stale =
      state.watching?.isStale == true
      ? [
        Item(
          StyledLine(
            wide ? language.text("as of the last build") : language.text("last build"), .warning),
          rank: .position)
      ] : []
    let rules =
      width >= 160
      ? [Item(StyledLine(language.text("rules PromiseKitLite"), .dim), rank: .rules)] : []
    let marked =
      run.marked.map {
        [Item(StyledLine(wide ? language.text("v marks \($0)") : "v\($0)", .key), rank: .mark)]
      }
      ?? []
    let bound = StyledLine(
      language.text("rec \(megabytes(run.history.bytes)) of \(run.history.byteLimit >> 20) MB"),
      .dim)
    return rules + live + stale + marked + [
      Item(
        StyledLine(clock(run, language, wide: wide), .dim),
        rank: .clock),
      pace(run, state.glyphs, language),
    ] + newer(run, language, narrow: width < 80) + [
      Item(
        position(run, wide ? language.text("event") : language.text("ev")), rank: .position),
      Item(
        StyledLine("\(milliseconds(graph.time)) ms"), rank: .time,
        widest: "\(milliseconds(end.endTime)) ms"),
      Item(
        StyledLine(
          language.text("turn \(aligned("\(graph.turn)", with: "\(end.turn(at: end.last))"))")),
        rank: .turn),
      Item(
        StyledLine(
          wide ? language.text("warnings \(warnings)") : "!\(warnings)",
          warnings > 0 ? .warning : .dim),
        rank: .warnings),
      Item(
        StyledLine(
          wide ? language.text("dropped \(graph.dropped)") : "D\(graph.dropped)",
          graph.dropped > 0 ? .warning : .dim), rank: .dropped),
      Item(bound, rank: .recorded, widest: "rec 399.9 of 400 MB"),
    ]
  }

  /// Returns whether the times of the run are virtual.
  private static func clock(_ run: Run, _ language: Language, wide: Bool) -> String {
    if wide {
      return run.hasVirtualTime ? language.text("clock virtual") : language.text("clock real")
    }
    return run.hasVirtualTime ? language.text("virtual") : language.text("real")
  }

  /// Returns a size in megabytes with one decimal.
  private static func megabytes(_ bytes: Int) -> String {
    let tenths = bytes / 104_858
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// How many schedules or runs there were, and in what time.
  private static func exploration(_ state: State, wide: Bool) -> [Item] {
    guard let exploring = state.exploring else { return [] }
    let language = state.language
    var items: [Item] = []
    if exploring.isRunning {
      items.append(
        Item(
          StyledLine("\(state.glyphs[.running])\(state.language.text("RUN"))", .running),
          rank: .position))
    }
    guard let found = exploring.found else { return items }
    items.append(Item(StyledLine(found.countText(language)), rank: .pace))
    items.append(
      Item(StyledLine(language.text("\(elapsed(found.duration)) elapsed")), rank: .warnings))
    if case .runs(let repetition) = found {
      if let left = repetition.remaining {
        items.append(Item(StyledLine(language.text("\(elapsed(left)) left"), .dim), rank: .dropped))
      }
      return items
    }
    let seconds = found.duration / .seconds(1)
    if seconds >= 0.001 {
      let rate = grouped(Int(Double(found.total) / seconds))
      items.append(
        Item(
          StyledLine(wide ? language.text("\(rate) per second") : "\(rate)/s", .dim), rank: .dropped
        ))
    }
    return items
  }

  /// The progress of the quiz, and the score.
  private static func questions(
    _ quiz: QuizState, _ score: QuizScore, _ course: CourseText
  ) -> [Item] {
    var items: [Item] = []
    if quiz.demos.count > 1, quiz.place < quiz.demos.count {
      items.append(
        Item(StyledLine(course.demo(quiz.place + 1, of: quiz.demos.count), .dim), rank: .help))
    }
    if let sheet = quiz.sheet {
      items.append(
        Item(
          StyledLine(course.question(quiz.index + 1, of: sheet.questions.count)), rank: .position)
      )
    }
    let part = course.part(score.right, of: score.records.count)
    items.append(Item(StyledLine("\(course.score) \(part)"), rank: .pace))
    return items
  }

  // MARK: - Whether a run continues, how fast, and where the playhead is

  /// Whether the program is still running, or how it ended; at the end of the run, ``pace(_:_:_:)`` says
  /// so.
  static func live(_ run: Run, _ language: Language) -> [Item] {
    guard run.real, !run.isAtEnd else { return [] }
    if let ending = run.ending {
      let role: Role = ending.isFailure ? .warning : .dim
      return [
        Item(
          StyledLine(ending.label(language), role), rank: ending.isFailure ? .help : .warnings)
      ]
    }
    return [
      Item(
        StyledLine(run.isLive ? language.text("live") : language.text("ended"), .dim), rank: .live)
    ]
  }

  /// How many events arrived since a live run was paused.
  static func newer(_ run: Run, _ language: Language, narrow: Bool) -> [Item] {
    guard run.isLive, !run.playing, run.history.last > run.playhead else { return [] }
    let count = grouped(run.history.last - run.playhead)
    let (text, widest) =
      narrow
      ? ("+\(count)", "+99") : (language.text("\(count) newer"), language.text("\("1,000") newer"))
    return [Item(StyledLine(text, .heading), rank: .newer, widest: widest)]
  }

  /// The keys that choose what runs next.
  private static func choosing(_ run: Run, _ language: Language) -> Item {
    let count = run.choicePoint?.options.count ?? 0
    let mark = language.text("CHOOSE")
    let line =
      count == 0
      ? StyledLine(mark, .heading) : StyledLine("\(mark) 1-\(min(9, count))", .running)
    return Item(line, rank: .pace, widest: "\(mark) 1-9")
  }

  /// Running or paused, and how fast; at the end of a finished run, how it ended.
  static func pace(_ run: Run, _ glyphs: GlyphSet, _ language: Language) -> Item {
    if run.choosing, !run.playing { return choosing(run, language) }
    let paused = "\(glyphs[.pause])\(language.text("PAUSED"))"
    let speed = run.isLive ? "" : " \(run.speedText)"
    if run.isAtEnd { return Item(end(run, language), rank: .pace, widest: paused + speed) }
    let mark = run.isLive ? language.text("LIVE") : language.text("RUN")
    let going = "\(glyphs[.running])\(mark)"
    var line = run.playing ? StyledLine(going, .running) : StyledLine(paused, .heading)
    line.add(speed)
    return Item(line, rank: .pace, widest: paused + speed)
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

extension HeaderView {
  /// One item at the right of the header.
  struct Item {
    /// What is left out first if room is short: the last of these.
    enum Rank: Int {
      /// Never left out.
      case pace
      case position, help, mark, newer, warnings, dropped, clock, time, turn, live, recorded, rules
    }

    var line: StyledLine
    var rank: Rank

    /// Creates an item at least as wide as `widest`, so that the header does not move while its numbers
    /// grow.
    init(_ line: StyledLine, rank: Rank, widest: String = "") {
      let gap = max(0, displayWidth(widest) - displayWidth(line.text))
      self.line = StyledLine([Span(blanks(gap))] + line.spans)
      self.rank = rank
    }

    /// Whether it should be visible for every run, if it fits.
    var isNeeded: Bool { rank.rawValue <= Rank.dropped.rawValue }

    /// Returns the items that fit into `room`, with `gap` cells between them.
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
