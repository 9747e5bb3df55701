import Demos
import Foundation
import PromiseExploration
import PromiseGraph
import PromiseKitLite
import Testing

@Suite("Every sentence, held against the events")
struct TruthTests {
  private static let demos = Demo.all.map(\.name)
  /// How many random programs there are, and how many of the other settings and schedules of a demo; `make
  /// test-stress` looks at more.
  private static let programs =
    ProcessInfo.processInfo.environment["TRUTH_PROGRAMS"].flatMap { Int($0) } ?? 6
  private static let others =
    ProcessInfo.processInfo.environment["TRUTH_OTHERS"].flatMap { Int($0) } ?? 1
  private static let seed =
    ProcessInfo.processInfo.environment["TRUTH_SEED"].flatMap { UInt64($0) } ?? 1

  /// At how many events of a demo everything is looked at.
  private static let looks =
    ProcessInfo.processInfo.environment["TRUTH_LOOKS"].flatMap { Int($0) } ?? 2

  /// The numbers of these events; the last one is among them.
  private static func looks(upTo last: Int) -> [Int] {
    (1...min(looks, last)).map { last * $0 / min(looks, last) }
  }

  /// What is known to be false and not mended yet.
  private static let known: [String] = []

  private func expectNothing(_ checker: TruthChecker, _ name: String) {
    #expect(checker.sentences > 0, "\(name)")
    let findings = Set(checker.findings).filter { finding in
      !Self.known.contains { finding.contains($0) }
    }
    for finding in findings.sorted().prefix(12) { Issue.record("\(name): \(finding)") }
  }

  @Test("What is told of an event is what happened", arguments: demos)
  func narration(name: String) throws {
    var checker = TruthChecker(try plannedDemo(name).events)
    checker.checkNarration()
    #expect(checker.sentences >= checker.record.last)
    expectNothing(checker, name)
  }

  @Test("Captions of playback say what happens", arguments: demos)
  func playback(name: String) throws {
    var checker = TruthChecker(try plannedDemo(name).events)
    checker.checkPlayback()
    expectNothing(checker, name)
  }

  @Test("What is said to be why lies on the way, and at its time", arguments: demos)
  func why(name: String) throws {
    var checker = TruthChecker(try plannedDemo(name).events)
    checker.checkWhy(at: Self.looks(upTo: checker.record.last))
    expectNothing(checker, name)
  }

  @Test(
    "The inspector, the chain, the queues, the titles and the header say what is", arguments: demos)
  func panes(name: String) throws {
    var checker = TruthChecker(try plannedDemo(name).events)
    checker.checkPanes(at: Self.looks(upTo: checker.record.last), named: name)
    expectNothing(checker, name)
  }

  @Test("So they do with other settings and in other schedules", arguments: demos)
  func others(name: String) throws {
    let demo = try #require(Demo.named(name))
    for settings in demo.otherSettings.prefix(Self.others) {
      var checker = TruthChecker(try SimulatedDemo(demo, settings: settings).events)
      checker.checkNarration()
      checker.checkPlayback()
      checker.checkWhy(at: [checker.record.last])
      expectNothing(checker, "\(name) \(settings)")
    }
    let runs = EverySchedule.runs(of: try demo.scenario(), limit: Self.others + 1)
    for run in runs.dropFirst() {
      var checker = TruthChecker(run.events)
      checker.checkNarration()
      checker.checkWhy(at: [checker.record.last / 2])
      expectNothing(checker, "\(name) \(run.schedule)")
    }
  }

  @Test("So they do in random programs")
  func randomPrograms() {
    for number in 0..<Self.programs {
      let seed = Self.seed &+ UInt64(number)
      var checker = TruthChecker(Program.events(seed: seed))
      let last = checker.record.last
      checker.checkNarration()
      checker.checkPlayback()
      checker.checkWhy(at: [last / 3, last])
      checker.checkPanes(at: [last / 2], named: "random")
      expectNothing(checker, "seed \(seed)")
    }
  }
}

@Suite("The checker of sentences")
struct TruthCheckerTests {
  /// A sentence that is true at an event of a demo, and words in it that make it false.
  private static let mutations: [(true: String, wrong: String)] = [
    (
      "p9 'render' is fulfilled; 'alert' is skipped next",
      "p9 'render' is rejected; 'alert' is skipped next"
    ),
    (
      "p9 'render' is fulfilled; 'alert' is skipped next",
      "p9 'render' is fulfilled; 'alert' is next and last"
    ),
    (
      "p9 'render' is fulfilled; 'alert' is skipped next",
      "p9 'render' is fulfilled; 'render' is next"
    ),
    ("p9 'render' is fulfilled; 'alert' is skipped next", "p9 'render' is fulfilled"),
    ("p2 'GET /posts' is fulfilled with posts", "p2 'GET /posts' is fulfilled with profile"),
    ("p2 'GET /posts' is fulfilled with posts", "p2 'GET /ads' is fulfilled with posts"),
    ("p2 'GET /posts' is fulfilled with posts", "p1 'GET /profile' is fulfilled with posts"),
    (
      "p4 'fresh' is rejected with Unavailable() from its input 'GET /ads'",
      "p4 'fresh' is rejected with Unavailable() from its input 'GET /posts'"
    ),
    (
      "the value of 'GET /posts' reaches 'fresh': 2 of 3 still pending",
      "the value of 'GET /posts' reaches 'fresh': 1 of 3 still pending"
    ),
    (
      "the value of 'GET /posts' reaches 'fresh': 2 of 3 still pending",
      "the error of 'GET /posts' reaches 'fresh': it fails with that error"
    ),
    (
      "the timer of p6 'timeout' is set: due in 150.0 ms, at 150.0",
      "the timer of p6 'timeout' is set: due in 150.0 ms, at 151.0"
    ),
    (
      "'net' is a concurrent queue: up to 3 jobs at a time",
      "'net' is a serial queue: one job at a time"
    ),
    (
      "'net' is a concurrent queue: up to 3 jobs at a time",
      "'net' is a concurrent queue: up to 3 jobs at a time (assumed)"
    ),
    (
      "p4 'fresh' is rejected too late: 'first' has settled",
      "p4 'fresh' is rejected too late: 'fresh' has settled"
    ),
  ]

  @Test("A true sentence passes, and with a wrong word it does not", arguments: 0..<14)
  func events(_ index: Int) throws {
    let mutation = Self.mutations[index]
    let record = EventRecord(try plannedDemo("dashboard-race").events)
    func isTrue(_ sentence: String) -> Bool {
      (1...record.last).contains {
        SentenceForms.events.finding(sentence, in: EventScene(record, at: $0)) == nil
      }
    }
    #expect(isTrue(mutation.true))
    #expect(!isTrue(mutation.wrong))
  }

  @Test("A form that it does not know is a finding")
  func unknown() throws {
    let scene = EventScene(EventRecord(try plannedDemo("zalgo").events), at: 1)
    let finding = SentenceForms.events.finding("the moon is made of cheese", in: scene)
    #expect(finding?.hasSuffix("unknown form") == true)
  }

  @Test(
    "Nearly every sentence of a run is false with another time, another number or another promise",
    arguments: ["dashboard-race", "login-fetch-submit", "checkout-bug", "starvation"])
  func numbers(name: String) throws {
    var checker = TruthChecker(try plannedDemo(name).events)
    checker.collects = true
    checker.checkNarration()
    checker.checkPlayback()
    checker.checkWhy(at: [checker.record.last / 2])
    var (mutants, survivors) = (0, [String: Int]())
    for (sentence, forms, scene, context) in checker.collected {
      for mutant in Self.mutants(of: sentence) {
        mutants += 1
        if forms.finding(mutant, in: scene, context) == nil {
          survivors[mutant, default: 0] += 1
        }
      }
    }
    let alive = survivors.values.reduce(0, +)
    #expect(mutants > 200)
    #expect(alive * 20 < mutants, "\(alive) of \(mutants): \(survivors.keys.sorted().prefix(20))")
  }

  /// Returns a sentence with each of its numbers, and each of its outcomes, replaced by another one.
  private static func mutants(of sentence: String) -> [String] {
    var mutants: [String] = []
    let text = Array(sentence)
    var index = 0
    while index < text.count {
      var end = index
      while end < text.count, text[end].isASCII, text[end].isNumber { end += 1 }
      if end > index, let number = Int(String(text[index..<end])) {
        mutants.append(String(text[..<index]) + "\(number + 1)" + String(text[end...]))
      }
      index = max(end, index + 1)
    }
    for (one, other) in [
      ("fulfilled", "rejected"), ("rejected", "fulfilled"), ("first", "2nd"), ("returned", "threw"),
    ]
    where sentence.contains(one) {
      mutants.append(sentence.replacing(one, with: other, maxReplacements: 1))
    }
    return mutants
  }
}
