import Dispatch
import PromiseKitLite
import PromiseSimulation
import Synchronization

/// One run of a scenario: its simulation, its access tracker and recorder, and its final promise.
final class Attempt: Sendable {
  let simulation: Simulation
  private let accessTracker: AccessTracker
  private let begin: @Sendable () throws -> PromiseCore?
  private let recorder: RunRecorder?
  private let state = Mutex(State())

  private struct State {
    var last: PromiseCore?
    var failure: String?
    var ending: Simulation.Ending?
  }

  /// Creates a run by a schedule, or as `director` decides.
  convenience init(
    _ scenario: Scenario, replaying schedule: Schedule = [], director: (any Director)? = nil,
    recorder: RunRecorder? = nil, watching names: Set<String> = [],
    labels: QueueLabels = QueueLabels(), outside: OutsideCount = OutsideCount(),
    recordsAccesses: Bool = false
  ) {
    let accessTracker = AccessTracker(
      undeclared: scenario.accessing, watching: names, labels: labels, outside: outside,
      recordsAccesses: recordsAccesses)
    let machine = SimulatedMachine(
      observers: recorder.map { [$0] } ?? [], queues: scenario.queues,
      accessTracker: accessTracker)
    self.init(
      scenario.begin, on: machine, accessTracker, replaying: schedule, director: director,
      recorder: recorder)
  }

  /// Creates a run on a machine with this access tracker and this recorder.
  init(
    _ begin: @escaping @Sendable () throws -> PromiseCore?, on machine: SimulatedMachine,
    _ accessTracker: AccessTracker, replaying schedule: Schedule = [], director: (any Director)?,
    recorder: RunRecorder?
  ) {
    self.begin = begin
    self.recorder = recorder
    self.accessTracker = accessTracker
    simulation = Simulation(on: machine, replaying: schedule, director: director)
    director?.begin(accessTracker)
  }

  /// Runs the main program, and then all steps, or at most the given number.
  func run(steps: Int) {
    accessTracker.runsHere()
    simulation.start {
      do {
        let last = try begin()
        state.withLock { $0.last = last }
      } catch {
        let failure = Settled.error(error).description
        state.withLock { $0.failure = failure }
      }
    }
    let ending = simulation.run(steps: steps)
    state.withLock { $0.ending = ending }
    // Jobs that are still waiting end on other threads.
    if simulation.pooledThreads == 0 {
      accessTracker.runsHere()
    } else {
      accessTracker.stopRecording()
    }
  }

  /// Stops tracking: later accesses of the run are ignored.
  func stopTracking() { accessTracker.stopRecording() }

  /// The events of the run, if they were recorded.
  var events: [PromiseEvent] { recorder?.events ?? [] }

  /// What the access tracker recorded of the run.
  var record: AccessTracker.Record { accessTracker.record }

  /// The outcome of the run. Which job waits for which promise is known only from the events.
  var outcome: Exploration.Outcome { outcome(record) }

  /// Returns the outcome of the run, whose record is known.
  func outcome(_ record: AccessTracker.Record) -> Exploration.Outcome {
    let ending = state.withLock { $0.ending }
    let isDeadlocked = simulation.isDeadlocked
    let deadlock = isDeadlocked ? recorder.flatMap { Deadlock($0.events) } : nil
    var outcome = Exploration.Outcome(
      result: result, notes: record.notes, unhandled: record.unhandled.sorted(),
      deadlock: isDeadlocked ? deadlock?.description ?? "deadlock" : nil,
      isEndless: ending == .stepLimit)
    outcome.account.deadlock = deadlock
    return outcome
  }

  /// The result of the final promise.
  fileprivate var result: Exploration.Outcome.Result {
    let (last, failure, ending) = state.withLock { ($0.last, $0.failure, $0.ending) }
    if let failure { return .rejected(failure) }
    // Without an ending, the main program may be waiting forever.
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
  /// Returns whether something from outside the simulation reaches the final promise or what it waits
  /// for: a task, a socket, or a queue that is not simulated. Waits for that for a short real time,
  /// 20 times `pause`, unless no code is left that could settle the final promise.
  func receivesOutsideCalls(pause: () -> Void = Attempt.pause) -> Bool {
    simulation.discardWhatIsLeft()
    guard !isOutOfReach else { return false }
    for _ in 0..<20 {
      if simulation.externalCalls > 0 || result != .neverSettled { return true }
      pause()
    }
    return false
  }

  /// Waits for a moment of real time.
  static func pause() {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(10))
  }

  /// A Boolean value that indicates whether nothing can settle the final promise: there is no other
  /// reference to it, so there is no resolver, no timer, and no promise that it waits for.
  private var isOutOfReach: Bool {
    state.withLock { $0.last != nil && isKnownUniquelyReferenced(&$0.last) }
  }

  /// Returns the run as a value.
  func scheduledRun() -> ScheduledRun {
    ScheduledRun(
      outcome: outcome, schedule: simulation.schedule, events: recorder?.events ?? [],
      strayedAt: simulation.strayedAt, marks: record.marks)
  }
}

/// Keeps all events of one run.
final class RunRecorder: PromiseObserver {
  private let kept = Mutex<[PromiseEvent]>([])

  func receive(_ event: PromiseEvent) { kept.withLock { $0.append(event) } }

  /// The events so far, in order.
  var events: [PromiseEvent] { kept.withLock { $0 }.sorted { $0.sequence < $1.sequence } }
}

#if PROMISE_TSAN
  /// A lock that the thread sanitizer understands.
  typealias Mutex = SanitizedMutex
#endif
