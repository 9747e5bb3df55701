import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import Synchronization

/// One run of a demo in a simulation, job by job. Two runs of the same scenario by the same schedule have
/// the same events.
final class SimulatedRun {
  private let scenario: RunnableDemo
  private let simulation: Simulation
  private let recorder: NotingRecorder
  /// What the main program returned, which is what keeps its last promise.
  private var kept: (any Sendable)?

  /// A run that has not begun; what the scenario prints becomes notes.
  init(_ scenario: RunnableDemo, printed: @escaping PrintedLines = { _ in [] }) {
    self.scenario = scenario
    recorder = NotingRecorder(printed: printed)
    simulation = Simulation(
      observers: [recorder], queues: scenario.queues, replaying: scenario.schedule,
      overrides: scenario.overrides)
  }

  /// Runs the next job, or lets the next timer fire, and answers what happened by that; none when
  /// nothing is left to happen.
  func next() -> [PromiseEvent]? {
    while advance() {
      let events = recorder.take()
      if !events.isEmpty { return events }
    }
    let rest = recorder.take(atEnd: true)
    return rest.isEmpty ? nil : rest
  }

  /// The main program comes first. Each step has a thread that may be lost: a guarantee's `wait()` that
  /// never ends is the end of the run.
  private func advance() -> Bool {
    if kept != nil {
      return Simulation.onSpareThread { [simulation] in simulation.step() } ?? false
    }
    kept =
      Simulation.onSpareThread { [scenario, simulation] in
        var kept: any Sendable = ()
        simulation.start { kept = scenario.begin(in: simulation.environment) }
        return kept
      } ?? ()
    return true
  }

  /// The whole run, or as much of it as happens within so many events and so much real time.
  static func events(
    of scenario: RunnableDemo, limit: Int, within time: Duration,
    printed: @escaping PrintedLines = { _ in [] }
  ) -> (events: [PromiseEvent], isWhole: Bool) {
    let run = SimulatedRun(scenario, printed: printed)
    let end = ContinuousClock.now + time
    var events: [PromiseEvent] = []
    while events.count < limit, ContinuousClock.now < end {
      guard let new = run.next() else { return (events, true) }
      events += new
    }
    return (events, false)
  }
}

/// What was printed since the last call; a line that has no end yet is wanted only `atEnd`, where
/// nothing more can come.
typealias PrintedLines = @Sendable (_ atEnd: Bool) -> [String]

/// Records the events of a simulated run, and makes notes of what is printed meanwhile: each note
/// stands before the event that came after the printing, and what follows is numbered anew.
final class NotingRecorder: PromiseObserver {
  /// What was recorded and not yet taken.
  private struct Recording {
    var events: [PromiseEvent] = []
    var places = NotePlaces()
  }

  private let recording = Mutex(Recording())
  private let printed: PrintedLines

  /// A recorder that asks `printed` at every event.
  init(printed: @escaping PrintedLines) { self.printed = printed }

  func receive(_ event: PromiseEvent) {
    let lines = printed(false)
    recording.withLock { recording in
      recording.events += recording.places.notes(
        lines, before: event.sequence, like: recording.places.newest ?? event)
      recording.events.append(recording.places.renumbered(event))
    }
  }

  /// The events of a step that is over, and the notes of what was printed in it, in order; the
  /// recorder forgets them.
  func take(atEnd: Bool = false) -> [PromiseEvent] {
    let lines = printed(atEnd)
    return recording.withLock { recording in
      if let newest = recording.places.newest {
        recording.events += recording.places.notes(
          lines, before: newest.sequence + 1, like: newest)
      }
      defer { recording.events = [] }
      return recording.events.sorted { $0.sequence < $1.sequence }
    }
  }
}
