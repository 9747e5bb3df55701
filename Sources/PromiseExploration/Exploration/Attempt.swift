import Dispatch
import PromiseKitLite
import PromiseSimulation
import Synchronization

/// One run of a scenario: its simulation, who witnesses it, and the promise at its end.
final class Attempt: Sendable {
  let simulation: Simulation
  private let accessTracker: AccessTracker
  private let scenario: Scenario
  private let recorder: RunRecorder?
  private let state = Mutex(State())

  private struct State {
    var last: PromiseCore?
    var failure: String?
    var ending: Simulation.Ending?
  }

  /// A run by a schedule, or as `director` decides.
  init(
    _ scenario: Scenario, replaying schedule: Schedule = [], director: (any Director)? = nil,
    recorder: RunRecorder? = nil, watching names: Set<String> = [],
    labels: QueueLabels = QueueLabels(), outside: OutsideCount = OutsideCount()
  ) {
    self.scenario = scenario
    self.recorder = recorder
    accessTracker = AccessTracker(
      undeclared: scenario.accessing, watching: names, labels: labels, outside: outside)
    simulation = Simulation(
      observers: recorder.map { [$0] } ?? [], queues: scenario.queues, replaying: schedule,
      accessTracker: accessTracker, director: director)
    director?.begin(accessTracker)
  }

  /// Runs the main program, and then every step that there is, or so many.
  func run(steps: Int) {
    accessTracker.runsHere()
    simulation.start {
      do {
        let last = try scenario.begin()
        state.withLock { $0.last = last }
      } catch {
        let failure = Settled.error(error).description
        state.withLock { $0.failure = failure }
      }
    }
    let ending = simulation.run(steps: steps)
    state.withLock { $0.ending = ending }
    // Jobs that wait still are let go on other threads.
    if simulation.pooledThreads == 0 { accessTracker.runsHere() } else { accessTracker.looksAway() }
  }

  /// The run is not looked at any more: what it touches now comes from nowhere.
  func lookAway() { accessTracker.looksAway() }

  /// The events of the run, where they were recorded.
  var events: [PromiseEvent] { recorder?.events ?? [] }

  /// What the run said.
  var record: AccessTracker.Record { accessTracker.record }

  /// What can be observed of the run. Who waits for whom is known only where the events are.
  var outcome: Exploration.Outcome {
    let record = record
    let ending = state.withLock { $0.ending }
    return Exploration.Outcome(
      result: result, notes: record.notes, unhandled: record.unhandled.sorted(),
      deadlock: deadlock, isEndless: ending == .stepLimit)
  }

  /// How the run came to a standstill; none if it did not.
  private var deadlock: String? {
    guard simulation.isDeadlocked else { return nil }
    return recorder.flatMap { Deadlock($0.events) }?.description ?? "deadlock"
  }

  /// What the promise at the end came to.
  fileprivate var result: Exploration.Outcome.Result {
    let (last, failure, ending) = state.withLock { ($0.last, $0.failure, $0.ending) }
    if let failure { return .rejected(failure) }
    // Without an ending the main program may wait for ever.
    guard let last else { return ending == nil ? .neverSettled : .none }
    guard let settled = last.settled else { return .neverSettled }
    return switch settled.outcome {
    case .fulfilled: .fulfilled(settled.description)
    case .rejected: .rejected(settled.description)
    case .cancelled: .cancelled(settled.description)
    }
  }
}

extension Attempt {
  /// Whether something from outside the simulation comes to the promise at the end, or to what it waits
  /// for, while real time goes on for a while: a task, a socket, a queue that is not simulated.
  func hearsFromOutside() -> Bool {
    let semaphore = DispatchSemaphore(value: 0)
    for _ in 0..<20 {
      if simulation.externalCalls > 0 || result != .neverSettled { return true }
      _ = semaphore.wait(timeout: .now() + .milliseconds(10))
    }
    return false
  }

  /// The run as a value.
  func scheduledRun() -> ScheduledRun {
    ScheduledRun(
      outcome: outcome, schedule: simulation.schedule, events: recorder?.events ?? [],
      strayedAt: simulation.strayedAt, marks: record.marks)
  }
}

/// Keeps the events of one run, all of them.
final class RunRecorder: PromiseObserver {
  private let kept = Mutex<[PromiseEvent]>([])

  func receive(_ event: PromiseEvent) { kept.withLock { $0.append(event) } }

  /// What happened so far, in order.
  var events: [PromiseEvent] { kept.withLock { $0 }.sorted { $0.sequence < $1.sequence } }
}

#if PROMISE_TSAN
  /// The lock that the thread sanitizer sees into.
  typealias Mutex = SanitizedMutex
#endif
