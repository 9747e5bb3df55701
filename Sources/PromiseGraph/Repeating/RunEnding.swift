/// How a program ended that was run.
package enum RunEnding: Hashable, Sendable {
  /// It left with this status.
  case exited(Int32)
  /// It was ended by this signal.
  case signalled(Int32)
  /// It was ended because it took longer than it may.
  case timedOut

  /// It ended as a program does that found nothing wrong.
  package var isGood: Bool { self == .exited(0) }
}

extension RunEnding: CustomStringConvertible {
  /// `exit 1`, `SIGSEGV`, `timeout`
  package var description: String {
    switch self {
    case .exited(let status): "exit \(status)"
    case .signalled(let number): Self.signals[number] ?? "signal \(number)"
    case .timedOut: "timeout"
    }
  }

  /// The signals that programs end by and whose numbers are the same everywhere.
  private static let signals: [Int32: String] = [
    1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 8: "SIGFPE",
    9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM",
  ]
}
