import Demos
import PromiseCourse
import PromiseExploration
import PromiseKitLite
import Testing

/// The answers of the quiz and the sentences of expectations agree for every demo.
@Suite("The quiz, in the sentences of expectations")
struct QuizExpectationTests {
  /// The runs of a demo, one for each variant, and the other answers that are offered there.
  private func runs(of demo: Demo) throws -> [(name: String, events: [PromiseEvent])] {
    try ([("standard", [])] + demo.variants.map { ($0.name, $0.settings) }).flatMap {
      name, settings in
      let runs = EverySchedule.runs(of: try demo.scenario(settings: settings), limit: 8)
      return runs.map { (name, $0.events) }
    }
  }

  @Test("The sentences of the right answer hold in the run, and those of a wrong one do not")
  func agree() throws {
    var said: [QuizKind: Int] = [:]
    var unsaid: [QuizKind: Int] = [:]
    var forms: Set<RunExpectation.Form> = []
    for demo in Demo.all {
      let runs = try runs(of: demo)
      let quizzed = runs.map { QuizRun($0.events) }
      for (place, run) in runs.enumerated() {
        let named = NamedRun(run.events)
        var others = quizzed
        others.remove(at: place)
        for question in QuizMaker(quizzed[place], others: others, name: run.name).questions() {
          let about = "\(demo.name) \(run.name), run \(place): \(question)"
          for choice in question.choices {
            guard let sentences = question.expectations(of: choice) else {
              unsaid[question.kind, default: 0] += 1
              continue
            }
            said[question.kind, default: 0] += 1
            forms.formUnion(sentences.map(\.form))
            let holds = sentences.allSatisfy { $0.failure(in: named) == nil }
            #expect(
              holds == (choice == question.answer), "\(sentences.map(\.text)): \(about)")
            for sentence in sentences {
              #expect(try RunExpectation(reading: sentence.text, for: .quiz) == sentence)
            }
          }
        }
      }
    }
    // A question about libraries is not about one run, and is asked only if their runs are given.
    for kind in QuizKind.allCases where kind != .library {
      let (some, none) = (said[kind, default: 0], unsaid[kind, default: 0])
      #expect(some > 2 * none, "\(kind): \(some) answers in sentences, and \(none) in none")
    }
    #expect(
      forms == [.before, .neverBefore, .happens, .neverNote, .on, .stateAtEnd],
      "These are what docs/debug/expectations.md lists for the quiz.")
  }
}
