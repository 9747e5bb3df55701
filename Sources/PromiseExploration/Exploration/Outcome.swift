import PromiseGraph

extension Exploration {
  /// The observable outcome of one run: its result, its notes in order, and what went wrong.
  ///
  /// Two schedules with equal outcomes cannot be distinguished by observing what the program does.
  ///
  /// ```swift
  /// let outcome = scenario.run().outcome
  /// print(outcome.result)
  /// // Prints "3"
  /// ```
  public struct Outcome: Hashable, Sendable {
    /// The result of the final promise.
    ///
    /// ```swift
    /// if case .rejected(let error) = scenario.run().outcome.result { print(error) }
    /// ```
    public enum Result: Hashable, Sendable {
      /// It was fulfilled with a value that has this description.
      case fulfilled(String)
      /// It was rejected with an error that has this description.
      case rejected(String)
      /// It was cancelled, with an error that has this description.
      case cancelled(String)
      /// It was still pending when nothing was left to happen.
      case neverSettled
      /// The scenario has no final promise.
      case none
    }

    /// The result of the final promise.
    public var result: Result
    /// The notes that the program wrote with ``/PromiseKitLite/PromiseEvents/PromiseTrace/note(_:)``, in order.
    public var notes: [String]
    /// The unhandled errors, sorted.
    public var unhandled: [String]
    /// A description of the deadlock, if there was one: which job waits for which promise.
    public var deadlock: String?
    /// What the description is made from, for other languages than English.
    var account = Account()
    /// A Boolean value that indicates whether the run was stopped at its limit of steps.
    public var isEndless: Bool

    /// Creates an outcome; by default nothing went wrong.
    ///
    /// ```swift
    /// let good = Exploration.Outcome(result: .fulfilled("receipt"), notes: ["save", "render"])
    /// ```
    public init(
      result: Result, notes: [String] = [], unhandled: [String] = [], deadlock: String? = nil,
      isEndless: Bool = false
    ) {
      self.result = result
      self.notes = notes
      self.unhandled = unhandled
      self.deadlock = deadlock
      self.isEndless = isEndless
    }
  }
}

extension Exploration.Outcome {
  /// What a description is made from. Equal descriptions are enough for outcomes to be equal, so it is not
  /// compared.
  struct Account: Hashable, Sendable {
    var deadlock: Deadlock?

    static func == (one: Self, other: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }
}

extension Exploration.Outcome.Result: CustomStringConvertible {
  /// `receipt r1`, `rejected: offline`, `never settled`
  public var description: String { text(in: .english) }
}

extension Exploration.Outcome: CustomStringConvertible {
  /// The outcome on one line: `receipt r1; save, render`
  public var description: String { text(in: .english) }
}

extension Exploration.Outcome {
  /// The same outcome without the numbers of promises and jobs, which depend on the order in which
  /// they are created, so that the same deadlock is one outcome whichever job came first.
  var unnumbered: Exploration.Outcome {
    guard let deadlock else { return self }
    var outcome = self
    outcome.deadlock = deadlock.split(separator: " ", omittingEmptySubsequences: false)
      .map { $0.isNumbered ? $0.prefix(1) : $0 }.joined(separator: " ")
    return outcome
  }
}

extension Substring {
  /// `p3`, `j12,`
  fileprivate var isNumbered: Bool {
    guard let first, first == "p" || first == "j", count > 1 else { return false }
    return dropFirst().allSatisfy { $0.isNumber || $0 == "," || $0 == ";" }
  }
}
