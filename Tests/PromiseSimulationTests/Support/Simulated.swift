import PromiseKitLite
import PromiseSimulation

/// A simulated run: its notes with their times, and every event.
struct Simulated {
  let simulation: Simulation
  let recorder = RecordingObserver()

  /// Starts `scenario`; nothing after turn 0 has happened yet.
  init(
    queues: [SimulatedQueue] = [], replaying schedule: Schedule = [],
    chooser: Simulation.Chooser? = nil, _ scenario: () throws -> Void
  ) rethrows {
    simulation = Simulation(
      observers: [recorder], queues: queues, replaying: schedule, chooser: chooser)
    try simulation.start(scenario)
  }

  /// Runs `scenario` to its end.
  static func run(
    queues: [SimulatedQueue] = [], replaying schedule: Schedule = [],
    chooser: Simulation.Chooser? = nil, _ scenario: () throws -> Void
  ) rethrows -> Simulated {
    let run = try Simulated(
      queues: queues, replaying: schedule, chooser: chooser, scenario)
    run.simulation.run()
    return run
  }

  /// The notes, each with its virtual milliseconds: `a 0`.
  var notes: [String] {
    recorder.events.compactMap { event in
      guard case .note(let text) = event.kind else { return nil }
      return "\(text) \(event.time / 1_000_000)"
    }
  }

  /// The kinds of the events.
  var kinds: [PromiseEvent.Kind] { recorder.events.map(\.kind) }
}
