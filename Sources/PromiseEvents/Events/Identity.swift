/// A small integer that identifies one thing in a stream of events.
///
/// ```swift
/// let promises: [PromiseID] = [3, 1, PromiseID(2)]
/// print(promises.sorted())
/// // Prints "[p1, p2, p3]"
/// ```
///
/// Identities belong to one `PromiseEnvironment` and count from 1 in it, in the order in which the
/// things were first seen; two environments number their promises independently.
public protocol EventIdentity: Hashable, Comparable, Sendable, Codable, CustomStringConvertible,
  ExpressibleByIntegerLiteral
{
  /// The number, 1 or more.
  var rawValue: Int { get }
  /// Creates an identity from a number.
  ///
  /// ```swift
  /// func first<ID: EventIdentity>(_ type: ID.Type) -> ID { ID(1) }
  /// print(first(PromiseEvent.QueueID.self))
  /// // Prints "q1"
  /// ```
  init(_ rawValue: Int)
}

extension EventIdentity {
  /// Creates an identity from an integer literal.
  ///
  /// ```swift
  /// let job: PromiseEvent.JobID = 3
  /// print(job.rawValue)
  /// ```
  public init(integerLiteral value: Int) { self.init(value) }
  /// Compares by number: identities that were assigned earlier come first.
  @inlinable
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  /// Decodes the number.
  ///
  /// - Throws: The error of `decoder` if there is no number.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int.self))
  }
  /// Encodes the number.
  ///
  /// - Throws: The error of `encoder`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

/// Identifies a promise; written `p3`.
///
/// ```swift
/// print(PromiseID(3))
/// // Prints "p3"
/// ```
public struct PromiseID: EventIdentity {
  /// The number, 1 or more.
  public let rawValue: Int
  /// Creates an identity from a number.
  @inlinable
  public init(_ rawValue: Int) { self.rawValue = rawValue }
  /// The letter `p` and the number.
  public var description: String { "p\(rawValue)" }
}

extension PromiseEvent {
  /// Identifies one run of one handler or body on one queue; written `j3`.
  ///
  /// ```swift
  /// print(PromiseEvent.JobID(3))
  /// // Prints "j3"
  /// ```
  public struct JobID: EventIdentity {
    /// The number, 1 or more.
    public let rawValue: Int
    /// Creates an identity from a number.
    @inlinable
    public init(_ rawValue: Int) { self.rawValue = rawValue }
    /// The letter `j` and the number.
    public var description: String { "j\(rawValue)" }
  }
}

extension PromiseEvent {
  /// Identifies a queue; written `q2`. Queues with equal labels are one queue.
  ///
  /// ```swift
  /// print(PromiseEvent.QueueID(2))
  /// // Prints "q2"
  /// ```
  public struct QueueID: EventIdentity {
    /// The number, 1 or more.
    public let rawValue: Int
    /// Creates an identity from a number.
    @inlinable
    public init(_ rawValue: Int) { self.rawValue = rawValue }
    /// The letter `q` and the number.
    public var description: String { "q\(rawValue)" }
  }
}

extension PromiseEvent {
  /// Identifies a timer; written `t1`.
  ///
  /// ```swift
  /// print(PromiseEvent.TimerID(1))
  /// // Prints "t1"
  /// ```
  public struct TimerID: EventIdentity {
    /// The number, 1 or more.
    public let rawValue: Int
    /// Creates an identity from a number.
    @inlinable
    public init(_ rawValue: Int) { self.rawValue = rawValue }
    /// The letter `t` and the number.
    public var description: String { "t\(rawValue)" }
  }
}

extension PromiseEvent {
  /// Identifies a thread, real or simulated; written `T4`.
  ///
  /// ```swift
  /// print(PromiseEvent.ThreadID(4))
  /// // Prints "T4"
  /// ```
  public struct ThreadID: EventIdentity {
    /// The number, 1 or more.
    public let rawValue: Int
    /// Creates an identity from a number.
    @inlinable
    public init(_ rawValue: Int) { self.rawValue = rawValue }
    /// The letter `T` and the number.
    public var description: String { "T\(rawValue)" }
  }
}

extension PromiseEvent {
  /// Identifies one of several processes whose events are shown together; written `P2`.
  ///
  /// ```swift
  /// print(PromiseEvent.ProcessID(2))
  /// // Prints "P2"
  /// ```
  public struct ProcessID: EventIdentity {
    /// The number, 1 or more.
    public let rawValue: Int
    /// Creates an identity from a number.
    @inlinable
    public init(_ rawValue: Int) { self.rawValue = rawValue }
    /// The letter `P` and the number.
    public var description: String { "P\(rawValue)" }
  }
}

extension PromiseEvent {
  /// A location in a source file, as given by `#fileID`, `#line`, and `#column`.
  ///
  /// ```swift
  /// let site = PromiseEvent.SourceSite(file: "Program/Login.swift", line: 14, column: 8)
  /// print(site)
  /// // Prints "Login.swift:14:8"
  /// ```
  public struct SourceSite: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The file as `#fileID` names it: `Module/File.swift`.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The column, from 1.
    public var column: Int

    /// Creates a location from its parts.
    public init(file: String, line: Int, column: Int) {
      self.file = file
      self.line = line
      self.column = column
    }

    /// The last component of the file's path: `File.swift`.
    public var fileName: String {
      file.lastIndex(of: "/").map { String(file[file.index(after: $0)...]) } ?? file
    }

    /// `File.swift:14:8`, or "an unknown place" if there is no file.
    public var description: String {
      file.isEmpty ? "an unknown place" : "\(fileName):\(line):\(column)"
    }
  }
}

// The names that this package uses for the identities and locations of events. A program that
// imports the module does not see them, so it can have a `JobID` of its own.

package typealias JobID = PromiseEvent.JobID
package typealias ProcessID = PromiseEvent.ProcessID
package typealias QueueID = PromiseEvent.QueueID
package typealias SourceSite = PromiseEvent.SourceSite
package typealias ThreadID = PromiseEvent.ThreadID
package typealias TimerID = PromiseEvent.TimerID
