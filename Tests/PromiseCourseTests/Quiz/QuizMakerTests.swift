import Dispatch
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@testable import PromiseCourse

/// Questions about small programs whose runs are counted by hand.
@Suite("Questions about a run")
struct QuizMakerTests {
  /// Two handlers on two queues that may print in either order.
  private static let pair = Scenario("pair", queues: [.serial("one"), .serial("two")]) {
    let root = Promise.value(1)
    _ = root.done(label: "A", on: DispatchQueue(label: "one")) { _ in note("a") }
    _ = root.done(label: "B", on: DispatchQueue(label: "two")) { _ in note("b") }
  }

  /// A race that `fast` wins, and a chain after it that fails on main; `answer` never settles.
  private static let race = Scenario("race", queues: [.serial("net")]) {
    let fast = after(.milliseconds(10)).map(label: "fast", on: DispatchQueue(label: "net")) { 1 }
    let slow = after(.milliseconds(20)).map(label: "slow", on: DispatchQueue(label: "net")) { 2 }
    _ = PromiseKitLite.race(label: "first", fast, slow).done(label: "show") { _ in note("shown") }
    let (answer, seal) = Promise<Int>.pending(label: "answer")
    answer.done(label: "wait") { _ in note("never") }.catch(label: "alert") { _ in }
    return after(.milliseconds(30)).done(label: "keep") { _ = seal }
  }

  private func questions(
    _ scenario: Scenario, seed: UInt64 = 0, only kind: QuizKind? = nil
  ) -> [QuizQuestion] {
    let run = scenario.run()
    let others = scenario.otherRuns(than: run)
    return QuizMaker(
      QuizRun(run.events), others: others.map { QuizRun($0.events) }, name: scenario.name,
      seed: seed
    ).questions(only: kind)
  }

  @Test("What prints: the wrong orders are those of other schedules")
  func order() throws {
    let question = try #require(questions(Self.pair, only: .order).first)
    #expect(question.answer == .notes(["a", "b"]))
    #expect(Set(question.choices) == [.notes(["a", "b"]), .notes(["b", "a"])])
    #expect(!question.continues)
  }

  @Test("Who wins: the choices are the inputs")
  func winner() throws {
    let question = try #require(questions(Self.race, only: .winner).first)
    #expect(question.subject == "first" && question.contest == .race)
    #expect(question.answer == .promise("fast"))
    #expect(Set(question.choices) == [.promise("fast"), .promise("slow")])
  }

  @Test("On which queue: without a queue name, it is main")
  func queue() throws {
    let question = try #require(questions(Self.race, only: .queue).first)
    #expect(question.subject == "show" && question.answer == .queue("main"))
    #expect(question.choices.contains(.queue("net")))
  }

  @Test("What state: promises that never settle are asked about before fulfilled ones")
  func state() throws {
    let names = Set(
      (0..<20).compactMap { questions(Self.race, seed: $0, only: .state).first?.subject })
    #expect(names == ["answer", "wait", "alert"])
    for seed in 0..<5 {
      let question = try #require(questions(Self.race, seed: UInt64(seed), only: .state).first)
      #expect(question.answer == .state(.pending))
    }
  }

  @Test("Which runs first: two that ran the other way around in another schedule")
  func first() throws {
    let question = try #require(questions(Self.pair, only: .first).first)
    #expect(question.answer == .promise("A"))
    #expect(Set(question.choices) == [.promise("A"), .promise("B")])
    #expect(questions(Self.race, only: .first).first?.answer != .promise("slow"))
  }

  @Test("No two choices are equal, and the right one is not always in the same place")
  func places() {
    var places: [QuizKind: Set<Int>] = [:]
    for seed in 0..<32 {
      for scenario in [Self.pair, Self.race] {
        for question in questions(scenario, seed: UInt64(seed)) {
          #expect(Set(question.choices).count == question.choices.count)
          #expect((2...4).contains(question.choices.count))
          places[question.kind, default: []].insert(question.right)
        }
      }
    }
    #expect(places.count == QuizKind.allCases.count - 1, "Libraries are not asked about here.")
    for (kind, places) in places { #expect(places.count > 1, "\(kind)") }
  }

  @Test("The same seed asks the same questions, another one may ask others")
  func seeds() {
    #expect(questions(Self.race, seed: 7) == questions(Self.race, seed: 7))
    #expect((0..<8).map { questions(Self.race, seed: $0) }.contains { $0 != questions(Self.race) })
  }

  @Test("While the question is open, nothing that decides it is visible")
  func hidden() throws {
    for scenario in [Self.pair, Self.race] {
      let events = scenario.run().events
      for question in questions(scenario) {
        let seen = events.filter { $0.sequence <= question.event }
        let run = QuizRun(seen)
        switch question.kind {
        case .order, .library: #expect(run.notes.isEmpty)
        case .winner, .state:
          let fate = try #require(run.fate(named: question.subject ?? ""))
          #expect(fate.settlement == nil)
        case .queue: #expect(run.fate(named: question.subject ?? "") == nil)
        case .first:
          for case .promise(let name) in question.choices {
            #expect(run.fate(named: name)?.enqueued == nil)
          }
        }
        #expect(question.deciding == question.deciding.sorted())
        #expect(question.deciding.contains { $0 > question.event })
      }
    }
  }

  @Test("The explanation of a wrong order begins where it first differs")
  func begins() throws {
    let events = Self.pair.run().events
    let question = try #require(questions(Self.pair, only: .order).first)
    let wrong = 1 - question.right
    let begin = question.deciding[question.begin(for: wrong)]
    // The job that prints the first note.
    #expect(
      events.contains { event in
        if case .jobStarted = event.kind { event.sequence == begin } else { false }
      })
  }

  @Test("For a long list, the question is only what comes next where the runs first differ")
  func long() throws {
    let scenario = Scenario("long", queues: [.serial("one"), .serial("two")]) {
      for line in 1...8 { note("\(line)") }
      let root = Promise.value(1)
      _ = root.done(label: "A", on: DispatchQueue(label: "one")) { _ in note("a") }
      _ = root.done(label: "B", on: DispatchQueue(label: "two")) { _ in note("b") }
    }
    let question = try #require(questions(scenario, only: .order).first)
    #expect(question.continues)
    #expect(question.answer == .notes(["a", "b"]))
  }

  @Test("If there is no choice, there is no question")
  func nothing() {
    let one = Scenario("one") { _ = Promise.value(1).done(label: "A") { _ in note("a") } }
    #expect(questions(one, only: .order).isEmpty)
    #expect(questions(one, only: .winner).isEmpty)
    #expect(questions(one, only: .queue).isEmpty)
    #expect(questions(one, only: .first).isEmpty)
    #expect(questions(Scenario("empty") { note("a") }).isEmpty)
  }
}
