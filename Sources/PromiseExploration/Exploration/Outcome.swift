extension Exploration {
  /// What a person can observe of one run: what it came to, what it said and in which order, and what
  /// went wrong.
  ///
  /// Two schedules with equal outcomes cannot be told apart by looking at what the program does.
  ///
  /// ```swift
  /// let outcome = scenario.run().outcome
  /// print(outcome.result)
  /// // Prints "3"
  /// ```
  public struct Outcome: Hashable, Sendable {
    /// What the promise at the end came to.
    ///
    /// ```swift
    /// if case .rejected(let error) = scenario.run().outcome.result { print(error) }
    /// ```
    public enum Result: Hashable, Sendable {
      /// It was fulfilled, with a value of this description.
      case fulfilled(String)
      /// It was rejected, with an error of this description.
      case rejected(String)
      /// It was cancelled.
      case cancelled(String)
      /// Nothing was left to happen, and it was pending.
      case neverSettled
      /// The scenario has no such promise.
      case none
    }

    /// What the promise at the end came to.
    public var result: Result
    /// What the program said with ``PromiseKitLite/note(_:)``, in order.
    public var notes: [String]
    /// The errors that nobody handled, sorted.
    public var unhandled: [String]
    /// How it came to a standstill while something waited: who waits for whom.
    public var deadlock: String?
    /// The run was stopped when it had taken as many steps as one may.
    public var isEndless: Bool

    /// An outcome; all is well unless you say otherwise.
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

extension Exploration.Outcome.Result: CustomStringConvertible {
  /// `receipt r1`, `rejected: offline`, `never settled`
  public var description: String {
    switch self {
    case .fulfilled(let value): value == "()" || value.isEmpty ? "fulfilled" : value
    case .rejected(let error): "rejected: \(error)"
    case .cancelled: "cancelled"
    case .neverSettled: "never settled"
    case .none: "ended"
    }
  }
}

extension Exploration.Outcome: CustomStringConvertible {
  /// What it came to, in a line: `receipt r1; save, render`
  public var description: String {
    var parts = [deadlock ?? (isEndless ? "endless" : "\(result)")]
    parts += unhandled.map { "unhandled: \($0)" }
    if !notes.isEmpty { parts.append(notes.joined(separator: ", ")) }
    return parts.joined(separator: "; ")
  }
}

extension Exploration.Outcome {
  /// The same without the numbers of promises and jobs, which depend on the order in which they are
  /// made: so that the same deadlock is one outcome, whoever came first.
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
