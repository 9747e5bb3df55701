import PromiseKitLite
import PromiseSimulation
import Synchronization

/// Runs the schedules of one part of an exploration, and counts what they lead to.
final class PartRunner: Sendable {
  private let setup: ExplorationSetup
  private let director: SearchDirector
  private let labels = QueueLabels()
  private let limits: Limits
  /// A Boolean value that indicates whether the part contains the first schedule of all.
  private let isFirst: Bool
  private let state: Mutex<State>

  private struct State {
    var tally: Tally
    var isOver = false
    /// The current run.
    var attempt: Attempt?
    /// The machine of the previous run.
    var machine: SimulatedMachine?
  }

  /// How much a part may do.
  struct Limits: Hashable, Sendable {
    var schedules: Int
    /// The number of threads that may be lost.
    var parked = mostParked

    /// The maximum for a whole exploration.
    private static let mostParked = 64

    /// Returns what is left after the schedules that `tally` contains.
    func after(_ tally: Tally) -> Limits {
      Limits(schedules: schedules - tally.schedules, parked: parked - tally.parked)
    }

    /// Returns whether these numbers reach a limit.
    func isReached(_ schedules: Int, _ parked: Int) -> Bool {
      schedules >= self.schedules || parked >= self.parked
    }

    /// Returns the limit that `tally` has reached; `nil` if it has reached none.
    func reached(by tally: Tally) -> Coverage? {
      if tally.parked >= parked { return .parkedThreads }
      return tally.schedules >= schedules ? .scheduleLimit : nil
    }
  }

  init(
    _ search: PartSearch, _ setup: ExplorationSetup, _ limits: Limits, isFirst: Bool
  ) {
    self.setup = setup
    self.limits = limits
    self.isFirst = isFirst
    director = SearchDirector(search)
    state = Mutex(State(tally: setup.nothing))
  }

  /// A Boolean value that indicates whether no run is left, or a limit is reached.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Lets no other run begin, because the results are not needed.
  func stop() { state.withLock { $0.isOver = true } }

  /// What the runs so far led to.
  var tally: Tally {
    let steps = director.steps
    return state.withLock { state in
      state.tally.steps = steps
      return state.tally
    }
  }

  /// What the runs so far led to, without the orders, which would have to be copied while runs add
  /// to them; and the number of the orders.
  var summary: (Tally, orders: Int) {
    state.withLock { state in
      var tally = state.tally
      tally.orders = []
      return (tally, state.tally.orders.count)
    }
  }

  /// Between two runs, leaves some of those that are left to others. Returns them as parts, in order.
  func split(points: Int, keeping runs: Int) -> [PartSearch] {
    isOver ? [] : director.split(points: points, keeping: runs)
  }

  /// What is left.
  var search: PartSearch { director.search }
}

// MARK: - One run

extension PartRunner {
  /// Runs one schedule. Returns false if the calling thread was given up for lost meanwhile.
  func runOnce() -> Bool {
    let attempt = nextAttempt()
    state.withLock { $0.attempt = attempt }
    attempt.run(steps: setup.budget.steps)
    let isLost = state.withLock { state in
      defer { if state.attempt === attempt { state.attempt = nil } }
      return state.attempt !== attempt
    }
    if !isLost { finish(attempt) }
    return !isLost
  }

  /// Returns the next run: on the machine of the previous one, unless something still refers to it.
  private func nextAttempt() -> Attempt {
    var machine = state.withLock { $0.machine.take() }
    if machine?.restart() == true, let machine, let accessTracker = machine.accessTracker {
      state.withLock { $0.machine = machine }
      return Attempt(
        setup.scenario.begin, on: machine, accessTracker, director: director, recorder: nil)
    }
    let recorder = setup.needsEvents ? RunRecorder() : nil
    let accessTracker = AccessTracker(
      undeclared: setup.scenario.accessing, watching: setup.watched, labels: labels,
      outside: setup.outside, recordsAccesses: director.needsAccessSets)
    let new = SimulatedMachine(
      observers: recorder.map { [$0] } ?? [], queues: setup.scenario.queues,
      accessTracker: accessTracker)
    if recorder == nil { state.withLock { $0.machine = new } }
    return Attempt(
      setup.scenario.begin, on: new, accessTracker, director: director, recorder: recorder)
  }

  /// Finishes a run that has blocked its thread permanently, counting it as a deadlock.
  func finishLostRun() {
    let attempt = state.withLock { state in
      if state.attempt == nil { state.tally.parked += 1 }
      defer { state.attempt = nil }
      return state.attempt
    }
    guard let attempt else { return }
    attempt.stopTracking()
    finish(attempt)
  }

  private func finish(_ attempt: Attempt) {
    let run = director.end()
    let parked = attempt.simulation.parkedWaits
    if parked > 0 { state.withLock { $0.tally.parked += parked } }
    if run.hasStrayed {
      return end(
        setup.repeatability(of: director.schedule, times: ExplorationSetup.manyTimes)
          ?? .notRepeatable("different steps were possible"))
    }
    if run.isPruned {
      attempt.stopTracking()
      state.withLock { $0.tally.pruned += 1 }
    } else if let coverage = count(attempt) {
      return end(coverage)
    }
    let hasNext = director.advance()
    state.withLock { state in
      state.tally.coverage = hasNext ? limits.reached(by: state.tally) : nil
      state.isOver = !hasNext || state.tally.coverage != nil
    }
  }

  private func end(_ coverage: Coverage) {
    state.withLock { state in
      state.tally.coverage = coverage
      state.isOver = true
    }
  }

  /// Counts a run that has ended. Returns the coverage if the exploration cannot continue.
  private func count(_ attempt: Attempt) -> Coverage? {
    let record = attempt.record
    var outcome = attempt.outcome(record)
    var order: [String]?
    if outcome.deadlock != nil {
      // Which job waits for which promise is known only from the events.
      let run = setup.scenario.run(
        director.schedule, steps: setup.budget.steps, watching: setup.invariants)
      outcome.deadlock = run.outcome.deadlock ?? outcome.deadlock
      outcome.account = run.outcome.account
      if run.outcome != outcome {
        return setup.difference(outcome, run.outcome, by: director.schedule)
      }
      order = handlerOrder(of: run.events)
      // This run has blocked as many threads as the first one.
      state.withLock { $0.tally.parked += attempt.simulation.parkedWaits }
    }
    let broken = broken(in: outcome, record.marks, attempt)
    if attempt.simulation.externalCalls > 0 { setup.outside.add() }
    let (number, isNew) = add(outcome, broken, record, order)
    if outcome.deadlock == nil, let coverage = compareAgain(outcome, record, number: number) {
      return coverage
    }
    if isNew, outcome.result == .neverSettled, outcome.deadlock == nil, !setup.outside.isAny,
      !setup.scenario.isSelfContained, attempt.receivesOutsideCalls()
    {
      setup.outside.add()
    }
    return nil
  }

  /// Adds a run to the tally. Returns its number, and whether its outcome is new.
  private func add(
    _ outcome: Exploration.Outcome, _ broken: [Invariant], _ record: AccessTracker.Record,
    _ order: [String]?
  ) -> (number: Int, isNew: Bool) {
    let key = Tally.Key(outcome, broken)
    return state.withLock { state in
      state.tally.orders.insert(record.order)
      if outcome.deadlock != nil { state.tally.deadlocks += 1 }
      if outcome.result == .neverSettled { state.tally.neverSettled += 1 }
      if outcome.isEndless { state.tally.hasEndlessRuns = true }
      if state.tally.count(key) { return (state.tally.schedules, false) }
      state.tally.add(
        Tally.Finding(
          outcome: outcome, broken: broken, count: 1, first: state.tally.schedules + 1,
          schedule: director.schedule, order: order))
      return (state.tally.schedules, true)
    }
  }

  /// Returns the expectations that do not hold in a run, except those that must hold only in some
  /// schedule.
  private func broken(in outcome: Exploration.Outcome, _ marks: [String], _ attempt: Attempt)
    -> [Invariant]
  {
    guard !setup.invariants.isEmpty else { return [] }
    lazy var run = NamedRun(attempt.events)
    let broken = setup.invariants.filter { !$0.holds(in: outcome, marks: marks) { run } }
    guard !setup.someExpectations.isEmpty else { return broken }
    state.withLock { $0.tally.unmet.formIntersection(broken) }
    return broken.filter { $0.scope != .some }
  }

  /// Repeats the first few schedules, and ever fewer of the later ones, because a run may have
  /// reached a known outcome by chance.
  private func compareAgain(
    _ outcome: Exploration.Outcome, _ record: AccessTracker.Record, number: Int
  ) -> Coverage? {
    let isSample = number >= 8 && number & (number - 1) == 0
    let times = isFirst && number <= 8 ? 3 : isSample ? 1 : 0
    guard times > 0 else { return nil }
    let schedule = director.schedule
    for _ in 0..<times {
      let twin = Attempt(
        setup.scenario, replaying: schedule, watching: setup.watched, labels: labels)
      twin.run(steps: setup.budget.steps)
      guard twin.outcome == outcome, twin.record.order == record.order,
        twin.simulation.schedule.choices.count == schedule.choices.count
      else { return setup.difference(outcome, twin.outcome, by: schedule) }
    }
    return nil
  }
}
