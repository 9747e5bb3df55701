import PromiseKitLite
import PromiseSimulation
import Synchronization
import TestSupport

extension Program {
  /// Simulates a random program under a random schedule, and returns its events. The kind of the queue `other` is
  /// not declared.
  static func events(seed: UInt64) -> [PromiseEvent] {
    let program = Generator.program(
      seed: seed, threads: 1, steps: 5 + Int(seed % 20), isCancelling: seed % 4 == 0)
    let recorder = RecordingObserver()
    let choice = Mutex(SeededGenerator(seed: seed ^ 0xFFFF))
    let simulation = Simulation(
      observers: [recorder],
      queues: [.serial("side"), .concurrent("wide", width: Queue.wide.width)],
      chooser: { choices in choice.withLock { $0.below(choices.count) } })
    let library = LibraryRun()
    simulation.start { for thread in program.threads { library.run(thread) } }
    simulation.run()
    simulation.start { library.end() }
    return recorder.events
  }
}
