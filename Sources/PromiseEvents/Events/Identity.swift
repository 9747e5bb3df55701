/// The small integer that names one thing in a stream of events.
///
/// ```swift
/// let promises: [PromiseID] = [3, 1, PromiseID(2)]
/// print(promises.sorted())
/// // Prints "[p1, p2, p3]"
/// ```
///
/// Identities belong to one ``PromiseEnvironment`` and count from 1 in it, in the order in which the
/// things were first seen; two environments number their promises independently.
public protocol EventIdentity: Hashable, Comparable, Sendable, Codable, CustomStringConvertible,
  ExpressibleByIntegerLiteral
{
  /// The number, 1 or more.
  var rawValue: Int { get }
  /// Makes an identity of a number.
  ///
  /// ```swift
  /// func first<ID: EventIdentity>(_ type: ID.Type) -> ID { ID(1) }
  /// print(first(PromiseEvent.QueueID.self))
  /// // Prints "q1"
  /// ```
  init(_ rawValue: Int)
}

extension EventIdentity {
  /// Makes an identity of a number that is written out.
  ///
  /// ```swift
  /// let job: PromiseEvent.JobID = 3
  /// print(job.rawValue)
  /// ```
  public init(integerLiteral value: Int) { self.init(value) }
  /// By number: what was seen first comes first.
  @inlinable
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  /// Reads the number.
  ///
  /// - Throws: What `decoder` throws where there is no number.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int.self))
  }
  /// Writes the number.
  ///
  /// - Throws: What `encoder` throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

/// Names a promise; written `p3`.
///
/// ```swift
/// print(PromiseID(3))
/// // Prints "p3"
/// ```
public struct PromiseID: EventIdentity {
  /// The number, 1 or more.
  public let rawValue: Int
  /// Makes an identity of a number.
  @inlinable
  public init(_ rawValue: Int) { self.rawValue = rawValue }
  /// A letter and the number.
  public var description: String { "p\(rawValue)" }
}

extension PromiseEvent {
  /// Names one run of one handler or body on one queue; written `j3`.
  ///
  /// ```swift
  /// print(PromiseEvent.JobID(3))
  /// // Prints "j3"
  /// ```
  public struct JobID: EventIdentity {
    /// The number, 1 or more.
    public let rawValue: Int
    /// Makes an identity of a number.
    @inlinable
    public init(_ rawValue: Int) { self.rawValue = rawValue }
    /// A letter and the number.
    public var description: String { "j\(rawValue)" }
  }
}

extension PromiseEvent {
  /// Names a queue; written `q2`. Queues of equal label are one queue.
  ///
  /// ```swift
  /// print(PromiseEvent.QueueID(2))
  /// // Prints "q2"
  /// ```
  public struct QueueID: EventIdentity {
    /// The number, 1 or more.
    public let rawValue: Int
    /// Makes an identity of a number.
    @inlinable
    public init(_ rawValue: Int) { self.rawValue = rawValue }
    /// A letter and the number.
    public var description: String { "q\(rawValue)" }
  }
}

extension PromiseEvent {
  /// Names a timer; written `t1`.
  ///
  /// ```swift
  /// print(PromiseEvent.TimerID(1))
  /// // Prints "t1"
  /// ```
  public struct TimerID: EventIdentity {
    /// The number, 1 or more.
    public let rawValue: Int
    /// Makes an identity of a number.
    @inlinable
    public init(_ rawValue: Int) { self.rawValue = rawValue }
    /// A letter and the number.
    public var description: String { "t\(rawValue)" }
  }
}

extension PromiseEvent {
  /// Names a thread, real or simulated; written `T4`.
  ///
  /// ```swift
  /// print(PromiseEvent.ThreadID(4))
  /// // Prints "T4"
  /// ```
  public struct ThreadID: EventIdentity {
    /// The number, 1 or more.
    public let rawValue: Int
    /// Makes an identity of a number.
    @inlinable
    public init(_ rawValue: Int) { self.rawValue = rawValue }
    /// A letter and the number.
    public var description: String { "T\(rawValue)" }
  }
}

extension PromiseEvent {
  /// A place in a source file, as `#fileID`, `#line` and `#column` tell it.
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

    /// Puts the parts together.
    public init(file: String, line: Int, column: Int) {
      self.file = file
      self.line = line
      self.column = column
    }

    /// The last component of the file's path: `File.swift`.
    public var fileName: String {
      file.lastIndex(of: "/").map { String(file[file.index(after: $0)...]) } ?? file
    }

    /// `File.swift:14:8`; without a file it is an unknown place.
    public var description: String {
      file.isEmpty ? "an unknown place" : "\(fileName):\(line):\(column)"
    }
  }
}

// The names by which this package calls the identities and places of events. A program that imports the
// module gets none of them, so that it may have a `JobID` of its own.

package typealias JobID = PromiseEvent.JobID
package typealias QueueID = PromiseEvent.QueueID
package typealias SourceSite = PromiseEvent.SourceSite
package typealias ThreadID = PromiseEvent.ThreadID
package typealias TimerID = PromiseEvent.TimerID
