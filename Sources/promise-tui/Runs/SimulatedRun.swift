import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import Synchronization

/// One run of a demo in a simulation, job by job. Two runs of the same scenario by the same
/// schedule have the same events.
final class SimulatedRun {
  private let scenario: RunnableDemo
  private let simulation: Simulation
  private let recorder: NotingRecorder
  /// What the main program returned, which keeps its last promise alive.
  private var kept: (any Sendable)?

  /// Creates a run that has not begun; what the scenario prints becomes notes.
  init(_ scenario: RunnableDemo, printed: @escaping PrintedLines = { _ in [] }) {
    self.scenario = scenario
    recorder = NotingRecorder(printed: printed)
    simulation = Simulation(
      observers: [recorder], queues: scenario.queues, replaying: scenario.schedule,
      overrides: scenario.overrides, dialect: scenario.dialect)
  }

  /// Runs the next job, or fires the next timer, and returns the resulting events; `nil` if nothing
  /// is left to run.
  func next() -> [PromiseEvent]? {
    while advance() {
      let events = recorder.take()
      if !events.isEmpty { return events }
    }
    let rest = recorder.take(atEnd: true)
    return rest.isEmpty ? nil : rest
  }

  /// Runs the main program first, then one step per call. Each step runs on a thread that may be
  /// lost: a guarantee's `wait()` that never returns ends the run.
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

  /// Returns the whole run, or as much of it as happens within `limit` events and `time` of real
  /// time.
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

/// Returns what was printed since the last call. An incomplete line is returned only `atEnd`, when
/// nothing more can follow.
typealias PrintedLines = @Sendable (_ atEnd: Bool) -> [String]

/// Records the events of a simulated run, and turns what is printed during it into notes: each note
/// comes before the event that followed the printing, and later events are renumbered.
final class NotingRecorder: PromiseObserver {
  /// What was recorded and not yet taken.
  private struct Recording {
    var events: [PromiseEvent] = []
    var places = NotePlaces()
  }

  private let recording = Mutex(Recording())
  private let printed: PrintedLines

  /// Creates a recorder that calls `printed` at every event.
  init(printed: @escaping PrintedLines) { self.printed = printed }

  func receive(_ event: PromiseEvent) {
    let lines = printed(false)
    recording.withLock { recording in
      recording.events += recording.places.notes(
        lines, before: event.sequence, like: recording.places.newest ?? event)
      recording.events.append(recording.places.renumbered(event))
    }
  }

  /// Takes the events of a finished step, and the notes of what was printed in it, in order.
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
