import PromiseSystem

/// The names of signals.
enum SignalName {
  /// The name of a signal, `SIGKILL`.
  static func of(_ number: Int32) -> String { names[number] ?? "signal \(number)" }

  private static let names: [Int32: String] = [
    SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS",
    SIGABRT: "SIGABRT", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGTERM: "SIGTERM",
    SIGPIPE: "SIGPIPE", SIGINT: "SIGINT", SIGHUP: "SIGHUP", SIGQUIT: "SIGQUIT",
  ]
}
