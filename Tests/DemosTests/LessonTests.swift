import PromiseGraph
import PromiseInsight
import Demos
import PromiseCourse
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import Testing

/// Compares what each lesson says with the events of its demo.
@Suite("Lessons of the demos")
struct LessonTests {
  private static let names = Demo.all.filter { $0.text(beside: ".md") != nil }.map(\.name)

  private func lesson(_ demo: Demo, _ language: Language) throws -> Lesson {
    let text = try #require(
      demo.text(beside: language.ending), "\(demo.name) has no lesson in \(language)")
    do {
      return try Lesson(markdown: text, language: language)
    } catch {
      Issue.record("\(demo.name)\(language.ending), \(error)")
      throw error
    }
  }

  @Test(
    "Every step of every lesson names an event of the run, and all its claims hold",
    arguments: names)
  func claims(name: String) throws {
    let demo = try #require(Demo.named(name))
    let run = NamedRun(try SimulatedDemo(demo).events)
    for step in try lesson(demo, .english).steps {
      guard let event = step.moment.event(in: run) else {
        Issue.record("\(name), '\(step.title)': there is no event '\(step.moment.text)'")
        continue
      }
      for item in step.claims {
        let holds = try holds(item.claim, of: demo, in: run, at: event.sequence, step.moment)
        #expect(holds, "\(name), '\(step.title)': '\(item.claim.text)' does not hold")
      }
    }
  }

  private func holds(
    _ claim: RunExpectation, of demo: Demo, in run: NamedRun, at moment: Int,
    _ pattern: MomentPattern
  ) throws -> Bool {
    let settings = demo.variants.first { [$0.name] == claim.settings }?.settings ?? claim.settings
    func isShown(_ run: NamedRun) -> Bool {
      claim.shown(in: run, at: pattern.event(in: run)?.sequence ?? 0) != nil
    }
    switch claim.scope {
    case .standard where claim.settings.isEmpty: return claim.shown(in: run, at: moment) != nil
    case .standard: return isShown(NamedRun(try SimulatedDemo(demo, settings: settings).events))
    case .some, .every:
      let runs = EverySchedule.runs(of: try demo.scenario(settings: settings), limit: 2000)
        .map { isShown(NamedRun($0.events)) }
      return claim.scope == .every ? !runs.contains(false) : runs.contains(true)
    }
  }

  @Test("The Chinese lesson has the same steps, moments, and claims", arguments: names)
  func languages(name: String) throws {
    let demo = try #require(Demo.named(name))
    let english = try lesson(demo, .english)
    let chinese = try lesson(demo, .chinese)
    #expect(english.steps.map(\.moment) == chinese.steps.map(\.moment))
    #expect(
      english.steps.map { $0.claims.map(\.claim) } == chinese.steps.map { $0.claims.map(\.claim) })
    #expect(english.steps.map { $0.question == nil } == chinese.steps.map { $0.question == nil })
    #expect(english.sections.count == chinese.sections.count)
    let isChinese = chinese.steps.allSatisfy { step in
      step.title.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
    }
    #expect(isChinese, "each step has a title in Chinese")
  }

  @Test(
    "A lesson has at least two steps, and a question whose answer names its rule", arguments: names
  )
  func shape(name: String) throws {
    let demo = try #require(Demo.named(name))
    for language in Language.all {
      let lesson = try lesson(demo, language)
      #expect((2...6).contains(lesson.steps.count))
      #expect(lesson.steps.contains { !$0.claims.isEmpty })
      let answers = lesson.steps.compactMap(\.answer)
      #expect(!answers.isEmpty)
      for answer in answers {
        let rules = ["rule ", "Rule ", "规则", "Promises/A+", "rules ", "Rules "]
        #expect(rules.contains { answer.contains($0) }, "\(name): '\(answer)' names no rule")
      }
    }
  }
}
