import ArgumentParser
import PromiseSystem

extension ChildProcess.Program {
  /// Runs the program to its end in place of this one: in the same process group, so that the
  /// terminal's keys reach it. Meanwhile, this process only forwards signals.
  ///
  /// - Throws: Why it does not start.
  func runInForeground() throws -> ChildProcess.Ending {
    guard let pipe = WakePipe() else { throw ExitCode.failure }
    Signals.forward(to: pipe)
    for signal in Self.ownSignals { Signals.forward(signal) }
    defer { Signals.release() }
    var program = self
    program.leadsSession = false
    let child = try ChildProcess.start(program)
    while true {
      if let ending = child.ending { return ending }
      _ = waitToRead([child.ended, pipe.reading])
      for signal in pipe.drain() { Self.pass(signal, to: child) }
    }
  }

  /// Forwards a signal, unless it came from a key of the terminal: then the program has received it
  /// too.
  private static func pass(_ signal: Int32, to child: ChildProcess) {
    switch signal {
    case SIGTERM, SIGHUP: child.send(signal)
    case SIGINT, SIGQUIT: if !hasKeys { child.send(signal) }
    case SIGTSTP: Signals.stop()
    default: if ownSignals.contains(signal) { child.send(signal) }
    }
  }

  /// The signals to which a program gives its own meaning.
  private static let ownSignals = [SIGUSR1, SIGUSR2]

  /// Whether the terminal's keys send signals to our process group.
  private static var hasKeys: Bool {
    let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    return tcgetpgrp(terminal) == getpgrp()
  }
}
