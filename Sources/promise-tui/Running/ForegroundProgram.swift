import ArgumentParser
import PromiseSystem

/// A program that runs in our place: in our group, so that the keys of the terminal reach it.
struct ForegroundProgram {
  /// Its name or path, and its arguments.
  var words: [String]
  /// Variables beside ours.
  var variables: [String: String?]
  /// Its descriptors by ours; it has our own three, if nothing else is said.
  var descriptors: [Int32: Int32] = [
    STDIN_FILENO: STDIN_FILENO, STDOUT_FILENO: STDOUT_FILENO, STDERR_FILENO: STDERR_FILENO,
  ]

  /// Runs it to its end, and does nothing meanwhile but hand signals on.
  ///
  /// - Throws: The exit status, once the reason is told: 66 where there is no such program.
  func run() throws -> ChildProcess.Ending {
    guard let pipe = WakePipe() else { throw ExitCode.failure }
    Signals.tell(pipe)
    defer { Signals.release() }
    let child = try ChildProcess.startOrExplain(
      ChildProcess.Program(
        words: words, variables: variables, descriptors: descriptors, leadsGroup: false))
    while true {
      if let ending = child.ending { return ending }
      var sources = [child.ended, pipe.reading].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      _ = poll(&sources, 2, -1)
      for signal in pipe.drain() { pass(signal, to: child) }
    }
  }

  /// What a key of the terminal has sent, the program has got as well.
  private func pass(_ signal: Int32, to child: ChildProcess) {
    switch signal {
    case SIGTERM, SIGHUP: child.send(signal)
    case SIGINT, SIGQUIT: if !Self.hasKeys { child.send(signal) }
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

extension ChildProcess {
  /// Starts a program; says why where that is not possible.
  ///
  /// - Throws: 66 where there is no such program, 1 where the system has no room for it.
  static func startOrExplain(_ program: Program) throws -> ChildProcess {
    do throws(StartError) {
      return try start(program)
    } catch {
      Output.complain(explanation(of: error, program.words.first ?? ""))
      throw ExitCode(error.exitStatus)
    }
  }
}
