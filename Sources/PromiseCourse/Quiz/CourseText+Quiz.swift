import PromiseGraph
import PromiseInsight

extension CourseText {
  package var quiz: String { language.text("Quiz") }
  /// The heading in the first line of the screen.
  package var quizMark: String { language.text("QUIZ") }
  package var score: String { language.text("score") }
  package var rightAnswer: String { language.text("correct answer") }
  package var right: String { language.text("correct") }
  package var wrong: String { language.text("incorrect") }
  package var why: String { language.text("Why") }
  package var lookAgain: String { language.text("Review these") }
  package var nothingMissed: String { language.text("every answer was correct") }
  package var summary: String { language.text("Summary") }
  package var nothingAsked: String { language.text("there was nothing to ask") }
  package var nothingAnswered: String { language.text("no question was answered") }
  package var isAnswered: String {
    language.text("this question is already answered: Enter continues")
  }
  package var isOver: String { language.text("the quiz has ended: Enter leaves") }
  package var lastReason: String { language.text("this is the last event that decides it") }
  package var firstReason: String { language.text("this is the first event that decides it") }
  package var onlyAtTheEnd: String {
    language.text("the quiz needs a run that has ended: G goes to the end")
  }
  package var end: String { language.text("that was the last question") }

  /// `3 of 4`
  package func part(_ number: Int, of count: Int) -> String {
    language.text("\(number) of \(count)")
  }

  /// `question 2 of 5`
  package func question(_ number: Int, of count: Int) -> String {
    language.text("question \(number) of \(count)")
  }

  /// `demo 3 of 40`
  package func demo(_ number: Int, of count: Int) -> String {
    language.text("demo \(number) of \(count)")
  }

  /// Returns the numbers of the chosen answer and of the correct one.
  package func answers(chosen: Int, right: Int) -> String {
    language.text("your answer: \(chosen), correct answer: \(right)")
  }

  /// Returns which digits answer the question.
  package func choose(upTo count: Int) -> String { language.text("choose 1-\(count)") }

  /// How to quit, where answers are typed as lines.
  package var orQuit: String { language.text(", or q to quit") }

  /// The questions about a demo are being prepared.
  package func preparing(_ demo: String) -> String {
    language.text("running \(demo) in other orders ...")
  }

  /// No question of the requested kind can be made about a demo.
  package func noQuestion(about demo: String) -> String {
    language.text("there is nothing to ask about \(demo)")
  }

  /// Returns the name of a kind of question.
  package func name(of kind: QuizKind) -> String {
    switch kind {
    case .order: language.text("order")
    case .winner: language.text("winner")
    case .queue: language.text("queue")
    case .state: language.text("state")
    case .first: language.text("first")
    case .library: language.text("library")
    }
  }
}

// MARK: - The score

extension CourseText {
  /// Returns the score in lines, followed by what to review.
  package func summary(of score: QuizScore) -> [String] {
    guard !score.records.isEmpty else { return [nothingAnswered] }
    let lines = ["\(self.score) \(part(score.right, of: score.records.count))"]
    guard !score.missed.isEmpty else { return lines + [nothingMissed] }
    return lines + [lookAgain]
      + score.missed.flatMap { demo, questions in
        ["  \(command(for: demo))"] + questions.map { "      \($0)" }
      }
  }

  /// Returns the command that opens a demo with its lesson.
  package func command(for demo: String) -> String { "promise-tui demo \(demo) --lesson" }
}

// MARK: - Questions and answers

extension CourseText {
  /// Returns the question as a sentence; `arrow` separates what is printed one after the other.
  package func text(of question: QuizQuestion, arrow: String) -> String {
    let name = question.subject.map { "'\($0)'" } ?? language.text("it")
    switch question.kind {
    case .order:
      return question.continues
        ? language.text("What prints next, in order?")
        : language.text("What prints, in order?")
    case .winner: return text(of: question.contest ?? .race, about: question.subject)
    case .queue: return language.text("On which queue does \(name) run?")
    case .state: return language.text("What state is \(name) in at the end?")
    case .first: return language.text("Which of these runs first?")
    case .library:
      let printed = text(of: .notes(question.printed), arrow: arrow)
      return language.text("By the rules of which library does this print: \(printed)?")
    }
  }

  private func text(of contest: QuizQuestion.Contest, about subject: String?) -> String {
    guard let subject else {
      return switch contest {
      case .race: language.text("Who wins the race?")
      case .any: language.text("Whose value is taken?")
      case .failure: language.text("Whose failure makes the whole fail?")
      case .timeout: language.text("Which comes first, the promise or its timeout?")
      }
    }
    return switch contest {
    case .race: language.text("Who wins the race '\(subject)'?")
    case .any: language.text("Whose value does '\(subject)' take?")
    case .failure: language.text("Whose failure makes '\(subject)' fail?")
    case .timeout: language.text("What settles '\(subject)'?")
    }
  }

  /// Returns an answer as text; `arrow` separates what is printed one after the other.
  package func text(of answer: QuizAnswer, arrow: String) -> String {
    switch answer {
    case .notes(let notes): notes.joined(separator: " \(arrow) ")
    case .promise(let name): name
    case .timer: language.text("the timeout")
    case .queue(let label): label
    case .inline: language.text("no queue: inline, inside the call")
    case .state(let state): text(of: state)
    case .library(let title): title
    }
  }

  private func text(of state: QuizAnswer.State) -> String {
    switch state {
    case .fulfilled: language.text("fulfilled")
    case .rejected: language.text("rejected")
    case .cancelled: language.text("cancelled")
    case .pending: language.text("pending forever")
    }
  }
}
