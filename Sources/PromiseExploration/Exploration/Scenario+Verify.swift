import PromiseSimulation

extension Exploration {
  /// A schedule that breaks an expectation; thrown by
  /// ``PromiseSimulation/Simulation/Scenario/verify(_:within:search:)``.
  ///
  /// Its description contains what is needed to reproduce it: what broke, the cause, the schedule,
  /// and its token. Swift Testing and XCTest print it if the error leaves a test.
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
    /// The outcome that breaks an expectation; `nil` if the exploration could not establish that
    /// all hold.
    public let finding: Exploration.Finding?
    /// The smallest difference from a run that breaks none; `nil` if every schedule breaks one.
    public let difference: Exploration.Difference?
    /// The results of the exploration.
    public let exploration: Exploration
    /// A description of the failure in a few lines.
    public let description: String
  }
}

extension ScheduleFailure: CustomStringConvertible {}

extension Scenario {
  /// Explores the scenario, and throws an error if any schedule breaks an expectation.
  ///
  /// In a test of your own package, with Swift Testing or XCTest:
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
  ///   - budget: The limits of the exploration.
  ///   - search: How the schedules are chosen. An exhaustive exploration that reaches a limit
  ///     before it has run every schedule also fails.
  /// - Returns: The results of the exploration.
  /// - Throws: ``Exploration/ScheduleFailure``, with the smallest schedule that breaks an expectation.
  @discardableResult
  public func verify(
    _ expectations: Exploration.Invariant...,
    within budget: Exploration.Budget = Exploration.Budget(),
    search: Exploration.Search = .exhaustive
  ) throws -> Exploration {
    let exploration = explore(search, within: budget, expecting: expectations)
    if let failure = exploration.failure { throw scheduleFailure(failure, in: exploration) }
    try throwUnlessCovered(exploration)
    return exploration
  }

  /// Explores the scenario, and throws an error if `holds` returns false for the outcome of any
  /// schedule.
  ///
  /// ```swift
  /// let scenario = Simulation.Scenario("notes") { fetch(token).done { items in PromiseTrace.note("\(items.count)") } }
  /// try scenario.verify { outcome in outcome.notes == ["3"] }
  /// ```
  ///
  /// - Throws: ``Exploration/ScheduleFailure``, with the smallest schedule that leads to such an
  ///   outcome.
  @discardableResult
  public func verify(
    within budget: Exploration.Budget = Exploration.Budget(),
    search: Exploration.Search = .exhaustive,
    _ holds: (Exploration.Outcome) -> Bool
  ) throws -> Exploration {
    let exploration = explore(search, within: budget)
    if let failure = exploration.findings.first(where: { !holds($0.outcome) }) {
      throw scheduleFailure(failure, in: exploration)
    }
    try throwUnlessCovered(exploration)
    return exploration
  }

  private func scheduleFailure(_ finding: Exploration.Finding, in exploration: Exploration)
    -> ScheduleFailure
  {
    let difference = smallestDifference(to: finding, in: exploration)
    let schedule = difference?.failing.schedule.withoutFirstsAtEnd ?? finding.schedule
    var lines = [
      finding.broken.isEmpty
        ? "a schedule of '\(name)' has an outcome that was not expected"
        : "a schedule of '\(name)' violates: "
          + finding.broken.map { "\($0)" }.joined(separator: "; ")
    ]
    lines.append("  outcome: \(difference?.failing.outcome ?? finding.outcome)")
    if let difference {
      lines.append("  instead of: \(difference.passing.outcome)")
      lines.append("  cause: \(difference.cause)")
    } else {
      lines.append("  in every schedule")
    }
    lines.append("  schedule: \(schedule.choices), token \(ScheduleToken(schedule, of: self))")
    lines.append(
      "  \(finding.count) of \(exploration.schedules) schedules; \(exploration.coverage)")
    return ScheduleFailure(
      finding: finding, difference: difference, exploration: exploration,
      description: lines.joined(separator: "\n"))
  }

  /// Throws if the exploration was not complete, since expectations may not hold in what was not
  /// covered.
  private func throwUnlessCovered(_ exploration: Exploration) throws {
    if case .random = exploration.search,
      [.scheduleLimit, .timeLimit].contains(exploration.coverage)
    {
      return
    }
    guard !exploration.coverage.isExhaustive else { return }
    throw ScheduleFailure(
      finding: nil, difference: nil, exploration: exploration,
      description:
        "'\(name)' was not fully explored: \(exploration.coverage), "
        + "after \(exploration.schedules) schedules"
    )
  }
}
