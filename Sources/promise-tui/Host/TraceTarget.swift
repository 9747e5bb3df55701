/// Where a program that is started here writes its trace.
enum TraceTarget: Hashable, Sendable {
  /// A file; `%p` in its path stands for the process ID of the program.
  case file(String)
  /// One of its descriptors.
  case descriptor(Int32)

  /// The value of `PROMISE_TRACE`. The path of a file is made absolute, so that a program that changes
  /// its folder still writes there.
  var variable: String {
    switch self {
    case .file(let path): Folder.absolute(path)
    case .descriptor(let number): "fd:\(number)"
    }
  }
}

/// The names of files that contain traces.
enum TraceName {
  /// The ending of a trace in the binary format; `PROMISE_TRACE` recognizes it.
  static let binary = ".ptrace"
  /// The ending of a trace in JSON Lines.
  static let lines = ".jsonl"

  /// Returns whether a file of this name is probably a trace.
  static func isTrace(_ name: String) -> Bool { name.hasSuffix(binary) || name.hasSuffix(lines) }
}
