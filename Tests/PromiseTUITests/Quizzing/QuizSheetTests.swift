import PromiseGraph
import PromiseInsight
import Demos
import PromiseCourse
import PromiseExploration
import PromiseKitLite
import PromiseScreens
import PromiseSimulation
import Testing

@testable import promise_tui

@Suite("Questions about the demos")
struct QuizSheetTests {
  @Test(
    "Every demo has at least one question, and its choices differ with every seed",
    arguments: Demo.all.map(\.name))
  func everyDemo(name: String) throws {
    let scenario = try #require(Catalog[name])
    let sheet = QuizSheet(scenario, by: QuizPlan())
    #expect(sheet.demo == name)
    #expect(!sheet.questions.isEmpty, "nothing can be asked about \(name)")
    for question in sheet.questions {
      #expect(Set(question.choices).count == question.choices.count, "\(name) \(question)")
      #expect((2...4).contains(question.choices.count))
      #expect(question.choices.indices.contains(question.right))
      // No two choices read the same, in any language.
      for language in Language.all {
        let words = CourseText(language)
        let texts = question.choices.map { words.text(of: $0, arrow: ">") }
        #expect(Set(texts).count == texts.count, "\(name) \(texts)")
        #expect(!words.text(of: question, arrow: ">").isEmpty)
      }
      #expect(question.event < sheet.events.count)
      #expect(question.deciding.allSatisfy { (1...sheet.events.count).contains($0) })
      #expect(question.deciding.contains { $0 > question.event }, "\(name) \(question.kind)")
      #expect((1...8).contains(question.deciding.count), "\(name) \(question.kind)")
    }
  }

  @Test("The wrong orders come from real runs, with another schedule or other settings")
  func realOrders() throws {
    var asked = 0
    for name in ["then-order", "checkout-bug", "lost-update", "zalgo"] {
      let scenario = try #require(Catalog[name])
      let sheet = QuizSheet(scenario, by: QuizPlan(only: .order))
      guard let question = sheet.questions.first else { continue }
      asked += 1
      let demo = try #require(Demo.named(name))
      let runs = [[]] + demo.otherSettings
      var orders: Set<[String]> = []
      for settings in runs {
        let other = try Catalog.scenario(named: name, settings: settings).explored
        let run = other.run()
        for run in [run] + other.otherRuns(than: run, limit: 200) {
          orders.insert(notes(run.events))
        }
      }
      let whole = notes(sheet.events)
      for case .notes(let asked) in question.choices {
        #expect(
          orders.contains { $0 == asked || $0.contains(asked) }, "\(name): \(asked), \(whole)")
      }
    }
    #expect(asked >= 3)
  }

  @Test("The right order is that of the run in question")
  func rightOrder() throws {
    let sheet = QuizSheet(try #require(Catalog["then-order"]), by: QuizPlan(only: .order))
    let question = try #require(sheet.questions.first)
    guard case .notes(let right) = question.answer else {
      Issue.record("\(question.answer)")
      return
    }
    #expect(notes(sheet.events).contains(right))
  }

  @Test("The same plan gives the same questions, whatever ran before")
  func repeatable() throws {
    let scenario = try #require(Catalog["dashboard-race"])
    let first = QuizSheet(scenario, by: QuizPlan(seed: 3))
    #expect(QuizSheet(scenario, by: QuizPlan(seed: 3)) == first)
    let places = (0..<12).map { seed in
      QuizSheet(scenario, by: QuizPlan(seed: seed)).questions.map(\.right)
    }
    #expect(Set(places).count > 1)
  }

  @Test("A quiz about a variant is about its own run")
  func variant() throws {
    let demo = try #require(Demo.all.first { !$0.variants.isEmpty })
    let variant = try #require(demo.variants.first)
    let sheet = QuizSheet(
      try #require(Catalog["\(demo.name)/\(variant.name)"]), by: QuizPlan())
    #expect(sheet.demo == "\(demo.name)/\(variant.name)")
  }

  private func notes(_ events: [PromiseEvent]) -> [String] {
    events.compactMap { if case .note(let text) = $0.kind { text } else { nil } }
  }
}
