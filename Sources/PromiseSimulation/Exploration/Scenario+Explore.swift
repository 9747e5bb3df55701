import PromiseKitLite

extension Scenario {
  /// Runs the scenario by one schedule after the other, and groups what can be observed.
  ///
  /// ```swift
  /// let exploration = scenario.explore()
  /// print(exploration.coverage, exploration.schedules)
  /// ```
  ///
  /// Exhaustive as long as everything that the scenario does goes through promises and simulated queues.
  /// Two steps are tried in both orders unless they have nothing to do with each other: steps of the
  /// library that share no promise and no queue, and handlers that declare what they touch
  /// (``PromiseKitLite/Dispatcher/touching(_:)``) and share none of it.
  ///
  /// - Parameters:
  ///   - search: How the schedules are chosen.
  ///   - budget: How long it goes on.
  ///   - expectations: What is to hold in every outcome; see ``Exploration/failure``.
  ///   - progress: Called now and then, at most some twenty times a second, on the calling thread, with
  ///     what was found so far. To answer false stops the exploration.
  /// - Returns: What was found.
  ///
  /// Complexity: the time of a run for each schedule; their number is exponential in the number of steps
  /// that have to do with each other.
  public func explore(
    _ search: Search = .exhaustive, within budget: Budget = Budget(),
    expecting expectations: [Invariant] = [], progress: (Exploration) -> Bool = { _ in true }
  ) -> Exploration {
    var explorer = Explorer(self, search, budget, expectations)
    return explorer.run(progress)
  }
}

/// One exploration, while it goes on.
struct Explorer {
  private let scenario: Scenario
  private let budget: Budget
  private let expectations: [Invariant]
  private let director: SearchDirector
  private var exploration: Exploration
  /// Where the findings are, by outcome.
  private var places: [Key: Int] = [:]
  private var orders: Set<UInt64> = []
  private var hasEndlessRuns = false
  private var outsideCalls = 0

  /// What tells one finding from another: what can be observed, and the order of the watched names.
  private struct Key: Hashable {
    var outcome: Outcome
    var broken: [Invariant]
  }

  init(
    _ scenario: Scenario, _ search: Search, _ budget: Budget, _ expectations: [Invariant]
  ) {
    self.scenario = scenario
    self.budget = budget
    self.expectations = expectations
    director = SearchDirector(search)
    exploration = Exploration(search: search, touching: scenario.touching)
  }

  /// Explores until there is nothing left, or a bound is hit, or `progress` says so.
  mutating func run(_ progress: (Exploration) -> Bool) -> Exploration {
    let clock = ContinuousClock()
    let start = clock.now
    var next = start.advanced(by: .milliseconds(50))
    exploration.coverage = repeatability(of: []) ?? .running
    while exploration.coverage == .running {
      let coverage = runOnce()
      let now = clock.now
      exploration.duration = now - start
      if let coverage {
        exploration.coverage = coverage
      } else if exploration.duration >= budget.duration {
        exploration.coverage = .timeLimit
      } else if now >= next {
        next = now.advanced(by: .milliseconds(50))
        exploration.orders = orders.count
        exploration.steps = director.steps
        if !progress(exploration) { exploration.coverage = .stopped }
      }
    }
    exploration.orders = orders.count
    exploration.steps = director.steps
    exploration.duration = clock.now - start
    return exploration
  }

  /// Runs one schedule. Answers what was covered if that was the last one.
  private mutating func runOnce() -> Coverage? {
    let attempt = Attempt(scenario, director: director, watching: expectations.watched)
    attempt.run(steps: budget.steps)
    let run = director.end()
    if run.hasStrayed {
      return repeatability(of: run.schedule) ?? .notRepeatable("other things were possible")
    }
    if run.isPruned {
      exploration.pruned += 1
    } else if let coverage = count(attempt, by: run.schedule) {
      return coverage
    }
    guard run.hasNext else {
      return outsideCalls > 0 ? .outsideCalls : hasEndlessRuns ? .stepLimit : .exhaustive
    }
    return exploration.schedules >= budget.schedules ? .scheduleLimit : nil
  }

  /// Counts a run that came to its end. Answers what was covered if the exploration cannot go on.
  private mutating func count(_ attempt: Attempt, by schedule: Schedule) -> Coverage? {
    let record = attempt.record
    let outcome = attempt.outcome
    exploration.schedules += 1
    orders.insert(record.order)
    if outcome.deadlock != nil { exploration.deadlocks += 1 }
    if outcome.result == .neverSettled { exploration.neverSettled += 1 }
    if outcome.isEndless { hasEndlessRuns = true }
    outsideCalls += attempt.simulation.externalCalls
    let broken = expectations.filter { !$0.holds(in: outcome, marks: record.marks) }
    let key = Key(outcome: outcome, broken: broken)
    if let place = places[key] {
      exploration.findings[place].count += 1
      return nil
    }
    let again = scenario.run(schedule, steps: budget.steps, watching: expectations)
    if again.outcome != outcome {
      return repeatability(of: schedule)
        ?? .notRepeatable("\(outcome), and by the same schedule \(again.outcome)")
    }
    places[key] = exploration.findings.count
    exploration.findings.append(
      Exploration.Finding(
        outcome: outcome, count: 1, first: exploration.schedules, schedule: schedule,
        token: ScheduleToken(schedule, of: scenario), order: handlerOrder(of: again.events),
        broken: broken))
    return nil
  }

  /// Runs a schedule twice. Answers how the runs differ, if they do.
  private func repeatability(of schedule: Schedule) -> Coverage? {
    let first = scenario.run(schedule, steps: budget.steps).events
    let second = scenario.run(schedule, steps: budget.steps).events
    return difference(between: first, and: second).map { .notRepeatable($0) }
  }
}
