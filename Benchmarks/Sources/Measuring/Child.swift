#if canImport(Darwin)
  public import Darwin
#else
  public import Glibc
#endif

/// A child process that is run to its end.
public struct Child: Sendable {
  /// Its standard output.
  public var output: String
  /// The exit status, 0 on success.
  public var status: Int32
  /// The signal that ended it, or 0 if it exited normally.
  public var signal: Int32

  /// Runs the program at `path`, with only these environment variables.
  public static func run(
    _ path: String, _ arguments: [String], environment: [String: String] = [:]
  ) -> Child {
    let started = start(path, arguments, environment: environment)
    let output = read(started.output)
    let (status, signal) = started.end()
    return Child(output: output, status: status, signal: signal)
  }

  /// A child process that runs.
  public struct Started: Sendable {
    /// Its process ID.
    public var process: pid_t
    /// The descriptor from which its standard output is read.
    public var output: Int32

    /// Closes its output, and waits for its end. Returns the exit status, and the signal that ended it.
    public func end() -> (status: Int32, signal: Int32) {
      close(output)
      var status: Int32 = 0
      while waitpid(process, &status, 0) == -1, errno == EINTR {}
      let signal = status & 0x7F
      return (signal == 0 ? (status >> 8) & 0xFF : -1, signal)
    }
  }

  /// Starts the program at `path`, with only these environment variables.
  public static func start(
    _ path: String, _ arguments: [String], environment: [String: String] = [:]
  ) -> Started {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { Terminal.fail("no pipe") }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    for end in ends { posix_spawn_file_actions_addclose(&actions, end) }

    var argv = copies([path] + arguments)
    // A crash is an expected result here and needs no backtrace.
    var variables = copies(
      ["SWIFT_BACKTRACE=enable=no"] + environment.map { "\($0.key)=\($0.value)" })
    defer { for text in argv + variables { free(text) } }
    var id = pid_t()
    guard posix_spawn(&id, path, &actions, nil, &argv, &variables) == 0 else {
      Terminal.fail("cannot run \(path)")
    }
    close(ends[1])
    return Started(process: id, output: ends[0])
  }

  /// Returns an array of C strings, terminated by `nil`.
  private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    var copies: [UnsafeMutablePointer<CChar>?] = []
    for text in texts { copies.append(strdup(text)) }
    return copies + [nil]
  }

  private static func read(_ file: Int32) -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = posixRead(file, &piece, piece.count)
      if count > 0 { bytes += piece.prefix(count) } else if count == 0 || errno != EINTR { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The system function, which a method of the same name would hide.
private let posixRead = read
