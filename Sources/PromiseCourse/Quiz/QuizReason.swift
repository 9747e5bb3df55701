package import PromiseGraph
package import PromiseKitLite

/// One of the events that decide a question, told in a sentence.
package struct QuizReason: Hashable, Sendable {
  /// Its number, and its time in nanoseconds.
  package var event: Int
  package var time: Int64
  package var sentence: String
  /// The rule behind it, where there is one.
  package var rule: String?
  /// The promise that it is about, if it is about one.
  package var promise: PromiseID?

  /// The deciding events of `question`, told with what `history` knew at each.
  package static func all(of question: QuizQuestion, in history: History) -> [QuizReason] {
    question.deciding.compactMap { number in
      history[number].map { event in
        let narration = Narration(event, in: history.graph(at: number))
        return QuizReason(
          event: number, time: event.time, sentence: narration.sentence, rule: narration.rule,
          promise: event.kind.promises.first)
      }
    }
  }
}
