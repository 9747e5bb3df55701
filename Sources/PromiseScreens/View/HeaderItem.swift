import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseInsight

extension HeaderView {
  /// One item of the header.
  struct Item {
    /// What is left out first if room is short: the last of these.
    enum Rank: Int {
      /// Never left out.
      case pace
      case position, help, mark, newer, stale, warnings, dropped, time, live, processes, clock
      case recorded

      /// Whether it follows the name; the others are at the right.
      var isInFront: Bool {
        switch self {
        case .pace, .live, .stale, .newer, .processes: true
        case .position, .help, .mark, .warnings, .dropped, .time, .clock, .recorded: false
        }
      }
    }

    var line: StyledLine
    var rank: Rank

    /// Creates an item at least as wide as `widest`, so that the header does not move while its numbers
    /// grow. What follows the name keeps its start in place, the others their end.
    init(_ line: StyledLine, rank: Rank, widest: String = "") {
      let gap = Span(blanks(displayWidth(widest) - displayWidth(line.text)))
      self.line = StyledLine(rank.isInFront ? line.spans + [gap] : [gap] + line.spans)
      self.rank = rank
    }

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

// MARK: - The header of an exploration and of the quiz

extension HeaderView {
  /// How many differences there are.
  static func comparison(_ state: State) -> [Item] {
    guard let comparison = state.comparing?.comparison else { return [] }
    let text = state.language.plural(comparison.differences.count, "difference")
    return [Item(StyledLine(text), rank: .position)]
  }

  /// How many schedules or runs there were, and in what time.
  static func exploration(_ state: State, wide: Bool) -> [Item] {
    guard let exploring = state.exploring else { return [] }
    let language = state.language
    var items: [Item] = []
    if exploring.isRunning {
      items.append(
        Item(
          StyledLine("\(state.glyphs[.running]) \(state.language.text("RUN"))", .running),
          rank: .mark))
    }
    guard let found = exploring.found else { return items }
    items.append(Item(StyledLine(found.countText(language)), rank: .position))
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
  static func questions(
    _ quiz: QuizState, _ score: QuizScore, _ course: CourseText
  ) -> [Item] {
    var items: [Item] = []
    if quiz.demos.count > 1, quiz.place < quiz.demos.count {
      items.append(
        Item(StyledLine(course.demo(quiz.place + 1, of: quiz.demos.count), .dim), rank: .warnings))
    }
    if let sheet = quiz.sheet {
      items.append(
        Item(
          StyledLine(course.question(quiz.index + 1, of: sheet.questions.count)), rank: .mark)
      )
    }
    let part = course.part(score.right, of: score.records.count)
    items.append(Item(StyledLine("\(course.score) \(part)"), rank: .position))
    return items
  }
}
