/// What was answered so far.
package struct QuizScore: Hashable, Sendable {
  /// The answers in the order in which they were given.
  package private(set) var records: [QuizRecord] = []

  package init() {}

  /// One more.
  package mutating func add(_ record: QuizRecord) { records.append(record) }

  /// How many of them are right.
  package var right: Int { records.count(where: \.isRight) }

  /// The demos that something was missed of, each once, with the questions.
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

/// One question with the answer that was given.
package struct QuizRecord: Hashable, Sendable {
  /// The demo's name.
  package var demo: String
  package var kind: QuizKind
  /// The question and the choices as they were read.
  package var question: String
  package var choices: [String]
  /// The places of the answer that was given, and of the right one, from 0.
  package var chosen: Int
  package var right: Int

  /// `question` of `demo`, answered by the choice of that place.
  package init(
    _ question: QuizQuestion, of demo: String, chosen: Int, in course: CourseText, arrow: String
  ) {
    self.demo = demo
    kind = question.kind
    self.question = course.text(of: question)
    choices = question.choices.map { course.text(of: $0, arrow: arrow) }
    self.chosen = chosen
    right = question.right
  }

  package var isRight: Bool { chosen == right }
}
