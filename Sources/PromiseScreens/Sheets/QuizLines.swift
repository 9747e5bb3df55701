import PromiseCourse
import PromiseEvents
import PromiseGraph

/// What a quiz says, in rows of a width: while a question is open they belong to its choices, afterwards to
/// the events that decide it.
struct QuizLines {
  let state: State
  let quiz: QuizState
  let width: Int

  private var words: CourseWords { state.words }
  private var arrow: String { String(state.glyphs[.arrowRight]) }

  /// All rows; `table` comes last, with a title, where it has no frame of its own.
  func rows(table: (title: [String], lines: [StyledLine])?) -> [Sheet.Row] {
    switch quiz.stage {
    case .preparing: return [Sheet.Row(line: StyledLine(words.preparing(quiz.demo), .dim))]
    case .over: return summary
    case .asking:
      guard let question = quiz.question else { return [] }
      return heading(question) + [Sheet.Row()] + choices(question, chosen: nil)
    case .answered(let chosen):
      guard let question = quiz.question else { return [] }
      var lines = verdict(question, chosen) + heading(question) + choices(question, chosen: chosen)
      lines += [Sheet.Row()] + reasons
      if let table {
        lines += [Sheet.Row()] + table.title.map { Sheet.Row(line: StyledLine($0, .heading)) }
        lines += Sheet.Row.rows(table.lines)
      }
      return lines
    }
  }

  private func heading(_ question: QuizQuestion) -> [Sheet.Row] {
    wrapped(words.text(of: question), to: width).map { Sheet.Row(line: StyledLine($0, .title)) }
  }

  /// The choices by their digits; after the answer the right one and the chosen one are marked.
  private func choices(_ question: QuizQuestion, chosen: Int?) -> [Sheet.Row] {
    question.choices.enumerated().flatMap { place, answer -> [Sheet.Row] in
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
      let text = words.text(of: answer, arrow: arrow)
      return Sheet.Row.rows(
        hanging(lead, text, role, width: width, least: 1), of: chosen == nil ? place : nil)
    }
  }

  private func verdict(_ question: QuizQuestion, _ chosen: Int) -> [Sheet.Row] {
    let isRight = chosen == question.right
    var line = StyledLine(
      "\(state.glyphs[isRight ? .fulfilled : .rejected]) \(isRight ? words.right : words.wrong)",
      isRight ? .fulfilled : .rejected)
    if !isRight {
      line.add(
        "  \(words.yourAnswer) \(chosen + 1)\(words.comma)\(words.rightAnswer) \(question.right + 1)"
      )
    }
    return [Sheet.Row(line: line)]
  }

  /// The events that decide it; the rule stands below the one that the playhead is on.
  private var reasons: [Sheet.Row] {
    var lines = [
      Sheet.Row(
        line: StyledLine([
          Span(words.why, .heading),
          Span("  \(words.step(quiz.reason + 1, of: quiz.reasons.count))", .dim),
        ]))
    ]
    let digits = quiz.reasons.map { "\($0.event)".count }.max() ?? 1
    for (place, reason) in quiz.reasons.enumerated() {
      let isHere = place == quiz.reason
      let sign = isHere ? "\(state.glyphs[.running]) " : "  "
      let number = aligned("\(reason.event)", to: digits)
      let lead = StyledLine([Span(sign, .running), Span("\(number)  ", isHere ? .heading : .dim)])
      var told = hanging(
        lead, reason.sentence, isHere ? .body : .dim, width: width, least: 1)
      if isHere, let rule = reason.rule {
        told += hanging(StyledLine(blanks(lead.width)), rule, .heading, width: width, least: 1)
      }
      lines += Sheet.Row.rows(told, of: place)
    }
    return lines
  }

  /// The score, and what to look at again.
  private var summary: [Sheet.Row] {
    let score = state.score
    guard !score.records.isEmpty else {
      return [
        Sheet.Row(line: StyledLine(quiz.hasAsked ? words.nothingAnswered : words.nothingAsked))
      ]
    }
    var lines = [
      Sheet.Row(line: StyledLine(words.end)),
      Sheet.Row(
        line: StyledLine([
          Span("\(words.score) "),
          Span(words.part(score.right, of: score.records.count), .title),
        ])),
      Sheet.Row(),
    ]
    guard !score.missed.isEmpty else {
      return lines + [Sheet.Row(line: StyledLine(words.nothingMissed))]
    }
    lines.append(Sheet.Row(line: StyledLine(words.lookAgain, .heading)))
    for (demo, questions) in score.missed {
      lines.append(Sheet.Row(line: StyledLine([Span("  "), Span(words.command(for: demo), .key)])))
      for question in questions {
        lines += wrapped(question, to: max(1, width - 4)).map {
          Sheet.Row(line: StyledLine("    " + $0))
        }
      }
    }
    return lines
  }
}
