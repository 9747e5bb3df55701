import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseSimulation

/// The first line: which demo, which clock, running or paused, and where the playhead stands.
enum HeaderView {
  private typealias Item = HeaderItem

  /// Draws the header in the first row.
  static func draw(_ state: State, on canvas: inout Canvas) {
    let width = state.size.width
    let isPicker = state.modeBeneath == .picker
    var left = StyledLine(width < 80 && !isPicker ? "" : title, .title)
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
    let width = state.size.width
    let help = Item(StyledLine(wide ? "? help" : "?", .key), rank: .help)
    if let quiz = state.quiz { return questions(quiz, state.score, state.words) + [help] }
    if state.isExploring { return exploration(state, wide: wide) + [help] }
    guard let run = state.run else { return [help] }
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
      help,
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
    items.append(Item(StyledLine("in \(words(found.duration))"), rank: .warnings))
    if case .runs(let repetition) = found {
      if let left = repetition.remaining {
        items.append(Item(StyledLine("\(words(left)) left", .dim), rank: .dropped))
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
    _ quiz: Quizzing, _ score: QuizScore, _ words: CourseWords
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
}
