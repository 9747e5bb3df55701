import Dispatch
import ProgramCorpus
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import Testing

/// What is said at the end of a run in which something would go on.
@Suite("At the end of a run that was cut off") struct CutRunTests {
  @Test("a circle of waits is found behind a heartbeat, but not behind a timer that fires once")
  func circle() {
    #expect(lints { beat() }.first == "hold-and-wait")
    let once = lints { _ = after(.seconds(2)).done { PromiseTrace.note("late") } }
    #expect(!once.contains("hold-and-wait"))
  }

  @Test("a pool whose users wait their turn is not called a circle")
  func turns() {
    let repaired = lints(isRepaired: true) { beat() }
    #expect(!repaired.contains("hold-and-wait"))
  }

  /// Returns what is said about a pool of connections with something beside it, after 0.8 s.
  private func lints(isRepaired: Bool = false, beside other: () -> Void) -> [String] {
    let program = CorpusProgram.connectionPool
    let recorder = RecordingObserver()
    let simulation = Simulation(
      observers: [recorder], queues: program.concurrentQueues.map { .concurrent($0, width: 64) })
    var kept: (any Sendable)?
    simulation.start {
      kept = program.start(isRepaired)
      other()
    }
    simulation.run()
    defer { withExtendedLifetime(kept) {} }
    var state = RunState()
    for event in recorder.events.prefix(while: { $0.time < 800_000_000 }) { state.apply(event) }
    return state.culprits(isOver: true).filter { $0.warning.severity != .look }.map(\.warning.lint)
  }
}

/// Notes every 50 ms that the program is alive.
private func beat(_ round: Int = 0) {
  guard round < 30 else { return }
  _ = after(.milliseconds(50)).done {
    PromiseTrace.note("beat \(round)")
    beat(round + 1)
  }
}
