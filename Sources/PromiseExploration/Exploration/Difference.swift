package import PromiseGraph
public import PromiseKitLite
public import PromiseSimulation

extension Exploration {
  /// Two schedules that differ in one choice, where one leads to the wanted outcome and the other
  /// does not.
  ///
  /// This does not compare what two runs did: it finds the choice that leads to one or the other
  /// outcome, by running the scenario until only one choice is left.
  ///
  /// The schedules are equal up to that choice, where the runs choose differently; after it, both
  /// take the first possible choice.
  ///
  /// ```swift
  /// let exploration = scenario.explore()
  /// if let first = exploration.findings.first,
  ///   let difference = scenario.smallestDifference(to: first, in: exploration)
  /// {
  ///   print(difference.cause)
  ///   for line in difference.failingLines { print(line.time, line.queue ?? "-", line.text) }
  /// }
  /// ```
  public struct Difference: Sendable {
    /// The run with the wanted outcome.
    public let passing: Exploration.ScheduledRun
    /// The run without it.
    public let failing: Exploration.ScheduledRun
    /// The index of the choice in both schedules.
    public let place: Int
    /// What could happen there, in order.
    public let options: [Simulation.Choice]
    /// How many choices, up to and including this one, are not the first possible choice.
    public let deviations: Int
    /// How many there were in the original schedule.
    public let deviationsBefore: Int
    /// The number of runs that it took to find the difference.
    public let replays: Int
    /// Why the choice matters, as a sentence: "C may run before A because both hop to main from
    /// different queues".
    public let cause: String
    /// The expectations that the original schedule breaks.
    let broken: [Invariant]

    /// The passing run as lines of text.
    public var passingLines: [Exploration.RunLine] { passing.lines(decisive: place) }
    /// The failing run as lines of text.
    public var failingLines: [Exploration.RunLine] { failing.lines(decisive: place) }

    /// Returns why the choice matters, as a sentence in `language`.
    package func cause(in language: Language) -> String {
      Cause(passing: passing, failing: failing, place: place, broken: broken, language: language)
        .text
    }

    /// Returns the passing run as lines of text in `language`.
    package func passingLines(in language: Language) -> [Exploration.RunLine] {
      passing.lines(decisive: place, language: language)
    }

    /// Returns the failing run as lines of text in `language`.
    package func failingLines(in language: Language) -> [Exploration.RunLine] {
      failing.lines(decisive: place, language: language)
    }
  }
}

extension Scenario {
  /// Finds the schedule that leads to `finding` and differs least from one that does not: in one
  /// choice.
  ///
  /// ```swift
  /// let exploration = scenario.explore(expecting: [.before("save", "render")])
  /// if let failure = exploration.failure,
  ///   let difference = scenario.smallestDifference(to: failure, in: exploration)
  /// {
  ///   print(difference.cause)
  /// }
  /// ```
  ///
  /// Wanted are the expectations that `finding` breaks or, if it breaks none, any other outcome.
  /// Both runs are repeated before they are returned.
  ///
  /// - Parameters:
  ///   - finding: One of the findings.
  ///   - exploration: The exploration that it is from.
  ///   - replays: The maximum number of runs, fifty by default.
  /// - Returns: The two runs; `nil` if every schedule has the same outcome.
  ///
  /// Complexity: O(log n) runs to find the choice among n choices, and the remaining runs to leave
  /// out earlier choices that do not matter.
  public func smallestDifference(
    to finding: Exploration.Finding, in exploration: Exploration, replays: Int = 50
  ) -> Exploration.Difference? {
    var search = DifferenceSearch(
      self, to: finding, atMost: replays, steps: exploration.stepLimit)
    return search.run(among: exploration.findings)
  }
}
