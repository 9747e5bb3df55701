public import PromiseKitLite
public import PromiseSimulation

extension Simulation {
  /// A program whose schedules are explored: a closure, and the queues that it runs on.
  ///
  /// ```swift
  /// let scenario = Simulation.Scenario("checkout", queues: [.serial("disk")]) {
  ///   firstly { login() }.then { token in fetch(token) }.done { items in show(items) }
  /// }
  /// let exploration = scenario.explore()
  /// for finding in exploration.findings { print(finding.count, finding.outcome, finding.schedule) }
  /// ```
  ///
  /// The closure is called once for every schedule, on the main thread of a simulation of its own. So
  /// whatever its handlers share has to be made inside it, and it must do the same each time: it reads no
  /// clock, no random number and no state that another run has left. What does otherwise is found out,
  /// and said (``Exploration/Coverage/notRepeatable(_:)``).
  public struct Scenario: Sendable {
    /// What it is called, in tokens too: letters, digits and `-`, mostly.
    public let name: String
    /// Tells it from its earlier and later versions: a token of another version is refused. Any text.
    public let version: String
    /// The queues whose kind is not to be assumed.
    public let queues: [SimulatedQueue]
    /// What the program shares in handlers that do not say it themselves.
    public let accessing: DeclaredAccess
    /// Runs the main program and answers the promise at its end; none where there is no such.
    let begin: @Sendable () throws -> PromiseCore?

    /// A scenario whose closure ends in a promise, or in the end of a chain: what that settles with is a
    /// part of every outcome.
    ///
    /// - Parameters:
    ///   - name: What it is called, in tokens too.
    ///   - version: Tells it from its earlier and later versions. Change it with the closure, or use what
    ///     changes with it.
    ///   - queues: The queues whose kind is not to be assumed.
    ///   - touching: What handlers touch that declare nothing themselves.
    ///   - body: Called once for every schedule, as the main program of a simulation.
    public init<End: ScenarioEnd>(
      _ name: String = "scenario", version: String = "", queues: [SimulatedQueue] = [],
      accessing: DeclaredAccess = .anything, body: @escaping @Sendable () throws -> End
    ) {
      self.init(name, version: version, queues: queues, accessing: accessing) {
        let end = try body()
        return (end as? PMKFinalizer)?.core ?? (end as? PromiseCore)
      }
    }

    /// A scenario that ends when nothing is left to do; its outcomes are its notes.
    ///
    /// ```swift
    /// let scenario = Simulation.Scenario("two notes") {
    ///   _ = fetch(token).done { _ in PromiseTrace.note("A") }
    ///   _ = login().done { _ in PromiseTrace.note("B") }
    /// }
    /// ```
    public init(
      _ name: String = "scenario", version: String = "", queues: [SimulatedQueue] = [],
      accessing: DeclaredAccess = .anything, body: @escaping @Sendable () throws -> Void
    ) {
      self.init(name, version: version, queues: queues, accessing: accessing) {
        try body()
        return nil
      }
    }

    /// A scenario whose closure answers the untyped part of the promise at its end.
    package init(
      _ name: String, version: String, queues: [SimulatedQueue], accessing: DeclaredAccess,
      begin: @escaping @Sendable () throws -> PromiseCore?
    ) {
      self.name = name
      self.version = version
      self.queues = queues
      self.accessing = accessing
      self.begin = begin
    }
  }
}

/// What the closure of a ``Simulation/Scenario`` may end in: a promise, a guarantee, or the end of a chain.
///
/// ```swift
/// func result(of end: some ScenarioEnd) -> String {
///   "\(Simulation.Scenario { end }.run().outcome.result)"
/// }
/// print(result(of: Promise.value(7)))
/// // Prints "7"
/// ```
public protocol ScenarioEnd: Sendable {}

extension Promise: ScenarioEnd {}
extension Guarantee: ScenarioEnd {}
extension PMKFinalizer: ScenarioEnd {}
