/// The answers so far.
package struct QuizScore: Hashable, Sendable {
  /// The answers, in order.
  package private(set) var records: [QuizRecord] = []

  package init() {}

  /// Adds an answer.
  package mutating func add(_ record: QuizRecord) { records.append(record) }

  /// The number of right answers.
  package var right: Int { records.count(where: \.isRight) }

  /// The demos with wrong answers, each with the questions.
  package var missed: [(demo: String, questions: [String])] {
    var order: [String] = []
    var questions: [String: [String]] = [:]
    for record in records where !record.isRight {
      if questions[record.demo] == nil { order.append(record.demo) }
      questions[record.demo, default: []].append(record.question)
    }
    return order.map { ($0, questions[$0] ?? []) }
  }
}

/// A question with the answer that was given.
package struct QuizRecord: Hashable, Sendable {
  /// The name of the demo.
  package var demo: String
  package var kind: QuizKind
  /// The question and the choices as shown.
  package var question: String
  package var choices: [String]
  /// The indices of the given answer and of the right one, from 0.
  package var chosen: Int
  package var right: Int

  /// Creates the record of a question of `demo`, answered with the choice at index `chosen`.
  package init(
    _ question: QuizQuestion, of demo: String, chosen: Int, in course: CourseText, arrow: String
  ) {
    self.demo = demo
    kind = question.kind
    self.question = course.text(of: question, arrow: arrow)
    choices = question.choices.map { course.text(of: $0, arrow: arrow) }
    self.chosen = chosen
    right = question.right
  }

  package var isRight: Bool { chosen == right }
}
