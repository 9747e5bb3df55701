import PromiseSimulation

extension Exploration {
  /// A schedule breaks what was expected; thrown by ``Simulation/Scenario/verify(_:within:search:)``.
  ///
  /// Its description tells what is needed to see it again: what broke, the cause, the schedule and its
  /// token. Swift Testing and XCTest print it where the error leaves a test.
  ///
  /// ```swift
  /// do {
  ///   try scenario.verify(.result("4"))
  /// } catch let failure as Exploration.ScheduleFailure {
  ///   print(failure.finding?.outcome.result ?? .none)
  /// }
  /// // Prints "3"
  /// ```
  public struct ScheduleFailure: Error, Sendable {
    /// The outcome that breaks an expectation; none where the exploration could not say that all hold.
    public let finding: Exploration.Finding?
    /// The smallest difference to a run that breaks none; none where every schedule breaks one.
    public let difference: Exploration.Difference?
    /// Everything that was found.
    public let exploration: Exploration
    /// What is wrong, in a few lines.
    public let description: String
  }
}

extension ScheduleFailure: CustomStringConvertible {}

extension Scenario {
  /// Explores the scenario, and throws if any schedule breaks what is expected.
  ///
  /// In a test of your own package, of Swift Testing or XCTest alike:
  ///
  /// ```swift
  /// func savesBeforeItRenders() throws {
  ///   let scenario = Simulation.Scenario("checkout", queues: [.serial("disk")]) {
  ///     firstly { login() }.then { token in fetch(token) }.done { items in show(items) }
  ///   }
  ///   try scenario.verify(.never(.deadlock), .never(.unhandledRejection))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - expectations: What must hold in every schedule.
  ///   - budget: How long it goes on.
  ///   - search: How the schedules are chosen. Where it is exhaustive, an exploration that hits a bound
  ///     before it has seen every schedule is a failure too.
  /// - Returns: What was found.
  /// - Throws: ``Exploration/ScheduleFailure``, with the smallest schedule that breaks an expectation.
  @discardableResult
  public func verify(
    _ expectations: Exploration.Invariant...,
    within budget: Exploration.Budget = Exploration.Budget(),
    search: Exploration.Search = .exhaustive
  ) throws -> Exploration {
    let exploration = explore(search, within: budget, expecting: expectations)
    if let failure = exploration.failure { throw fault(failure, in: exploration) }
    try refuseUnlessCovered(exploration)
    return exploration
  }

  /// Explores the scenario, and throws if `holds` answers false for the outcome of any schedule.
  ///
  /// ```swift
  /// let scenario = Simulation.Scenario("notes") { fetch(token).done { items in PromiseTrace.note("\(items.count)") } }
  /// try scenario.verify { outcome in outcome.notes == ["3"] }
  /// ```
  ///
  /// - Throws: ``Exploration/ScheduleFailure``, with the smallest schedule that comes to such an outcome.
  @discardableResult
  public func verify(
    within budget: Exploration.Budget = Exploration.Budget(),
    search: Exploration.Search = .exhaustive,
    _ holds: (Exploration.Outcome) -> Bool
  ) throws -> Exploration {
    let exploration = explore(search, within: budget)
    if let failure = exploration.findings.first(where: { !holds($0.outcome) }) {
      throw fault(failure, in: exploration)
    }
    try refuseUnlessCovered(exploration)
    return exploration
  }

  private func fault(_ finding: Exploration.Finding, in exploration: Exploration)
    -> ScheduleFailure
  {
    let difference = smallestDifference(to: finding, in: exploration)
    let schedule = difference?.failing.schedule.withoutFirstsAtEnd ?? finding.schedule
    var lines = [
      finding.broken.isEmpty
        ? "a schedule of '\(name)' comes to an outcome that does not hold"
        : "a schedule of '\(name)' breaks: "
          + finding.broken.map { "\($0)" }.joined(separator: "; ")
    ]
    lines.append("  outcome: \(difference?.failing.outcome ?? finding.outcome)")
    if let difference {
      lines.append("  instead of: \(difference.passing.outcome)")
      lines.append("  cause: \(difference.cause)")
    } else {
      lines.append("  every schedule does")
    }
    lines.append("  schedule: \(schedule.choices), token \(ScheduleToken(schedule, of: self))")
    lines.append(
      "  \(finding.count) of \(exploration.schedules) schedules; \(exploration.coverage)")
    return ScheduleFailure(
      finding: finding, difference: difference, exploration: exploration,
      description: lines.joined(separator: "\n"))
  }

  /// What was not covered cannot be said to hold.
  private func refuseUnlessCovered(_ exploration: Exploration) throws {
    if case .random = exploration.search,
      [.scheduleLimit, .timeLimit].contains(exploration.coverage)
    {
      return
    }
    guard !exploration.coverage.isExhaustive else { return }
    throw ScheduleFailure(
      finding: nil, difference: nil, exploration: exploration,
      description:
        "'\(name)' was not covered: \(exploration.coverage), after \(exploration.schedules) schedules"
    )
  }
}
