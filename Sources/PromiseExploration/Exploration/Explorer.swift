import PromiseKitLite
import PromiseSimulation
import Synchronization

/// One exploration in progress.
final class Explorer: Sendable {
  private let scenario: Scenario
  private let budget: Budget
  private let invariants: [Invariant]
  private let watched: Set<String>
  /// A Boolean value that indicates whether some expectations need to hold in only one schedule.
  private let hasSomeExpectations: Bool
  private let director: SearchDirector
  private let labels = QueueLabels()
  private let outside = OutsideCount()
  private let start = ContinuousClock.now
  private let state: Mutex<State>

  fileprivate struct State {
    var exploration: Exploration
    /// Expectations that must hold in some schedule, and have held in none so far.
    var unmet: [Invariant] = []
    /// The indices of the findings by their keys.
    var places: [Key: Int] = [:]
    var orders: Set<UInt64> = []
    var hasBegun = false
    var hasEndlessRuns = false
    /// The number of lost threads.
    var parked = 0
    /// The current run.
    var attempt: Attempt?
  }

  /// What distinguishes findings: the outcome, and the expectations that it breaks.
  fileprivate struct Key: Hashable {
    var outcome: Exploration.Outcome
    var broken: [Invariant]
  }

  /// The maximum number of threads that may be lost.
  private static let mostParked = 64

  init(_ scenario: Scenario, _ search: Search, _ budget: Budget, _ invariants: [Invariant]) {
    self.scenario = scenario
    self.budget = budget
    self.invariants = invariants
    watched = invariants.watched
    let search = search == .exhaustive && invariants.needEveryOrder ? .unreduced : search
    director = SearchDirector(search)
    var exploration = Exploration(search: search, accessing: scenario.accessing)
    exploration.stepLimit = budget.steps
    let someExpectations = invariants.filter { $0.scope == .some }
    hasSomeExpectations = !someExpectations.isEmpty
    state = Mutex(State(exploration: exploration, unmet: someExpectations))
  }

  /// The results so far.
  var exploration: Exploration {
    state.withLock { state in
      state.exploration.orders = state.orders.count
      state.exploration.steps = director.steps
      state.exploration.duration = .now - start
      return state.exploration
    }
  }

  /// Stops the exploration.
  func stop(_ coverage: Coverage) {
    state.withLock { state in
      guard state.exploration.coverage == .running else { return }
      state.exploration.coverage = coverage
      for place in state.exploration.findings.indices {
        state.exploration.findings[place].broken += state.unmet
      }
    }
  }

  /// Runs schedules for the given time, or until the exploration has ended.
  func run(for interval: Duration) {
    if !state.withLock({ $0.hasBegun }) {
      state.withLock { $0.hasBegun = true }
      if let coverage = repeatability(of: []) { stop(coverage) }
    }
    let end = ContinuousClock.now + interval
    while state.withLock({ $0.exploration.coverage == .running }) {
      if let coverage = runOnce() { return stop(coverage) }
      let now = ContinuousClock.now
      if now - start >= budget.duration { return stop(.timeLimit) }
      if now >= end { return }
    }
  }

  /// Runs one schedule. Returns the coverage if it was the last one.
  private func runOnce() -> Coverage? {
    let attempt = Attempt(
      scenario, director: director, recorder: invariants.needEvents ? RunRecorder() : nil,
      watching: watched, labels: labels, outside: outside)
    state.withLock { $0.attempt = attempt }
    attempt.run(steps: budget.steps)
    state.withLock { $0.attempt = nil }
    return finish(attempt)
  }

  /// Finishes a run that has blocked its thread permanently, counting it as a deadlock.
  func finishLostRun() {
    let attempt = state.withLock { state in
      if state.attempt == nil { state.parked += 1 }
      defer { state.attempt = nil }
      return state.attempt
    }
    attempt?.stopTracking()
    if let attempt, let coverage = finish(attempt) { stop(coverage) }
  }

  private func finish(_ attempt: Attempt) -> Coverage? {
    let run = director.end()
    state.withLock { $0.parked += attempt.simulation.parkedWaits }
    if run.hasStrayed {
      return repeatability(of: run.schedule, times: Self.manyTimes)
        ?? .notRepeatable("different steps were possible")
    }
    if run.isPruned {
      attempt.stopTracking()
      state.withLock { $0.exploration.pruned += 1 }
    } else if let coverage = count(attempt, by: run.schedule) {
      return coverage
    }
    return state.withLock { state in
      if !run.hasNext {
        return outside.isAny
          ? .outsideCalls : state.hasEndlessRuns ? .stepLimit : .exhaustive
      }
      if state.parked >= Self.mostParked { return .parkedThreads }
      return state.exploration.schedules >= budget.schedules ? .scheduleLimit : nil
    }
  }

  /// Counts a run that has ended. Returns the coverage if the exploration cannot continue.
  private func count(_ attempt: Attempt, by schedule: Schedule) -> Coverage? {
    let record = attempt.record
    var outcome = attempt.outcome
    var again: ScheduledRun?
    if outcome.deadlock != nil {
      // Which job waits for which promise is known only from the events.
      let run = scenario.run(schedule, steps: budget.steps, watching: invariants)
      outcome.deadlock = run.outcome.deadlock ?? outcome.deadlock
      outcome.translations = run.outcome.translations
      again = run
      // This run has blocked as many threads as the first one.
      state.withLock { $0.parked += attempt.simulation.parkedWaits }
    }
    let broken = broken(in: outcome, record.marks, attempt)
    let key = Key(outcome: outcome.unnumbered, broken: broken)
    if attempt.simulation.externalCalls > 0 { outside.add() }
    let number = state.withLock { $0.count(outcome, key, record) }
    if outcome.deadlock == nil, let coverage = compareAgain(outcome, record, by: schedule) {
      return coverage
    }
    guard let number else { return nil }
    if outcome.result == .neverSettled, outcome.deadlock == nil, attempt.receivesOutsideCalls() {
      outside.add()
    }
    let run = again ?? scenario.runHere(schedule, steps: budget.steps, watching: invariants)
    if run.outcome != outcome { return difference(outcome, run.outcome, by: schedule) }
    let finding = Exploration.Finding(
      outcome: outcome, count: 1, first: number, schedule: schedule,
      token: ScheduleToken(schedule, of: scenario), order: handlerOrder(of: run.events),
      broken: broken)
    state.withLock { state in
      state.places[key] = state.exploration.findings.count
      state.exploration.findings.append(finding)
    }
    return nil
  }

  /// Returns the expectations that do not hold in a run, except those that must hold only in some
  /// schedule.
  private func broken(in outcome: Exploration.Outcome, _ marks: [String], _ attempt: Attempt)
    -> [Invariant]
  {
    lazy var run = NamedRun(attempt.events)
    let broken = invariants.filter { !$0.holds(in: outcome, marks: marks) { run } }
    guard hasSomeExpectations else { return broken }
    state.withLock { $0.unmet.removeAll { !broken.contains($0) } }
    return broken.filter { $0.scope != .some }
  }

  /// Repeats the first few schedules, and ever fewer of the later ones, because a run may have
  /// reached a known outcome by chance.
  private func compareAgain(
    _ outcome: Exploration.Outcome, _ record: AccessTracker.Record, by schedule: Schedule
  ) -> Coverage? {
    let number = state.withLock { $0.exploration.schedules }
    let isSample = number & (number - 1) == 0
    for _ in 0..<(number <= 8 ? 3 : isSample ? 1 : 0) {
      let twin = Attempt(scenario, replaying: schedule, watching: watched, labels: labels)
      twin.run(steps: budget.steps)
      guard twin.outcome == outcome, twin.record.order == record.order,
        twin.simulation.schedule.choices.count == schedule.choices.count
      else { return difference(outcome, twin.outcome, by: schedule) }
    }
    return nil
  }

  /// Describes how a schedule led to two different outcomes, or to the same outcome with other
  /// handlers.
  private func difference(
    _ outcome: Exploration.Outcome, _ other: Exploration.Outcome, by schedule: Schedule
  ) -> Coverage {
    if outside.isAny { return .outsideCalls }
    return repeatability(of: schedule, times: Self.manyTimes)
      ?? .notRepeatable(
        outcome == other
          ? "the same schedule ran other handlers"
          : "\(outcome), and \(other) with the same schedule")
  }

  /// Runs a schedule, and repeats it at most the given number of times. Returns how the runs
  /// differ, if they do.
  private func repeatability(of schedule: Schedule, times: Int = 1) -> Coverage? {
    let first = scenario.run(schedule, steps: budget.steps).events
    for _ in 0..<times {
      let other = scenario.run(schedule, steps: budget.steps).events
      if let what = firstDifference(between: first, and: other) { return .notRepeatable(what) }
    }
    return nil
  }

  /// How often to repeat a schedule that is known not to be repeatable.
  private static let manyTimes = 12
}

extension Explorer.State {
  /// Counts a run. Returns its number if its outcome is new.
  fileprivate mutating func count(
    _ outcome: Exploration.Outcome, _ key: Explorer.Key, _ record: AccessTracker.Record
  ) -> Int? {
    exploration.schedules += 1
    orders.insert(record.order)
    if outcome.deadlock != nil { exploration.deadlocks += 1 }
    if outcome.result == .neverSettled { exploration.neverSettled += 1 }
    if outcome.isEndless { hasEndlessRuns = true }
    guard let place = places[key] else { return exploration.schedules }
    exploration.findings[place].count += 1
    return nil
  }
}

/// Returns a description of the first event that differs between two runs of the same schedule;
/// `nil` if they are equal.
func firstDifference(between first: [PromiseEvent], and second: [PromiseEvent]) -> String? {
  for (a, b) in zip(first, second) where a != b {
    return "event \(a.sequence) was \(a), but \(b) when run again"
  }
  if first.count == second.count { return nil }
  let more = first.count > second.count ? first : second
  let event = more[min(first.count, second.count)]
  let which = first.count > second.count ? "second" : "first"
  return "event \(event.sequence), \(event), did not happen in the \(which) run"
}

/// Returns the names of the handlers that ran, in the order in which they started.
func handlerOrder(of events: [PromiseEvent]) -> [String] {
  var labels: [PromiseID: String] = [:]
  var jobs: [JobID: String] = [:]
  var order: [String] = []
  for event in events {
    switch event.kind {
    case .created(let creation): labels[creation.promise] = creation.label
    case .jobEnqueued(let job, _, _, let label): jobs[job] = label
    case .jobStarted(let job, let child, _):
      order.append(child.flatMap { labels[$0] } ?? jobs[job] ?? child.map { "\($0)" } ?? "\(job)")
    case .bodyStarted, .bodyEnded, .handlerAttached, .jobEnded, .touched, .handlerSkipped,
      .adopted, .settled, .resolutionIgnored, .inputAdded, .inputSettled, .inputIgnored,
      .errorHandled, .errorUnhandled, .deallocated, .waitBegan, .waitEnded, .awaitBegan,
      .awaitEnded, .cancelRequested, .timerScheduled, .timerFired, .timerCancelled, .choiceMade,
      .queueDeclared, .threadNamed, .note, .sourceText, .intervened, .dropped:
      break
    }
  }
  return order
}
