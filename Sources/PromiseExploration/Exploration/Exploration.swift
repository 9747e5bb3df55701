import PromiseGraph
public import PromiseKitLite
public import PromiseSimulation

/// The result of an exploration: the outcomes, how often and by which schedules they occurred, and
/// what was covered.
///
/// ```swift
/// let exploration = scenario.explore()
/// for finding in exploration.findings { print(finding.outcome, exploration.share(of: finding)) }
/// print(exploration.coverage)
/// // Prints "3 1.0"
/// // Prints "exhaustive, no limit hit"
/// ```
public struct Exploration: Hashable, Sendable {
  /// The outcomes, in order of discovery.
  public var findings: [Finding] = []
  /// The number of schedules that were run to their end.
  public var schedules = 0
  /// The number of runs that were abandoned because the rest of them could only repeat what had
  /// been seen.
  public var pruned = 0
  /// The number of different orders of handlers that were tried. With the reduction, others are
  /// possible, which differ only in the order of independent handlers.
  public var orders = 0
  /// The total number of steps of all runs.
  public var steps = 0
  /// The number of schedules that ended in a deadlock.
  public var deadlocks = 0
  /// The number of schedules in which the final promise never settled.
  public var neverSettled = 0
  /// What was covered.
  public var coverage = Exploration.Coverage.running
  /// How the schedules were chosen.
  public var search: Exploration.Search
  /// What state handlers access if they declare nothing themselves.
  public var accessing: DeclaredAccess
  /// The duration of the exploration.
  public var duration = Duration.zero
  /// The maximum number of steps of a run, after which it counted as endless.
  var stepLimit = Budget().steps

  /// One outcome.
  ///
  /// ```swift
  /// if let failure = scenario.explore(expecting: [.never(.rejection)]).failure {
  ///   print(failure.outcome, failure.token)
  /// }
  /// ```
  public struct Finding: Hashable, Sendable {
    /// The outcome, as far as it can be observed.
    public var outcome: Exploration.Outcome
    /// The number of schedules with this outcome.
    public var count: Int
    /// The number of the first of these schedules, from 1.
    public var first: Int
    /// The first of these schedules.
    public var schedule: Simulation.Schedule
    /// The schedule as text, including the scenario that it is for.
    public var token: Simulation.ScheduleToken
    /// The handlers in the first of these schedules, in the order in which they ran.
    public var order: [String]
    /// The expectations that the outcome breaks.
    public var broken: [Exploration.Invariant]
  }

  /// Returns the fraction of the schedules that led to `finding`, from 0 to 1.
  public func share(of finding: Finding) -> Double {
    schedules == 0 ? 0 : Double(finding.count) / Double(schedules)
  }

  /// The first outcome that breaks an expectation; `nil` if all expectations hold.
  public var failure: Finding? { findings.first { !$0.broken.isEmpty } }

  init(search: Search, accessing: DeclaredAccess) {
    self.search = search
    self.accessing = accessing
  }
}

extension Exploration {
  /// How an exploration chooses its schedules.
  ///
  /// ```swift
  /// let exploration = scenario.explore(.random(seed: 7))
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Search: Hashable, Sendable {
    /// Every schedule, depth first; of schedules that differ only in the order of independent
    /// steps, only one (sleep sets: Godefroid, 1996).
    case exhaustive
    /// Every schedule, depth first.
    case unreduced
    /// Random schedules: a uniform choice wherever several steps are possible. The same seed gives
    /// the same schedules.
    case random(seed: UInt64)
  }
}

extension Exploration {
  /// The limits of an exploration.
  ///
  /// ```swift
  /// let exploration = scenario.explore(within: .init(schedules: 10_000, duration: .seconds(5)))
  /// print(exploration.coverage.isExhaustive)
  /// // Prints "true"
  /// ```
  public struct Budget: Hashable, Sendable {
    /// The maximum number of schedules.
    public var schedules: Int
    /// The maximum duration.
    public var duration: Duration
    /// The maximum number of steps of a run, after which it counts as endless.
    public var steps: Int

    /// Creates a budget; by default a million schedules, one minute, and 10,000 steps per run.
    ///
    /// ```swift
    /// let exploration = scenario.explore(within: Exploration.Budget(schedules: 10_000))
    /// ```
    public init(
      schedules: Int = 1_000_000, duration: Duration = .seconds(60), steps: Int = 10_000
    ) {
      self.schedules = schedules
      self.duration = duration
      self.steps = steps
    }
  }
}

extension Exploration {
  /// How much of the schedules an exploration has covered.
  ///
  /// ```swift
  /// let coverage = scenario.explore().coverage
  /// if !coverage.isExhaustive { print("not every schedule was run:", coverage) }
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Coverage: Hashable, Sendable {
    /// The exploration is in progress.
    case running
    /// Every schedule was run, and no limit was reached.
    case exhaustive
    /// The limit of schedules was reached.
    case scheduleLimit
    /// The time limit was reached.
    case timeLimit
    /// The exploration was stopped.
    case stopped
    /// Every schedule was run, but some runs were stopped at the limit of steps.
    case stepLimit
    /// Every schedule was run, but something came from outside the simulation, which no schedule
    /// contains.
    case outsideCalls
    /// The exploration stopped because too many threads were lost to waits that never end.
    case parkedThreads
    /// The scenario behaved differently when it was run again; the value describes the difference.
    case notRepeatable(String)
  }
}

extension Coverage: CustomStringConvertible {
  /// `exhaustive, no limit hit`
  public var description: String { text(in: .english) }

  /// A Boolean value that indicates whether every schedule was covered.
  public var isExhaustive: Bool { self == .exhaustive }
}

// The names that this package uses for the types in the two namespaces. A program that imports the
// module does not see them, so it can have a `Search` or an `Outcome` of its own.

package typealias Budget = Exploration.Budget
package typealias Coverage = Exploration.Coverage
package typealias Difference = Exploration.Difference
package typealias Invariant = Exploration.Invariant
package typealias RunLine = Exploration.RunLine
package typealias ScheduleFailure = Exploration.ScheduleFailure
package typealias ScheduledRun = Exploration.ScheduledRun
package typealias Search = Exploration.Search

package typealias Scenario = Simulation.Scenario
package typealias ScheduleToken = Simulation.ScheduleToken
