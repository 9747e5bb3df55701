import Demos
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("Every sentence, held against the events")
struct TruthTests {
  private static let demos = Demo.all.map(\.name)
  /// How many random programs there are, and how many of the other settings and schedules of a demo; `make
  /// test-stress` looks at more.
  private static let programs = Rounds(6, "TRUTH_PROGRAMS", from: 1)
  private static let others = Rounds.number("TRUTH_OTHERS") ?? 1

  /// At how many events of a demo everything is looked at.
  private static let looks = Rounds.number("TRUTH_LOOKS") ?? 2

  /// The numbers of these events; the last one is among them.
  private static func looks(upTo last: Int) -> [Int] {
    (1...min(looks, last)).map { last * $0 / min(looks, last) }
  }

  private func expectNothing(_ checker: TruthChecker, _ name: String) {
    #expect(checker.sentences > 0, "\(name)")
    for finding in Set(checker.findings).sorted().prefix(12) { Issue.record("\(name): \(finding)") }
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
    let last = checker.record.last
    // All panes are drawn for each look.
    let looks = Self.looks > 2 ? Self.looks(upTo: last) : [(last * 2 + 2) / 3]
    checker.checkPanes(at: looks, named: name)
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
  func randomPrograms() throws {
    try Self.programs.each { round, _ in
      let seed = round.seed
      let program = Generator.program(
        seed: seed, threads: 1, steps: 5..<25, isCancelling: seed % 4 == 0)
      // The kind of the queue `other` is not declared.
      var checker = TruthChecker(program.events(seed: seed, declaring: [.serial("side")]))
      let last = checker.record.last
      checker.checkNarration()
      checker.checkPlayback()
      checker.checkWhy(at: [last / 3, last])
      checker.checkPanes(at: [last / 2], named: "random")
      expectNothing(checker, "\(round)")
    }
  }
}
