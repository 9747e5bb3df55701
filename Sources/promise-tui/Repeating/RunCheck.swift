import PromiseGraph
import PromiseInsight
import PromiseSystem

/// The command that judges each run after it has ended. Its variables name the trace and the output of the run.
struct RunCheck {
  /// The command line, for `sh`.
  let command: String
  /// The time limit.
  let limit: Duration

  /// What the command found.
  struct Result {
    var ending: RunEnding
    /// What it printed last.
    var summary: String?
  }

  /// Runs the command in the current folder, with variables that describe the run.
  ///
  /// - Parameter waiter: Closed to stop it.
  func make(
    _ run: RepeatedRun, trace: String?, output: String, _ waiter: EventWaiter
  ) throws(RepeatedProgram.Failure) -> Result {
    guard let printed = PrintedOutput() else { throw .check(String(cString: strerror(errno))) }
    var program = ChildProcess.Program(arguments: ["/bin/sh", "-c", command])
    program.variables = [
      "PROMISE_REPEAT_RUN": "\(run.number)", "PROMISE_REPEAT_ENDING": "\(run.ending)",
      "PROMISE_REPEAT_TRACE": trace.map(Folder.absolute) ?? "",
      "PROMISE_REPEAT_OUTPUT": Folder.absolute(output),
    ]
    printed.receive(from: &program)
    let child: ChildProcess
    do { child = try ChildProcess.start(program) } catch { throw .check(error.reason) }
    guard let ending = child.ending(within: limit, waiter, printing: printed) else {
      throw .stopped
    }
    let summary = printed.lastLines.last { !$0.isEmpty }
    // A shell exits with these if there is no such command, or if it is not a program.
    if case .exited(let status) = ending, status == 126 || status == 127 {
      throw .check(summary ?? "sh exited with status \(status)")
    }
    return Result(ending: ending, summary: summary)
  }
}

extension ChildProcess {
  /// Waits until the program ends, and takes what it prints. After the time limit the program is ended. Ends
  /// what is left of its process group.
  ///
  /// - Returns: How it ended; `nil` if `waiter` was closed, in which case the program was ended.
  func ending(
    within limit: Duration, _ waiter: EventWaiter, printing printed: PrintedOutput
  ) -> RunEnding? {
    printed.closeWriting()
    defer {
      endGroup()
      printed.readRest()
    }
    let deadline = EventWaiter.now + limit.nanoseconds
    while ending == nil {
      switch waiter.wait(for: [ended, printed.descriptor], until: deadline) {
      case .ready: printed.read()
      case .saved, .closed:
        end(asking: SIGTERM, patience: 500)
        return nil
      case .late:
        // The program gets time to write its last lines.
        end(asking: SIGTERM, patience: 500)
        return .timedOut
      }
    }
    return ending.map(RunEnding.init)
  }
}

extension RunEnding {
  /// Converts the ending that the system reports.
  fileprivate init(_ ending: ChildProcess.Ending) {
    switch ending {
    case .exited(let status): self = .exited(status)
    case .signalled(let number): self = .signalled(number)
    }
  }
}
