import PromiseCourse
import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The text of a quiz, in rows of a given width: while a question is open the rows belong to its choices,
/// after the answer to the events that decide it.
struct QuizLines {
  let state: State
  let quiz: QuizState
  let width: Int

  private var course: CourseText { state.course }
  private var arrow: String { state.glyphs.arrow }

  /// Returns all rows; `table` comes last, with a title, if it has no frame of its own.
  func rows(table: (title: [String], lines: [StyledLine])?) -> [Sheet.Row] {
    switch quiz.stage {
    case .preparing: return [Sheet.Row(line: StyledLine(course.preparing(quiz.demo), .dim))]
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

  /// The question and the settings of the demo, which its source names without their values.
  private func heading(_ question: QuizQuestion) -> [Sheet.Row] {
    let knobs = quiz.run?.demo.knobs ?? ""
    return wrapped(course.text(of: question, arrow: arrow), to: width)
      .map { Sheet.Row(line: StyledLine($0, .title)) }
      + wrapped(knobs, to: width).map { Sheet.Row(line: StyledLine($0, .dim)) }
  }

  /// Returns the choices with their digits; after the answer, the correct and the chosen one are marked.
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
      let text = course.text(of: answer, arrow: arrow)
      return Sheet.Row.rows(
        hanging(lead, text, role, width: width, least: 1), of: chosen == nil ? place : nil)
    }
  }

  private func verdict(_ question: QuizQuestion, _ chosen: Int) -> [Sheet.Row] {
    let isRight = chosen == question.right
    var line = StyledLine(
      "\(state.glyphs[isRight ? .fulfilled : .rejected]) \(isRight ? course.right : course.wrong)",
      isRight ? .fulfilled : .rejected)
    if !isRight {
      line.add("  " + course.answers(chosen: chosen + 1, right: question.right + 1))
    }
    return [Sheet.Row(line: line)]
  }

  /// The events that decide the question, with the rule below the one at the playhead.
  private var reasons: [Sheet.Row] {
    var rows = [
      Sheet.Row(
        line: StyledLine([
          Span(course.why, .heading),
          Span("  \(course.step(quiz.reason + 1, of: quiz.reasons.count))", .dim),
        ]))
    ]
    let digits = quiz.reasons.map { "\($0.event)".count }.max() ?? 1
    for (place, reason) in quiz.reasons.enumerated() {
      let isHere = place == quiz.reason
      let sign = isHere ? "\(state.glyphs[.running]) " : "  "
      let number = aligned("\(reason.event)", to: digits)
      let lead = StyledLine([Span(sign, .running), Span("\(number)  ", isHere ? .heading : .dim)])
      var lines = hanging(
        lead, reason.sentence, isHere ? .body : .dim, width: width, least: 1)
      if isHere, let rule = reason.rule {
        lines += rule.split(separator: "\n").flatMap {
          hanging(StyledLine(blanks(lead.width)), String($0), .heading, width: width, least: 1)
        }
      }
      rows += Sheet.Row.rows(lines, of: place)
    }
    return rows
  }

  /// The score, and what to review.
  private var summary: [Sheet.Row] {
    let score = state.score
    guard !score.records.isEmpty else {
      return [
        Sheet.Row(line: StyledLine(quiz.hasAsked ? course.nothingAnswered : course.nothingAsked))
      ]
    }
    var lines = [
      Sheet.Row(line: StyledLine(course.end)),
      Sheet.Row(
        line: StyledLine([
          Span("\(course.score) "),
          Span(course.part(score.right, of: score.records.count), .title),
        ])),
      Sheet.Row(),
    ]
    guard !score.missed.isEmpty else {
      return lines + [Sheet.Row(line: StyledLine(course.nothingMissed))]
    }
    lines.append(Sheet.Row(line: StyledLine(course.lookAgain, .heading)))
    for (demo, questions) in score.missed {
      lines.append(
        Sheet.Row(line: StyledLine([Span("  "), Span(course.command(for: demo), .key)])))
      for question in questions {
        lines += wrapped(question, to: max(1, width - 4)).map {
          Sheet.Row(line: StyledLine("    " + $0))
        }
      }
    }
    return lines
  }
}
