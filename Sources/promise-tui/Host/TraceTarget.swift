/// Where a program that is started here writes its trace.
enum TraceTarget: Hashable, Sendable {
  /// A file; `%p` in its path stands for the process ID of the program.
  case file(String)
  /// The socket at this path, where we listen.
  case socket(String)
  /// One of its descriptors.
  case descriptor(Int32)

  /// The value of `PROMISE_TRACE`. The path of a file is made absolute, so that a program that changes
  /// its folder still writes there.
  var variable: String {
    switch self {
    case .file(let path): Folder.absolute(path)
    case .socket(let path): "unix:\(path)"
    case .descriptor(let number): "fd:\(number)"
    }
  }
}
