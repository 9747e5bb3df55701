import PromiseCourse

/// How questions are made: what the right answers' places come from, and of which kind they are.
struct QuizPlan: Sendable {
  var seed: UInt64 = 0
  var only: QuizKind?
}

/// A quiz as the command line asks for it.
struct QuizStart {
  /// The demos that are asked about, in their order.
  var demos: [String]
  var plan: QuizPlan
  /// Where answers are written down.
  var answers: AnswerLog?
}
