extension PromiseTrace {
  /// Why a trace cannot be read at all.
  ///
  /// ```swift
  /// var reader = PromiseTrace.Reader()
  /// do {
  ///   _ = try reader.read(Array(data))
  /// } catch PromiseTrace.ReadingError.newerVersion(let version) {
  ///   print("written by version", version)
  /// }
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum ReadingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The trace contains nothing.
    case empty
    /// The first line is not the header of a trace.
    case notATrace(reason: String)
    /// The trace was written in a version of the format that this library does not know.
    case newerVersion(String)
    /// A gigabyte has arrived without an event, as from a device that never ends.
    case endless

    /// A description of the problem.
    public var description: String {
      switch self {
      case .empty: "the trace is empty"
      case .notATrace(let reason): "not a promise trace: line 1: \(reason)"
      case .newerVersion(let version):
        "the trace has format version \(version); this program reads up to"
          + " \(TraceHeader.currentMajor).x"
      case .endless: "no event in a gigabyte: the input is endless, or not a trace"
      }
    }
  }
}

extension PromiseTrace {
  /// A line of a trace that could not be read. The other lines were read.
  ///
  /// ```swift
  /// var reader = PromiseTrace.Reader()
  /// _ = try reader.read(Array(data))
  /// for problem in reader.problems where problem.kind != .truncated { print(problem) }
  /// ```
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The kind of problem.
    ///
    /// ```swift
    /// func isOverlong(_ problem: PromiseTrace.Problem) -> Bool { problem.kind == PromiseTrace.Problem.Kind.tooLong }
    /// ```
    #if hasAttribute(nonexhaustive)
      @nonexhaustive
    #endif
    public enum Kind: Hashable, Sendable {
      /// The line is not valid JSON, or not an event.
      case garbage(reason: String)
      /// The last line is incomplete: the program that wrote the trace was stopped.
      case truncated
      /// The line exceeds the length limit.
      case tooLong
    }

    /// The line's number, from 1.
    public var line: Int
    /// What the problem is.
    public var kind: Kind

    /// A description of the problem.
    public var description: String {
      switch kind {
      case .garbage(let reason): "line \(line): \(reason)"
      case .truncated: "line \(line): the trace is cut off here"
      case .tooLong: "line \(line): the line is too long"
      }
    }
  }
}
