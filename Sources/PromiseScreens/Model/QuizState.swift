import PromiseCourse
import PromiseEvents
import PromiseGraph

/// A quiz on the screen: which demos it asks about, the open question, and what was answered.
package struct QuizState: Sendable {
  /// What stands in front.
  enum Stage: Hashable, Sendable {
    /// The questions about a demo are being made.
    case preparing
    /// A question is open.
    case asking
    /// It was answered, by the choice of that place.
    case answered(Int)
    /// All was asked.
    case over
  }

  /// The demos, in the order in which they are asked about.
  let demos: [String]
  /// The place of the demo among them that is asked about.
  var place = 0
  /// The questions about it.
  var sheet: QuizSheet?
  /// The place of the question among these.
  var index = 0
  var stage = Stage.preparing
  /// Some question was open.
  var hasAsked = false
  /// Why the answer is what it is: the events that decide it.
  var reasons: [QuizReason] = []
  /// The place of the one that the playhead stands on.
  var reason = 0
  /// The run that is asked about; while the question is open only what may be seen of it.
  var run: Run?
  /// What the arrow keys scroll; nothing is the question itself.
  var focus: PaneKind?
  /// The pane beside the question.
  var pane = PaneKind.source
  /// How far the question is scrolled.
  var scroll = 0

  init(demos: [String]) { self.demos = demos }

  /// The name of the demo that is asked about.
  var demo: String { demos.indices.contains(place) ? demos[place] : "" }

  /// The open question, or the one that was answered last.
  var question: QuizQuestion? {
    guard let sheet, sheet.questions.indices.contains(index) else { return nil }
    return sheet.questions[index]
  }
}
