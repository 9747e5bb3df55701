import ArgumentParser
import PromiseSystem

extension ChildProcess.Program {
  /// Runs it in our place, to its end: in our group, so that the keys of the terminal reach it. Nothing is done
  /// meanwhile but to hand signals on.
  ///
  /// - Throws: The exit status, once the reason is told: 66 where there is no such program, 1 where the system
  ///   has no room for it.
  func runInForeground() throws -> ChildProcess.Ending {
    guard let pipe = WakePipe() else { throw ExitCode.failure }
    Signals.tell(pipe)
    defer { Signals.release() }
    var program = self
    program.leadsGroup = false
    let child: ChildProcess
    do throws(ChildProcess.StartError) {
      child = try ChildProcess.start(program)
    } catch {
      throw CommandError(
        ChildProcess.explanation(of: error, words.first ?? ""), status: error.exitStatus
      ).told()
    }
    while true {
      if let ending = child.ending { return ending }
      _ = waitToRead([child.ended, pipe.reading])
      for signal in pipe.drain() { Self.pass(signal, to: child) }
    }
  }

  /// What a key of the terminal has sent, the program has got as well.
  private static func pass(_ signal: Int32, to child: ChildProcess) {
    switch signal {
    case SIGTERM, SIGHUP: child.send(signal)
    case SIGINT, SIGQUIT: if !hasKeys { child.send(signal) }
    case SIGTSTP: Signals.stop()
    default: break
    }
  }

  /// The keys of the terminal reach our group.
  private static var hasKeys: Bool {
    let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    return tcgetpgrp(terminal) == getpgrp()
  }
}
