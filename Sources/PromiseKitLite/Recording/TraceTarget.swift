import PromiseSystem

extension PromiseTrace {
  /// Where a trace goes.
  ///
  /// ```swift
  /// try PromiseTrace.start(to: PromiseTrace.Target("unix:/tmp/checkout.sock"))
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Target: Hashable, Sendable, CustomStringConvertible {
    /// A file, readable by its owner alone. `%p` in the path is the number of the process.
    case file(String)
    /// A Unix socket: where somebody listens at that path he is sent the trace; else the program listens
    /// there itself, and whoever connects is sent what is alive and then the events.
    case socket(String)
    /// A descriptor that is open: a pipe, for example. It is closed at the end.
    case descriptor(Int32)

    /// The target that a text names, as `PROMISE_TRACE` does: `unix:` and a path, `fd:` and a number, or
    /// the path of a file.
    ///
    /// ```swift
    /// let target = PromiseTrace.Target("unix:/tmp/checkout.sock")
    /// print(target == .socket("/tmp/checkout.sock"))
    /// ```
    public init(_ text: String) {
      if text.hasPrefix("unix:") {
        self = .socket(String(text.dropFirst(5)))
      } else if text.hasPrefix("fd:") {
        // What is no number is no descriptor either.
        self = .descriptor(Int32(text.dropFirst(3)) ?? -1)
      } else {
        self = .file(text)
      }
    }

    /// The text that names it.
    public var description: String {
      switch self {
      case .file(let path): path
      case .socket(let path): "unix:\(path)"
      case .descriptor(let number): "fd:\(number)"
      }
    }

    /// The same with the number of this process in the place of each `%p`.
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

  /// Why nothing is recorded, in a sentence with the next step.
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
