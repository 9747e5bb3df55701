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
  /// The closure is called once for every schedule, on the main thread of a new simulation. Any
  /// state that its handlers share must therefore be created inside it, and it must be
  /// deterministic: it may not read a clock, a random number, or state that another run has left.
  /// Nondeterminism is detected and reported (``Exploration/Coverage/notRepeatable(_:)``).
  public struct Scenario: Sendable {
    /// The name, which is also used in tokens: mostly letters, digits, and `-`.
    public let name: String
    /// Distinguishes it from earlier and later versions: a token of another version is refused. Any
    /// text.
    public let version: String
    /// The queues whose kind must not be assumed.
    public let queues: [SimulatedQueue]
    /// What state handlers access if they declare nothing themselves.
    public let accessing: DeclaredAccess
    /// Whether nothing outside of the simulation calls into it, so that an exploration need not wait to see whether
    /// something does.
    package var isSelfContained = false
    /// The library by whose rules a run follows what-if changes; explorations follow PromiseKitLite's.
    package var dialect = Dialect.promiseKitLite
    /// Runs the main program and returns the final promise; `nil` if there is none.
    let begin: @Sendable () throws -> PromiseCore?

    /// Creates a scenario whose closure returns a promise, or the end of a chain. The result of
    /// that promise is part of every outcome.
    ///
    /// - Parameters:
    ///   - name: The name, which is also used in tokens.
    ///   - version: Distinguishes the scenario from earlier and later versions. Change it with the
    ///     closure, or use something that changes with it.
    ///   - queues: The queues whose kind must not be assumed.
    ///   - accessing: What state handlers access if they declare nothing themselves.
    ///   - body: Called once for every schedule, as the main program of a simulation.
    public init<End: ScenarioEnd>(
      _ name: String = "scenario", version: String = "", queues: [SimulatedQueue] = [],
      accessing: DeclaredAccess = .anything, body: @escaping @Sendable () throws -> End
    ) {
      self.init(name, version: version, queues: queues, accessing: accessing) {
        try body() as? PromiseCore
      }
    }

    /// Creates a scenario that ends when nothing is left to happen; its outcomes are its notes.
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

    /// Creates a scenario whose closure returns the untyped core of the final promise.
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

/// A type that the closure of a ``PromiseSimulation/Simulation/Scenario`` can return: a promise, a guarantee, or the
/// end of a chain.
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
