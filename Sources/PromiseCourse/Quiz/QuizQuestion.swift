/// A question about a run, with answers to choose from, one of which is right.
package struct QuizQuestion: Hashable, Sendable {
  /// What is asked.
  package var kind: QuizKind
  /// The name of the promise that is asked about; none where it is not about one.
  package var subject: String?
  /// What the subject waits for, where the question is who wins.
  package var contest: Contest?
  /// Something was printed before; the question is what comes next.
  package var continues = false
  /// The number of the last event that may be seen while the question is open.
  package var event: Int
  /// What there is to choose from; no two are the same.
  package var choices: [QuizAnswer]
  /// The place of the right one among them.
  package var right: Int
  /// The numbers of the events that decide it, in order.
  package var deciding: [Int]
  /// The place among these at which the explanation of each choice begins.
  package var begins: [Int]

  /// What a fan-in or a timeout waits for.
  package enum Contest: Hashable, Sendable {
    /// The first input that settles.
    case race
    /// The first value.
    case any
    /// The first failure of several that are all needed.
    case failure
    /// The promise, or the end of its time.
    case timeout
  }

  /// The answer that is right.
  package var answer: QuizAnswer { choices[right] }

  /// The place among the deciding events at which the explanation of a choice begins.
  package func begin(for choice: Int) -> Int {
    begins.indices.contains(choice) && deciding.indices.contains(begins[choice])
      ? begins[choice] : 0
  }
}
