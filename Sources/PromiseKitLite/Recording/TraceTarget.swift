import PromiseSystem

extension PromiseTrace {
  /// The destination of a trace.
  ///
  /// ```swift
  /// try PromiseTrace.start(to: PromiseTrace.Target("run-%p.ptrace"))
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Target: Hashable, Sendable, CustomStringConvertible {
    /// A file, readable only by its owner. `%p` in the path is replaced by the process ID.
    case file(String)

    /// Creates the target that a text names, in the format of `PROMISE_TRACE`: the path of a file.
    ///
    /// ```swift
    /// let target = PromiseTrace.Target("run.ptrace")
    /// print(target == .file("run.ptrace"))
    /// ```
    public init(_ text: String) { self = .file(text) }

    /// The text that names the target.
    public var description: String {
      switch self {
      case .file(let path): path
      }
    }

    /// Returns the path of the file, with each `%p` replaced by the ID of this process.
    ///
    /// - Throws: A failure if the text names a socket or a descriptor, as in an earlier version.
    package func path() throws(Failure) -> String {
      let text = description
      guard !text.isEmpty else {
        throw Failure("the path is empty: name a file, such as run.ptrace")
      }
      guard !text.hasPrefix("unix:"), !text.hasPrefix("fd:") else {
        throw Failure(
          "\(text) is not a file: name one, such as run.ptrace; promise-tui open shows it while "
            + "the program runs")
      }
      return Self.numbered(text)
    }

    /// Returns the text with each `%p` replaced by the ID of this process.
    static func numbered(_ path: String) -> String {
      var result = ""
      var rest = path[...]
      while let sign = rest.firstIndex(of: "%") {
        result += rest[..<sign]
        rest = rest[sign...].dropFirst()
        if rest.first == "p" {
          result += "\(getpid())"
          rest = rest.dropFirst()
        } else {
          result += "%"
        }
      }
      return result + rest
    }
  }

  /// An error that explains why nothing is recorded, as a sentence with the next step.
  ///
  /// ```swift
  /// do { try PromiseTrace.start(to: .file("run.ptrace")) } catch { print(error) }
  /// ```
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    init(_ description: String) { self.description = description }
  }
}
