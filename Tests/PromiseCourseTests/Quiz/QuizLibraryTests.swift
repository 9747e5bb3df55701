import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@testable import PromiseCourse

@Suite("Questions about libraries")
struct QuizLibraryTests {
  /// Adoption beside a chain of four links.
  private static let adoption = DialectProgram(
    name: "adoption", title: "", showsHandlers: false, showsErrors: false
  ) { _ in
    _ = Promise.value.then { Promise.value }.done { note("adopted") }
    _ = Promise.value.done { note("1") }.done { note("2") }.done { note("3") }.done { note("4") }
    return ()
  }

  private func asked(_ program: DialectProgram, seed: UInt64 = 0) -> QuizQuestion? {
    let run = QuizRun(program.events(as: .promiseKitLite))
    let libraries = QuizLibrary.all(of: program, besides: run.printed)
    return QuizMaker(run, others: [], libraries: libraries, seed: seed).questions(only: .library)
      .first
  }

  @Test("The right answer is the library by whose rules the simulation prints it")
  func right() throws {
    let question = try #require(asked(Self.adoption))
    #expect(question.printed == ["1", "2", "3", "adopted", "4"])
    #expect(question.answer == .library("JavaScript"))
    // What adoption costs in google/promises and AYPromise is not known.
    let titles = ["JavaScript", "PromiseKit", "PromiseKitLite"]
    #expect(Set(question.choices) == Set(titles.map { QuizAnswer.library($0) }))
    let words = CourseText(.english)
    #expect(
      words.text(of: question, arrow: ">")
        == "By the rules of which library does this print: 1 > 2 > 3 > adopted > 4?")
  }

  @Test("It is explained by the rule that decides it, with its evidence, where the run differs")
  func reasons() throws {
    let question = try #require(asked(Self.adoption))
    #expect(question.rules.map(\.rule) == [.adoption])
    var history = History()
    history.append(contentsOf: Self.adoption.events(as: .promiseKitLite))
    let reasons = QuizReason.all(of: question, in: history)
    let rule = try #require(reasons[question.begin(for: 0)].rule)
    #expect(rule.hasPrefix("JavaScript: adoption takes two microtasks"))
    #expect(rule.contains("[ECMAScript 2024, 27.2.2.2"))
    #expect(rule.hasSuffix("PromiseKitLite: an adopted promise settles the outer one immediately"))
    // Here "adopted" is second, and "2" is there.
    #expect(question.begin(for: 0) == 1)
    let chinese = QuizReason.all(of: question, in: history, language: .chinese)
    #expect(chinese[question.begin(for: 0)].rule?.contains("采用占两个微任务") == true)
  }

  @Test("No wrong answer would print the same")
  func distractors() throws {
    for chain in DialectChain.all {
      let program = chain.program
      guard let question = asked(program) else { continue }
      for choice in question.choices {
        guard case .library(let title) = choice,
          let dialect = Dialect.all.first(where: { $0.title == title })
        else { continue }
        #expect(
          (program.order(as: dialect) == question.printed) == (choice == question.answer),
          "\(program.name): \(title)")
      }
    }
  }

  @Test("Nothing is asked if every library prints the same")
  func same() {
    let program = DialectProgram(
      name: "one", title: "", showsHandlers: false, showsErrors: false
    ) { _ in
      _ = Promise.value.done { note("1") }.done { note("2") }
      return ()
    }
    #expect(asked(program) == nil)
  }
}
