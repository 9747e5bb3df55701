import PromiseSystem

extension PromiseTrace {
  /// The destination of a trace.
  ///
  /// ```swift
  /// try PromiseTrace.start(to: PromiseTrace.Target("unix:/tmp/checkout.sock"))
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Target: Hashable, Sendable, CustomStringConvertible {
    /// A file, readable only by its owner. `%p` in the path is replaced by the process ID.
    case file(String)
    /// A Unix socket. If a process is already listening at that path, the trace is sent to it.
    /// Otherwise, the program listens there itself, and each client receives a snapshot of what is
    /// alive, followed by new events.
    case socket(String)
    /// An open file descriptor, such as a pipe. It is closed at the end.
    case descriptor(Int32)

    /// Creates the target that a text names, in the format of `PROMISE_TRACE`: `unix:` and a path,
    /// `fd:` and a number, or the path of a file.
    ///
    /// ```swift
    /// let target = PromiseTrace.Target("unix:/tmp/checkout.sock")
    /// print(target == .socket("/tmp/checkout.sock"))
    /// ```
    public init(_ text: String) {
      if text.hasPrefix("unix:") {
        self = .socket(String(text.dropFirst(5)))
      } else if text.hasPrefix("fd:") {
        // A text that is not a number is an invalid descriptor.
        self = .descriptor(Int32(text.dropFirst(3)) ?? -1)
      } else {
        self = .file(text)
      }
    }

    /// The text that names the target.
    public var description: String {
      switch self {
      case .file(let path): path
      case .socket(let path): "unix:\(path)"
      case .descriptor(let number): "fd:\(number)"
      }
    }

    /// The target with each `%p` replaced by the ID of this process.
    var resolved: Target {
      switch self {
      case .file(let path): .file(Self.numbered(path))
      case .socket(let path): .socket(Self.numbered(path))
      case .descriptor: self
      }
    }

    private static func numbered(_ path: String) -> String {
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
  /// do { try PromiseTrace.start(to: .file("run.jsonl")) } catch { print(error) }
  /// ```
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    init(_ description: String) { self.description = description }
  }
}
