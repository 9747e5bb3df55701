import PromiseSystem

/// What a program printed, such as node for a script.
enum ProgramAnswer {
  case lines([String])
  /// There is no such program.
  case missing
  /// It failed, for this reason.
  case failed(String)

  /// Runs the command line to its end; a program that takes longer than `patience` is ended.
  init(to arguments: [String], within patience: Duration = patience) {
    // Options from the environment could change what a script prints.
    self.init(
      of: ChildProcess.Program(arguments: arguments, variables: ["NODE_OPTIONS": nil]),
      within: patience)
  }

  /// Runs the program to its end, in its own environment.
  init(of program: ChildProcess.Program, within patience: Duration = patience) {
    guard let printed = PrintedOutput() else {
      self = .failed(String(cString: strerror(errno)))
      return
    }
    var program = program
    printed.receive(from: &program)
    do {
      self = Self.answer(of: try ChildProcess.start(program), printed, within: patience)
    } catch {
      self = error.status == 66 ? .missing : .failed(error.reason)
    }
  }

  private static func answer(
    of child: ChildProcess, _ printed: PrintedOutput, within patience: Duration
  ) -> Self {
    printed.closeWriting()
    let deadline = EventWaiter.now + patience.nanoseconds
    while child.ending == nil, EventWaiter.now < deadline {
      _ = waitToRead([child.ended, printed.descriptor], milliseconds: 1000)
      printed.read()
    }
    guard let ending = child.ending else {
      child.end()
      return .failed("it did not end within \(patience.components.seconds) seconds")
    }
    child.endGroup()
    printed.readRest()
    guard ending == .exited(0) else { return .failed("it ended with status \(ending.status)") }
    let lines = printed.lastLines
    return .lines(lines.last == "" ? lines.dropLast() : lines)
  }

  /// No script takes a tenth of it.
  static let patience = Duration.seconds(20)
}
