public import PromiseKitLite

extension Simulation {
  /// One of the steps that are possible next in a simulation.
  public typealias Choice = PromiseEvent.Choice

  /// The choices that a simulated run made, which is all that is needed to run it again.
  ///
  /// Each number is the index of the choice among those that were possible. If only one thing was
  /// possible, nothing is recorded.
  ///
  /// ```swift
  /// let schedule: Simulation.Schedule = [0, 2, 1]
  /// print(schedule == Simulation.Schedule([0, 2, 1]), schedule)
  /// // Prints "true 0 2 1"
  /// ```
  public struct Schedule: Hashable, Sendable, Codable {
    /// The choices, in order.
    public var choices: [Int]

    /// Creates a schedule of these choices. The empty schedule always takes the first.
    public init(_ choices: [Int] = []) { self.choices = choices }
  }
}

/// The name that this package uses. A program that imports the module sees only the nested name.
package typealias Schedule = Simulation.Schedule

extension Schedule: ExpressibleByArrayLiteral, CustomStringConvertible {
  /// Creates a schedule from an array literal.
  ///
  /// ```swift
  /// let run = scenario.run([0, 1])
  /// ```
  public init(arrayLiteral elements: Int...) { self.init(elements) }

  /// `0 2 1`
  public var description: String { choices.map(String.init).joined(separator: " ") }
}
