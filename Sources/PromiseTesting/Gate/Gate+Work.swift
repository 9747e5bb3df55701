import PromiseKitLite

extension Gate {
  /// The name of jobs or timers that a gate can hold. A string is the label of a promise, whose
  /// handler is held.
  ///
  /// ```swift
  /// let gate = Gate(holding: "submit", .queue("net"), .timer("timeout"))
  /// ```
  public struct Work: Hashable, Sendable, ExpressibleByStringLiteral {
    let name: HeldName

    /// The handlers that settle a promise with this label.
    ///
    /// ```swift
    /// let gate = Gate(holding: .label("submit", on: "net"))
    /// ```
    ///
    /// - Parameters:
    ///   - label: The label that the link got.
    ///   - queue: The label of the queue, to distinguish several handlers; `nil` for any queue.
    public static func label(_ label: String, on queue: String? = nil) -> Work {
      Work(name: .label(label, queue: queue))
    }

    /// All handlers on the queue with this label, such as `main`.
    ///
    /// ```swift
    /// let gate = Gate(holding: .queue("net"))
    /// ```
    public static func queue(_ label: String) -> Work { Work(name: .queue(label)) }

    /// The timers of promises with this label: those of `after` and `delay`.
    ///
    /// ```swift
    /// let gate = Gate(holding: .timer("timeout"))
    /// ```
    ///
    /// A timer that is held fires when the test lets it go, however long its delay is.
    public static func timer(_ label: String) -> Work { Work(name: .timer(label)) }

    /// Creates the name of the handlers that settle a promise with this label.
    public init(stringLiteral label: String) { name = .label(label, queue: nil) }

    private init(name: HeldName) { self.name = name }
  }

  /// A job that a gate holds.
  ///
  /// ```swift
  /// let gate = Gate(holding: "show")
  /// for held in gate.held where held.canStart { print(held) }
  /// ```
  public struct Held: Hashable, Sendable {
    /// The label of the promise that the job settles; `nil` if it has none.
    public var label: String?
    /// The label of its queue.
    public var queue: String
    /// Whether it could start now, by the rules of its queue.
    public var canStart: Bool
  }

  /// An error that explains why what a test waits for has not happened within the limit.
  ///
  /// ```swift
  /// let gate = Gate(holding: "submit", limit: .milliseconds(10))
  /// do { try await gate.until("submit") } catch let error as Gate.LimitError { print(error) }
  /// ```
  public struct LimitError: Error, Hashable, CustomStringConvertible {
    /// What has not happened, what is held, what runs, and who waits for whom.
    public var description: String
  }
}

extension Gate.Work: CustomStringConvertible {
  /// The name in a sentence: `'submit'`, `a job on net`, or `the timer of 'timeout'`.
  public var description: String {
    switch name {
    case .label(let label, nil): "'\(label)'"
    case .label(let label, let queue?): "'\(label)' on \(queue)"
    case .queue(let queue): "a job on \(queue)"
    case .timer(let label): "the timer of '\(label)'"
    }
  }
}

extension Gate.Held: CustomStringConvertible {
  /// The label and the queue: `'submit' on net`.
  public var description: String { "\(label.map { "'\($0)'" } ?? "a job") on \(queue)" }
}
