package import PromiseEvents
package import PromiseGraph
package import PromiseInsight

/// A multiple-choice question about a run; one answer is right.
package struct QuizQuestion: Hashable, Sendable {
  /// The kind of question.
  package var kind: QuizKind
  /// The name of the promise that it is about, if it is about one.
  package var subject: String?
  /// What the subject waits for, if the question is which promise wins.
  package var contest: Contest?
  /// Whether the question is about what prints next, after earlier output.
  package var continues = false
  /// What is printed, if the question is in which library.
  package var printed: [String] = []
  /// The rules that decide in which library that is printed.
  package var rules: [QuizRule] = []
  /// The number of the last event that is visible while the question is open.
  package var event: Int
  /// The answers to choose from; all are different.
  package var choices: [QuizAnswer]
  /// The index of the right answer.
  package var right: Int
  /// The numbers of the events that decide it, in order.
  package var deciding: [Int]
  /// The index of the deciding event at which the explanation of each choice starts.
  package var begins: [Int]

  /// What a fan-in or a timeout waits for.
  package enum Contest: Hashable, Sendable {
    /// The first input that settles.
    case race
    /// The first value.
    case any
    /// The first failure among inputs that are all required.
    case failure
    /// The promise, or its timeout.
    case timeout
  }

  /// The right answer.
  package var answer: QuizAnswer { choices[right] }

  /// Returns the index of the deciding event at which the explanation of a choice starts.
  package func begin(for choice: Int) -> Int {
    begins.indices.contains(choice) && deciding.indices.contains(begins[choice])
      ? begins[choice] : 0
  }
}

/// The kinds of questions about a run.
package enum QuizKind: String, Hashable, Sendable, CaseIterable {
  /// What is printed, and in which order.
  case order
  /// Which input settles a race, which failure an `all`, or whether a timeout comes first.
  case winner
  /// On which queue a handler or a body runs.
  case queue
  /// The state of a promise at the end of the run.
  case state
  /// Which of several handlers runs first.
  case first
  /// In which library the program would print something.
  case library
}

/// An answer: a fact about a run, independent of a language.
package enum QuizAnswer: Hashable, Sendable {
  /// These notes are printed, in this order.
  case notes([String])
  /// The promise of this name.
  case promise(String)
  /// The timeout comes first.
  case timer
  /// The queue of this label.
  case queue(String)
  /// No queue: inside the call that settles the promise or attaches the handler.
  case inline
  /// The state at the end.
  case state(State)
  /// The library of this title.
  case library(String)

  /// The states of a promise at the end of a run.
  package enum State: String, Hashable, Sendable, CaseIterable {
    case fulfilled, rejected, cancelled, pending
  }
}

/// An event that decides a question, as a sentence.
package struct QuizReason: Hashable, Sendable {
  /// The number of the event, and its time in nanoseconds.
  package var event: Int
  package var time: Int64
  package var sentence: String
  /// The rule behind it, if there is one.
  package var rule: String?
  /// The promise that the event is about, if any.
  package var promise: PromiseID?

  /// Returns the deciding events of `question` as sentences in `language`.
  package static func all(
    of question: QuizQuestion, in history: History, language: Language = .english
  ) -> [QuizReason] {
    let rules = question.rules.map { $0.sentence(in: language) }.joined(separator: "\n")
    let start = question.begin(for: question.right)
    return question.deciding.enumerated().compactMap { place, number in
      history[number].map { event in
        let narration = Narration(event, in: history.graph(at: number), language: language)
        return QuizReason(
          event: number, time: event.time, sentence: narration.sentence,
          rule: !rules.isEmpty && place == start ? rules : narration.rule,
          promise: event.kind.mentioned.subject)
      }
    }
  }
}

/// The questions about a run of a demo, with the run.
package struct QuizSheet: Hashable, Sendable {
  /// The name of the demo.
  package var demo: String
  /// The events of the whole run.
  package var events: [PromiseEvent]
  package var questions: [QuizQuestion]

  package init(demo: String, events: [PromiseEvent], questions: [QuizQuestion]) {
    self.demo = demo
    self.events = events
    self.questions = questions
  }
}
