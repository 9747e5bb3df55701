extension PromiseTrace {
  /// Why a trace is not read at all.
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
    /// There is nothing in it.
    case empty
    /// Its first line is no header of a trace.
    case notATrace(reason: String)
    /// It was written in a version of the format that this library does not know.
    case newerVersion(String)

    /// The problem in a sentence.
    public var description: String {
      switch self {
      case .empty: "the trace is empty"
      case .notATrace(let reason): "not a promise trace: line 1: \(reason)"
      case .newerVersion(let version):
        "the trace has format version \(version); this program reads up to"
          + " \(TraceHeader.currentMajor).x"
      }
    }
  }
}

extension PromiseTrace {
  /// A line of a trace that could not be read; the others were.
  ///
  /// ```swift
  /// var reader = PromiseTrace.Reader()
  /// _ = try reader.read(Array(data))
  /// for problem in reader.problems where problem.kind != .truncated { print(problem) }
  /// ```
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with the line.
    ///
    /// ```swift
    /// func isOverlong(_ problem: PromiseTrace.Problem) -> Bool { problem.kind == PromiseTrace.Problem.Kind.tooLong }
    /// ```
    #if hasAttribute(nonexhaustive)
      @nonexhaustive
    #endif
    public enum Kind: Hashable, Sendable {
      /// It is no JSON, or no event.
      case garbage(reason: String)
      /// It is the last one and breaks off: the program that wrote it was stopped.
      case truncated
      /// It is longer than a line may be.
      case tooLong
    }

    /// The line's number, from 1.
    public var line: Int
    /// What the problem is.
    public var kind: Kind

    /// The problem in a sentence.
    public var description: String {
      switch kind {
      case .garbage(let reason): "line \(line): \(reason)"
      case .truncated: "line \(line): the trace breaks off here"
      case .tooLong: "line \(line): the line is too long"
      }
    }
  }
}
