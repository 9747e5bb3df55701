import PromiseCourse
import PromiseGraph
import PromiseKitLite

/// What a quiz says, in lines of a width.
struct QuizLines {
  let state: State
  let quiz: Quizzing
  let width: Int

  /// A line, and what it belongs to.
  struct Line {
    var line: StyledLine
    /// The place of the choice that a click on it takes.
    var choice: Int?
    /// The place of the deciding event that it tells.
    var reason: Int?

    init(_ line: StyledLine = StyledLine(), choice: Int? = nil, reason: Int? = nil) {
      self.line = line
      self.choice = choice
      self.reason = reason
    }
  }

  private var words: CourseWords { state.words }
  private var arrow: String { String(state.glyphs[.arrowRight]) }

  /// All lines; `table` comes last, with a title, where it has no frame of its own.
  func lines(table: (title: [String], lines: [StyledLine])?) -> [Line] {
    switch quiz.stage {
    case .preparing: return [Line(StyledLine(words.preparing(quiz.demo), .dim))]
    case .over: return summary
    case .asking:
      guard let question = quiz.question else { return [] }
      return heading(question) + [Line()] + choices(question, chosen: nil)
    case .answered(let chosen):
      guard let question = quiz.question else { return [] }
      var lines = verdict(question, chosen) + heading(question) + choices(question, chosen: chosen)
      lines += [Line()] + reasons
      if let table {
        lines += [Line()] + table.title.map { Line(StyledLine($0, .heading)) }
        lines += table.lines.map { Line($0) }
      }
      return lines
    }
  }

  private func heading(_ question: QuizQuestion) -> [Line] {
    wrapped(words.text(of: question), to: width).map { Line(StyledLine($0, .title)) }
  }

  /// The choices by their digits; after the answer the right one and the chosen one are marked.
  private func choices(_ question: QuizQuestion, chosen: Int?) -> [Line] {
    question.choices.enumerated().flatMap { place, answer -> [Line] in
      let isRight = place == question.right
      let mark: (Character, Role) =
        chosen == nil
        ? (" ", .body)
        : isRight
          ? (state.glyphs[.fulfilled], .fulfilled)
          : place == chosen ? (state.glyphs[.rejected], .rejected) : (" ", .body)
      let role: Role = chosen == nil || isRight || place == chosen ? .body : .dim
      var lead = StyledLine("\(mark.0) ", mark.1)
      lead.add("\(place + 1)  ", .key)
      let texts = wrapped(words.text(of: answer, arrow: arrow), to: max(1, width - 5))
      return texts.enumerated().map { row, text in
        var line = row == 0 ? lead : StyledLine("     ")
        line.add(text, role)
        return Line(line, choice: place)
      }
    }
  }

  private func verdict(_ question: QuizQuestion, _ chosen: Int) -> [Line] {
    let isRight = chosen == question.right
    var line = StyledLine(
      "\(state.glyphs[isRight ? .fulfilled : .rejected]) \(isRight ? words.right : words.wrong)",
      isRight ? .fulfilled : .rejected)
    if !isRight {
      line.add(
        "  \(words.yourAnswer) \(chosen + 1)\(words.comma)\(words.rightAnswer) \(question.right + 1)"
      )
    }
    return [Line(line)]
  }

  /// The events that decide it; the rule stands below the one that the playhead is on.
  private var reasons: [Line] {
    var lines = [
      Line(
        StyledLine([
          Span(words.why, .heading),
          Span("  \(words.step(quiz.reason + 1, of: quiz.reasons.count))", .dim),
        ]))
    ]
    let digits = quiz.reasons.map { "\($0.event)".count }.max() ?? 1
    for (place, reason) in quiz.reasons.enumerated() {
      let isHere = place == quiz.reason
      let sign = isHere ? "\(state.glyphs[.running]) " : "  "
      let number = aligned("\(reason.event)", with: String(repeating: "0", count: digits))
      let lead = StyledLine([Span(sign, .running), Span("\(number)  ", isHere ? .heading : .dim)])
      let room = max(1, width - lead.width)
      let blanks = String(repeating: " ", count: lead.width)
      for (row, text) in wrapped(reason.sentence, to: room).enumerated() {
        var line = row == 0 ? lead : StyledLine(blanks)
        line.add(text, isHere ? .body : .dim)
        lines.append(Line(line, reason: place))
      }
      guard isHere, let rule = reason.rule else { continue }
      lines += wrapped(rule, to: room).map {
        Line(StyledLine([Span(blanks), Span($0, .heading)]), reason: place)
      }
    }
    return lines
  }

  /// The score, and what to look at again.
  private var summary: [Line] {
    let score = state.score
    guard !score.records.isEmpty else {
      return [Line(StyledLine(quiz.hasAsked ? words.nothingAnswered : words.nothingAsked))]
    }
    var lines = [
      Line(StyledLine(words.end)),
      Line(
        StyledLine([
          Span("\(words.score) "),
          Span(words.part(score.right, of: score.records.count), .title),
        ])),
      Line(),
    ]
    guard !score.missed.isEmpty else { return lines + [Line(StyledLine(words.nothingMissed))] }
    lines.append(Line(StyledLine(words.lookAgain, .heading)))
    for (demo, questions) in score.missed {
      lines.append(Line(StyledLine([Span("  "), Span(words.command(for: demo), .key)])))
      for question in questions {
        lines += wrapped(question, to: max(1, width - 4)).map { Line(StyledLine("    " + $0)) }
      }
    }
    return lines
  }
}
