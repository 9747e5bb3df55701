public import PromiseKitLite
public import PromiseSimulation

/// What an exploration has found: the outcomes, how often, by which schedules, and what was covered.
///
/// ```swift
/// let exploration = scenario.explore()
/// for finding in exploration.findings { print(finding.outcome, exploration.share(of: finding)) }
/// print(exploration.coverage)
/// // Prints "3 1.0"
/// // Prints "exhaustive, no bound hit"
/// ```
public struct Exploration: Hashable, Sendable {
  /// The outcomes, in the order in which they were found.
  public var findings: [Finding] = []
  /// How many schedules were run to their end.
  public var schedules = 0
  /// How many runs were given up because what was left of them could only repeat what had been seen.
  public var pruned = 0
  /// How many orders of handlers were seen. With the reduction, orders that come to the same are not all
  /// tried.
  public var orders = 0
  /// How many steps all runs took together.
  public var steps = 0
  /// How many of the schedules came to a deadlock.
  public var deadlocks = 0
  /// In how many of the schedules the promise at the end never settled.
  public var neverSettled = 0
  /// What was covered.
  public var coverage = Exploration.Coverage.running
  /// How the schedules were chosen.
  public var search: Exploration.Search
  /// What handlers touch that declare nothing themselves.
  public var accessing: DeclaredAccess
  /// How long it took.
  public var duration = Duration.zero
  /// The most steps that a run took before it counted as endless.
  var stepLimit = Budget().steps

  /// One outcome.
  ///
  /// ```swift
  /// if let failure = scenario.explore(expecting: [.never(.rejection)]).failure {
  ///   print(failure.outcome, failure.token)
  /// }
  /// ```
  public struct Finding: Hashable, Sendable {
    /// What can be observed.
    public var outcome: Exploration.Outcome
    /// How many of the schedules that were run came to it.
    public var count: Int
    /// The number of the first of these, from 1.
    public var first: Int
    /// The first of these.
    public var schedule: Simulation.Schedule
    /// The schedule as a text that says which scenario it is for.
    public var token: Simulation.ScheduleToken
    /// The handlers of the first of these, in the order in which they ran.
    public var order: [String]
    /// The expectations that it breaks.
    public var broken: [Exploration.Invariant]
  }

  /// The part of the schedules that came to `finding`, from 0 to 1.
  public func share(of finding: Finding) -> Double {
    schedules == 0 ? 0 : Double(finding.count) / Double(schedules)
  }

  /// The first outcome that breaks an expectation; none if all hold.
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
    /// Every schedule, depth first; of those that differ only in the order of steps that have nothing to
    /// do with each other, one (sleep sets: Godefroid, 1996).
    case exhaustive
    /// Every schedule, depth first.
    case unreduced
    /// Schedules at random: a uniform choice wherever several things can happen. The same seed chooses the
    /// same ones.
    case random(seed: UInt64)
  }
}

extension Exploration {
  /// How long an exploration goes on.
  ///
  /// ```swift
  /// let exploration = scenario.explore(within: .init(schedules: 10_000, duration: .seconds(5)))
  /// print(exploration.coverage.isExhaustive)
  /// // Prints "true"
  /// ```
  public struct Budget: Hashable, Sendable {
    /// The most schedules that are run.
    public var schedules: Int
    /// The longest that it takes.
    public var duration: Duration
    /// The most steps that one run takes before it counts as endless.
    public var steps: Int

    /// A budget; a million schedules, a minute, and 10,000 steps a run, unless you say otherwise.
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
  /// What an exploration has covered.
  ///
  /// ```swift
  /// let coverage = scenario.explore().coverage
  /// if !coverage.isExhaustive { print("not every schedule was run:", coverage) }
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Coverage: Hashable, Sendable {
    /// It is going on.
    case running
    /// Every schedule, and no bound was hit.
    case exhaustive
    /// It has run as many schedules as it was allowed to.
    case scheduleLimit
    /// It took as long as it was allowed to.
    case timeLimit
    /// It was told to stop.
    case stopped
    /// Every schedule up to the bounds: some runs were stopped at their limit of steps.
    case stepLimit
    /// Every schedule, but something came from outside the simulation, which no schedule contains.
    case outsideCalls
    /// So many waits could not end and hold a thread each that it went no further.
    case parkedThreads
    /// The scenario did not do the same again: what it did otherwise.
    case notRepeatable(String)
  }
}

extension Coverage: CustomStringConvertible {
  /// `exhaustive, no bound hit`
  public var description: String {
    switch self {
    case .running: "going on"
    case .exhaustive: "exhaustive, no bound hit"
    case .scheduleLimit: "stopped at the limit of schedules"
    case .timeLimit: "stopped at the limit of time"
    case .stopped: "stopped by hand"
    case .stepLimit: "every schedule, but endless runs were stopped at the limit of steps"
    case .outsideCalls: "not exhaustive: something came from outside the simulation"
    case .parkedThreads: "stopped: too many guarantees are waited for that never settle"
    case .notRepeatable(let difference): "stopped: the scenario is not deterministic: \(difference)"
    }
  }

  /// Every schedule was covered.
  public var isExhaustive: Bool { self == .exhaustive }
}

// The names by which this package calls what the two namespaces hold. A program that imports the
// module gets none of them, so that it may have a `Search` or an `Outcome` of its own.

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
