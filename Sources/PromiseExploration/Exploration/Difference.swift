public import PromiseKitLite
public import PromiseSimulation

extension Exploration {
  /// Two schedules that differ in one choice, of which one comes to what is wanted and the other does not.
  ///
  /// This is no comparison of what two runs did: it asks for the choice that leads to one or the other, and
  /// runs the scenario until there is only one left.
  ///
  /// Where the schedules go apart the one run takes the one choice and the other the other; before that
  /// they are the same, and after it both take the first of what is possible.
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
    /// The run that comes to what is wanted.
    public let passing: Exploration.ScheduledRun
    /// The run that does not.
    public let failing: Exploration.ScheduledRun
    /// The place of the choice in both schedules.
    public let place: Int
    /// What could happen there, in order.
    public let options: [Simulation.Choice]
    /// How many of the choices, of this one and those before, are not the first of what is possible.
    public let deviations: Int
    /// How many there were in the schedule that it was made from.
    public let deviationsBefore: Int
    /// How many runs it took to find it.
    public let replays: Int
    /// Why the choice matters, as a sentence: "C may run before A because both hop to main from different
    /// queues".
    public let cause: String

    /// The passing run in words.
    public var passingLines: [Exploration.RunLine] { passing.lines(decisive: place) }
    /// The failing run in words.
    public var failingLines: [Exploration.RunLine] { failing.lines(decisive: place) }
  }
}

extension Scenario {
  /// The schedule that comes to `finding` and differs least from one that does not: in one choice.
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
  /// What is wanted is that the expectations hold that `finding` breaks; if it breaks none, any other
  /// outcome. Both runs are replayed before they are answered.
  ///
  /// - Parameters:
  ///   - finding: One of what was found.
  ///   - exploration: What it is one of.
  ///   - replays: The most runs to try. Fifty, unless you say otherwise.
  /// - Returns: The two runs; none where every schedule comes to the same.
  ///
  /// Complexity: O(log n) runs to find the choice, in the number n of choices, and the rest to leave
  /// out choices before it that do not matter.
  public func smallestDifference(
    to finding: Exploration.Finding, in exploration: Exploration, replays: Int = 50
  ) -> Exploration.Difference? {
    var search = DifferenceSearch(
      self, to: finding, atMost: replays, steps: exploration.stepLimit)
    return search.run(among: exploration.findings)
  }
}
