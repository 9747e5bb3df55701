import Foundation
import Testing

extension EndToEnd {
  /// The terminal is restored on every way out.
  @Suite
  struct LeavingTests {
    @Test("A key that quits exits with status 0", arguments: ["q", "C-c"])
    func keys(key: String) throws {
      let session = try Session("demo login-fetch-submit")
      try session.wait(until: "a demo that plays") { $0.event > 2 }
      try session.quit(key)
    }

    @Test(
      "A signal that ends it while it draws is raised again for the parent to see",
      arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGXFSZ] + others)
    func signals(signal: Int32) throws {
      let session = try Session("--speed 16 demo login-fetch-submit")
      try session.wait(until: "a demo that plays") { $0.event > 2 }
      try session.end(signal)
    }

    /// The other signals that end a program, if the environment asks for them (`make test-stress`).
    private static let others: [Int32] =
      if ProcessInfo.processInfo.environment["EVERY_SIGNAL"] == nil { [] } else { everyOther }

    private static var everyOther: [Int32] {
      let signals = [
        SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGSYS, SIGBUS, SIGFPE, SIGTRAP,
      ]
      #if os(Linux)
        // A real-time signal has no name in Swift.
        return signals + [SIGPOLL, SIGPWR, SIGSTKFLT, 40]
      #else
        return signals
      #endif
    }

    @Test("After a crash, the terminal is restored", arguments: [SIGSEGV, SIGABRT, SIGILL])
    func crashes(signal: Int32) throws {
      let session = try Session("demo login-fetch-submit")
      try session.wait(until: "a demo that plays") { $0.event > 2 }
      try session.end(signal)
    }

    @Test("It exits when the terminal is gone, even if SIGHUP is ignored")
    func hangup() throws {
      let terminal = try Terminal(
        script: """
          cd "$1"
          trap '' HUP
          \(Binary.path) demo login-fetch-submit
          echo $? >status
          """)
      try terminal.wait(until: "a demo that plays") { (Session.Header($0)?.event ?? 0) > 2 }
      terminal.close()
      _ = try wait(for: "the end of the program") { terminal.scratch.text("status") }
    }
  }
}
