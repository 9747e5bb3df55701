import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// A program to run, and its environment.
struct RunPlan: Sendable {
  /// The program's name or path, followed by its arguments.
  var arguments: [String]
  /// The descriptor of its standard input; `nil` for no input.
  var input: Int32? {
    didSet { inputStart = input.map { lseek($0, 0, SEEK_CUR) } ?? -1 }
  }
  /// The offset at which the input file begins; negative if it is not a file.
  private var inputStart: off_t = -1
  /// Whether values and errors are recorded as text.
  var includesValues = true
  /// Finds the source files.
  var finder: SourceFinder
  /// How its gate is controlled; `nil` if it is not.
  var gate: GatePlan?
  /// The schedule that it is to keep.
  var schedule: ScheduleFile?
  /// The file for the order in which its jobs start, if one was named.
  var orderFile: String?

  init(arguments: [String], finder: SourceFinder) {
    self.arguments = arguments
    self.finder = finder
  }

  /// The program's name, without its path.
  var name: String { Folder.name(of: arguments.first ?? "") }

  /// The program as the screen describes it.
  var program: LiveProgram {
    LiveProgram(
      entry: RunDescriptor(name: name, teaches: arguments.joined(separator: " ")), hasOutput: true,
      canRunAgain: true, breakpoints: gate?.breakpoints.list)
  }

  /// Returns the program with its trace written to the file at `path`, and its output to two descriptors whose
  /// lines are shown.
  func shownProgram(recordingTo path: String, output: Int32, error: Int32)
    -> ChildProcess.Program
  {
    var program = program(recordingTo: path, output: output, error: error)
    // The output is shown as text: colors and cursor movements would only get in the way.
    program.variables["TERM"] = "dumb"
    program.variables["NO_COLOR"] = "1"
    return program
  }

  /// Rewinds the input if it is a file; a pipe can be read only once.
  func rewindInput() {
    if let input, inputStart >= 0 { lseek(input, inputStart, SEEK_SET) }
  }

  /// Returns the program with its trace written to the file at `path`, and its output to two descriptors.
  func program(recordingTo path: String, output: Int32, error: Int32)
    -> ChildProcess.Program
  {
    var program = ChildProcess.Program(arguments, recordingTo: path, values: includesValues)
    program.descriptors = [STDOUT_FILENO: output, STDERR_FILENO: error]
    program.descriptors[STDIN_FILENO] = input
    if let schedule { program.variables["PROMISE_SCHEDULE"] = Folder.absolute(schedule.path) }
    return program
  }
}

extension RunPlan {
  /// Runs the program to its end, calls `body` with what it recorded, if anything, and with its exit status, and
  /// throws that. What it prints goes to standard error.
  func record(_ body: (Recording?, Int32) throws -> Void) throws {
    guard let folder = PrivateFolder() else { throw CommandError.noTemporary() }
    let ending = try program(
      recordingTo: "\(folder.path)/run-%p\(TraceName.binary)", output: STDERR_FILENO,
      error: STDERR_FILENO
    ).runInForeground()
    let traces = TracePaths.inFolder(folder.path)
    guard let trace = traces.first else {
      for sentence in RecordedFile.nothing(of: name) { Output.printError(sentence) }
      try body(nil, ending.status)
      throw ExitCode(ending.status)
    }
    var run = try recorded(in: traces)
    if observesOrder {
      let first = traces.count > 1 ? try recorded(in: [trace]) : run
      for sentence in keep(.init(ScheduleReader(first.events), processes: traces.count)) {
        Output.printError(sentence)
      }
    }
    run.entry.teaches = self.program.entry.teaches
    try body(run, ending.status)
    throw ExitCode(ending.status)
  }

  private func recorded(in traces: [String]) throws -> Recording {
    let inputs = try ProcessMerger.shown(traces).map(TraceInput.open)
    defer { for input in inputs { input.close() } }
    return try Recording.read(
      inputs.map { TraceInput(name: name, descriptor: $0.descriptor, path: nil) })
  }
}

/// The standard input of a program: the file of `--stdin`.
enum ProgramInput {
  /// Opens the file, or standard input for `-`. A terminal is rejected if the program is shown on a
  /// screen, which reads the keys itself.
  ///
  /// - Throws: Why nothing can be read there.
  static func open(_ path: String, hasScreen: Bool) throws(CommandError) -> Int32 {
    let isTyped = hasScreen && isatty(STDIN_FILENO) == 1
    if let problem = problem(with: path, keysAreTyped: isTyped) { throw problem }
    guard path != "-" else { return STDIN_FILENO }
    let descriptor = PromiseSystem.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path).about("--stdin") }
    if hasScreen, isatty(descriptor) == 1 { throw needsKeyboard(path) }
    return descriptor
  }

  /// Returns why nothing can be read there; `nil` if something may.
  static func problem(with path: String, keysAreTyped: Bool) -> CommandError? {
    if path.isEmpty {
      return CommandError("--stdin needs the name of a file, or - to read a pipe", status: 64)
    }
    if path == "-", keysAreTyped { return needsKeyboard(path) }
    guard Folder.leadsToFolder(path) else { return nil }
    return .unreadable(path, EISDIR).about("--stdin")
  }

  private static func needsKeyboard(_ path: String) -> CommandError {
    CommandError(
      "--stdin \(path): the screen needs the keyboard: name a file, or pipe something in. "
        + "'promise-tui record' leaves the keyboard to the program", status: 64)
  }
}

extension RunPlan {
  /// Whether the order in which the jobs of the program start is needed.
  var observesOrder: Bool { gate != nil || schedule != nil || orderFile != nil }

  /// Compares the order of a run with the schedule, and keeps it for another run. Returns sentences about
  /// both.
  func keep(_ order: RunOrder.Snapshot) -> [String] { comparison(with: order) + kept(order) }

  /// Returns how much of the schedule a run has kept, as sentences; none without a schedule.
  func comparison(with order: RunOrder.Snapshot) -> [String] {
    guard let schedule else { return [] }
    return ScheduleComparison(order.schedule, with: schedule.schedule)
      .sentences(of: schedule.path, missed: order.missed)
  }

  private func kept(_ order: RunOrder.Snapshot) -> [String] {
    guard gate != nil || orderFile != nil else { return [] }
    guard !order.schedule.started.steps.isEmpty else {
      if let orderFile { return ["\(orderFile) is not written: nothing of \(name) has started"] }
      return order.schedule.steps.isEmpty
        ? [] : ["no order is kept: nothing of \(name) has started"]
    }
    let command = arguments.map(shellQuoted).joined(separator: " ")
    let path: String
    do {
      if let orderFile {
        try KeptSchedules.write(order.schedule, to: orderFile, comment: command)
        path = orderFile
      } else {
        path = try KeptSchedules.keep(
          order.schedule, of: name, comment: command, in: UserFolders(.current))
      }
    } catch {
      return [error.sentence]
    }
    let count =
      (order.isCut ? "the first " : "") + plural(order.schedule.started.steps.count, "start")
    let process = order.processes > 1 ? " of the first of \(order.processes) processes" : ""
    return [
      "the order of \(count)\(process) is in \(path): "
        + "promise-tui run --schedule \(shellQuoted(path)) -- \(command)"
    ]
  }
}
