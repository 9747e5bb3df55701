import PromiseGraph
import PromiseInsight
import PromiseCourse
import PromiseScreens
import Testing

@testable import promise_tui

/// The output of a quiz.
private final class Printed {
  var text = ""
}

@Suite("The quiz as text", .serialized)
struct PlainQuizTests {
  /// Runs a quiz about a demo with these lines as answers.
  private func run(
    _ lines: [String], about names: [String] = ["login-fails"], only: QuizKind? = nil,
    _ language: Language = .english
  ) throws -> (text: String, score: QuizScore) {
    let printed = Printed()
    var rest = lines[...]
    var quiz = PlainQuiz(
      demos: try names.map { try #require(Catalog[$0]) }, plan: QuizPlan(only: only),
      words: CourseText(language), log: nil)
    quiz.print = { printed.text += $0 }
    quiz.read = { rest.popFirst() }
    try quiz.run()
    return (printed.text, quiz.score)
  }

  /// Returns the right digits of all questions about a demo.
  private func right(_ name: String) throws -> [String] {
    QuizSheet(try #require(Catalog[name]), by: QuizPlan()).questions.map { "\($0.right + 1)" }
  }

  @Test("Right answers are accepted, and the score counts them")
  func right() throws {
    let digits = try right("login-fails")
    let (text, score) = try run(digits)
    #expect(score.right == digits.count && score.records.count == digits.count)
    #expect(text.contains("score \(digits.count) of \(digits.count)\n"))
    #expect(text.hasSuffix("every answer was correct\n"))
    #expect(text.contains("Quiz: login-fails"))
  }

  @Test(
    "A wrong answer is reported with the right one, the events that decide it, and what to review"
  )
  func wrong() throws {
    let digits = try right("login-fails")
    let wrong = digits[0] == "1" ? "2" : "1"
    let (text, score) = try run([wrong] + digits.dropFirst())
    #expect(score.right == digits.count - 1)
    #expect(text.contains("incorrect  (score 0 of 1)\ncorrect answer: \(digits[0])  "))
    #expect(text.contains("(rule "))
    #expect(text.contains("promise-tui demo login-fails --lesson"))
  }

  @Test("At the end of the input, and at q, the score is printed")
  func ends() throws {
    #expect(try run([]).text.hasSuffix("no question was answered\n"))
    let digits = try right("login-fails")
    #expect(try run([digits[0]]).text.contains("score 1 of 1\n"))
    #expect(try run([digits[0], "q", digits[1]]).score.records.count == 1)
  }

  @Test("The question is asked again if the answer is not the number of a choice")
  func again() throws {
    let digits = try right("login-fails")
    let (text, score) = try run(["", "9", "x", digits[0]])
    #expect(score.records.count == 1)
    #expect(text.components(separatedBy: "choose 1-").count == 4)
  }

  @Test("The quiz covers several demos in order, or only one kind of question")
  func several() throws {
    let (text, score) = try run(
      Array(repeating: "1", count: 40), about: ["then-order", "login-fails"], only: .state)
    #expect(score.records.map(\.demo) == ["then-order", "login-fails"])
    #expect(score.records.allSatisfy { $0.kind == .state })
    #expect(text.contains("(demo 1 of 2)") && text.contains("(demo 2 of 2)"))
  }

  @Test("The quiz is available in Chinese")
  func chinese() throws {
    let (text, _) = try run(["1"], about: ["login-fails"], only: .state, .chinese)
    #expect(text.contains("运行结束时") && text.contains("得分"))
  }
}

extension String {
  /// Returns the parts between `separator`.
  fileprivate func components(separatedBy separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
