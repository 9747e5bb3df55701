public import PromiseKitLite

extension Simulation {
  /// One of the things that can happen next in a simulation.
  public typealias Choice = PromiseEvent.Choice

  /// The choices that a simulated run took, which is all that it takes to run it again.
  ///
  /// Each number is the place of the choice taken among those that were possible. Where only one thing
  /// was possible nothing is written down.
  ///
  /// ```swift
  /// let schedule: Simulation.Schedule = [0, 2, 1]
  /// print(schedule == Simulation.Schedule([0, 2, 1]), schedule)
  /// // Prints "true 0 2 1"
  /// ```
  public struct Schedule: Hashable, Sendable, Codable {
    /// The choices, in the order in which they were taken.
    public var choices: [Int]

    /// A schedule of these choices; the empty one always takes the first.
    public init(_ choices: [Int] = []) { self.choices = choices }
  }
}

/// The name by which this package calls it; a program that imports the module has none but the nested one.
package typealias Schedule = Simulation.Schedule

extension Schedule: ExpressibleByArrayLiteral, CustomStringConvertible {
  /// A schedule that is written out.
  ///
  /// ```swift
  /// let run = scenario.run([0, 1])
  /// ```
  public init(arrayLiteral elements: Int...) { self.init(elements) }

  /// `0 2 1`
  public var description: String { choices.map(String.init).joined(separator: " ") }
}
