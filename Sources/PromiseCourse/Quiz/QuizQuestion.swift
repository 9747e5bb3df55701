package import PromiseEvents
package import PromiseGraph

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

/// The kinds of questions about a run.
package enum QuizKind: String, Hashable, Sendable, CaseIterable {
  /// What is printed, in which order.
  case order
  /// Which input settles a race, which failure an `all`, or whether a timeout comes first.
  case winner
  /// On which queue a handler or a body runs.
  case queue
  /// What state a promise is in when nothing is left to happen.
  case state
  /// Which of several handlers runs first.
  case first
}

/// What can be answered to a question: a fact about a run, not yet in words.
package enum QuizAnswer: Hashable, Sendable {
  /// This is printed, in this order.
  case notes([String])
  /// The promise of this name.
  case promise(String)
  /// The time that was allowed is over first.
  case timer
  /// The queue of this label.
  case queue(String)
  /// On no queue: inside the call that settles or attaches.
  case inline
  /// The state at the end.
  case state(State)

  /// The states in which a run can leave a promise.
  package enum State: String, Hashable, Sendable, CaseIterable {
    case fulfilled, rejected, cancelled, pending
  }
}

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

/// The questions about one run of a demo, with the run.
package struct QuizSheet: Hashable, Sendable {
  /// The demo's name.
  package var demo: String
  /// The run that is asked about, from its beginning to its end.
  package var events: [PromiseEvent]
  package var questions: [QuizQuestion]

  package init(demo: String, events: [PromiseEvent], questions: [QuizQuestion]) {
    self.demo = demo
    self.events = events
    self.questions = questions
  }
}
