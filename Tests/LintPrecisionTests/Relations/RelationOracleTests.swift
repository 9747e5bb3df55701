import Demos
import Dispatch
import ProgramCorpus
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("What is worth a look is true")
struct RelationOracleTests {
  @Test("The events of every demo bear out each sentence about it")
  func demos() throws {
    var count = 0
    for demo in Demo.all { count += check(try events(of: demo), demo.name) }
    #expect(count > 5)
  }

  @Test("The events of generated programs bear out each sentence about them")
  func generated() {
    var count = 0
    for seed in Rounds(5, "CORPUS_PROGRAMS").seeds {
      for bug in Bug.allCases {
        let program = GeneratedProgram(bug, seed: seed)
        count += check(CorpusRun.events(of: program), "\(bug) \(seed)")
      }
    }
    #expect(count > 5)
  }

  /// Checks everything that is worth a look in a run; returns how much it is.
  private func check(_ events: [PromiseEvent], _ name: String) -> Int {
    var settings = LintSettings()
    settings.worth = 100
    var state = RunState(lints: settings)
    for event in events { state.apply(event) }
    let looks = state.culprits(isOver: true).looks.filter { $0.warning.severity == .look }
    let oracle = RelationOracle(events)
    for look in looks { #expect(oracle.contradiction(of: look.warning) == nil, "\(name)") }
    return looks.count
  }

  func events(of demo: Demo) throws -> [PromiseEvent] {
    let recorder = RecordingObserver()
    let knobs = try Knobs(demo, settings: [])
    let queues = demo.queues.map {
      SimulatedQueue(label: $0.label, kind: $0.kind, isDrained: $0.isDrained)
    }
    let simulation = Simulation(observers: [recorder], queues: queues)
    var run: DemoRun?
    simulation.start { run = demo.start(knobs: knobs, in: simulation.environment) }
    simulation.run(until: .seconds(60))
    defer { withExtendedLifetime(run) {} }
    return recorder.events
  }
}
