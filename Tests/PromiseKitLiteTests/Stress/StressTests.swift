import Dispatch
import PromiseKitLite
import PromiseSimulation
import Synchronization
import Testing

@Suite("Random programs: their events never contradict the rules, and nothing leaks")
struct StressTests {
  @Test("simulated, under random schedules; the same seed twice is the same run", arguments: 0..<8)
  func simulated(part: UInt64) {
    for seed in part * 25..<(part + 1) * 25 {
      let (events, handlersRun) = simulate(seed)
      report(Consistency(events, onOneThread: true), handlersRun, seed)
      let (again, _) = simulate(seed)
      #expect(events == again, "seed \(seed): the second run differs")
    }
  }

  @Test("on Dispatch's queues, by four threads at once", arguments: 0..<50 as Range<UInt64>)
  func real(seed: UInt64) {
    let tally = Tally()
    let recorder = RecordingObserver()
    let environment = PromiseEnvironment(observers: [recorder, tally])
    environment.declare(queue: "wide", kind: .concurrent(width: nil))
    environment.defaults.map = Queues.side
    environment.defaults.return = Queues.side
    let program = RandomProgram(queues: [nil, Queues.side, Queues.other, Queues.wide, .immediate])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var random = SeededGenerator(seed: seed * 4 + UInt64(thread))
      environment.run { program.run(steps: 40, random: &random) }
    }
    program.end()
    #expect(tally.waitUntilNothingLives(), "seed \(seed): promises live on")
    report(
      Consistency(recorder.events, onOneThread: false),
      program.handlersRun.load(ordering: .relaxed), seed)
  }

  private func simulate(_ seed: UInt64) -> (events: [PromiseEvent], handlersRun: Int) {
    let recorder = RecordingObserver()
    let choice = Mutex(SeededGenerator(seed: seed ^ 0xFFFF))
    let simulation = Simulation(
      observers: [recorder],
      queues: [.serial("side"), .serial("other"), .concurrent("wide", width: 2)],
      chooser: { choices in choice.withLock { $0.below(choices.count) } })
    let program = RandomProgram(
      queues: [nil, .defaultMap, Queues.side, Queues.other, Queues.wide, .immediate])
    simulation.start {
      var random = SeededGenerator(seed: seed)
      program.run(steps: 60, random: &random)
    }
    simulation.run()
    simulation.start { program.end() }
    return (recorder.events, program.handlersRun.load(ordering: .relaxed))
  }

  private func report(_ reading: Consistency, _ handlersRun: Int, _ seed: UInt64) {
    #expect(
      reading.violations.isEmpty,
      "seed \(seed): \(reading.violations.prefix(5).joined(separator: "; "))")
    #expect(
      handlersRun <= reading.jobsStarted,
      "seed \(seed): \(handlersRun) handlers ran in \(reading.jobsStarted) jobs")
  }
}

/// Knows when every promise that was created is freed.
private final class Tally: PromiseObserver {
  private let living = Atomic<Int>(0)
  private let changed = DispatchSemaphore(value: 0)

  func receive(_ event: PromiseEvent) {
    switch event.kind {
    case .created(let creation) where !creation.late: living.add(1, ordering: .relaxed)
    case .deallocated: if living.subtract(1, ordering: .relaxed).newValue == 0 { changed.signal() }
    default: break
    }
  }

  /// Waits, ten seconds at most.
  func waitUntilNothingLives() -> Bool {
    let deadline = DispatchTime.now() + 10
    while living.load(ordering: .relaxed) != 0 {
      guard changed.wait(timeout: deadline) == .success else { return false }
    }
    return true
  }
}
