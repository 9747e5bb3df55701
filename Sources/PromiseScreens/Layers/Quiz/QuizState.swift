import PromiseCourse
import PromiseEvents
import PromiseGraph
import PromiseInsight

/// A quiz on the screen: its demos, the open question, and the answers.
package struct QuizState: Sendable {
  /// The stage of a quiz.
  enum Stage: Hashable, Sendable {
    /// The questions about a demo are being prepared.
    case preparing
    /// A question is open.
    case asking
    /// The question was answered with the choice at this index.
    case answered(Int)
    /// Every question was asked.
    case over
  }

  /// The demos, in quiz order.
  let demos: [String]
  /// The index of the current demo.
  var place = 0
  /// The questions about the current demo.
  var sheet: QuizSheet?
  /// The index of the current question.
  var index = 0
  /// The number of right answers about the current demo.
  var right = 0
  var stage = Stage.preparing
  /// Whether any question has been asked.
  var hasAsked = false
  /// The events that decide the answer.
  var reasons: [QuizReason] = []
  /// The index of the reason at the playhead.
  var reason = 0
  /// The run that the question is about; while the question is open, only its visible part.
  @Box var run: Run?
  /// The pane that the arrow keys scroll; `nil` is the question itself.
  var focus: PaneKind?
  /// The pane beside the question.
  var pane = PaneKind.source
  /// The scroll position of the question.
  var scroll = 0

  init(demos: [String]) { self.demos = demos }

  /// The name of the current demo.
  var demo: String { demos.indices.contains(place) ? demos[place] : "" }

  /// The current question, open or answered.
  var question: QuizQuestion? {
    guard let sheet, sheet.questions.indices.contains(index) else { return nil }
    return sheet.questions[index]
  }
}

extension KeyTable {
  static let quiz: [Binding] = [
    Binding(
      digits(1...4) { .answer($0) }, .course, in: [.quiz], "answer",
      "in the quiz: choose the answer with that number", keysText: "1-4"),
    Binding(
      [(.enter, .nextQuestion)], .course, in: [.quiz], "next",
      "in the quiz: next question; after the last one, leave"),
    Binding(
      [
        ("n", .nextReason), ("N", .previousReason), (.right, .nextReason), (.left, .previousReason),
      ], .course, in: [.quiz], "why",
      "in the quiz, after the answer: go to the next, previous event that decides it"),
    Binding([(.escape, .back)], .course, in: [.quiz], "leave", "in the quiz: leave it"),
    Binding(
      [(.tab, .nextPane), (.backTab, .previousPane)], .course, in: [.quiz], "pane",
      "in the quiz: next, previous pane beside the question; the arrow keys scroll it"),
    Binding([("s", .skipQuestion)], .course, in: [.quiz], "skip", "in the quiz: skip the question"),
    Binding(
      arrows, .course, in: [.quiz], "", "in the quiz: scroll the question, or the pane beside it"),
    Binding(pages, .course, in: [.lesson, .quiz], "", "scroll by a page, by half a page"),
  ]
}
