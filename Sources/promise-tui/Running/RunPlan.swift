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
      canRunAgain: true)
  }

  /// Returns the program with its trace sent to a socket, and its output to two descriptors.
  func process(socket: String, output: Int32, error: Int32) -> ChildProcess.Program {
    var program = program(recordingAt: "unix:\(socket)", output: output, error: error)
    // The output is shown as text: colors and cursor movements would only get in the way.
    program.variables["TERM"] = "dumb"
    program.variables["NO_COLOR"] = "1"
    return program
  }

  /// Rewinds the input if it is a file; a pipe can be read only once.
  func rewindInput() {
    if let input, inputStart >= 0 { lseek(input, inputStart, SEEK_SET) }
  }

  /// Returns the program with its trace recorded at `place`.
  func program(recordingAt place: String, output: Int32, error: Int32) -> ChildProcess.Program {
    var program = ChildProcess.Program(arguments, recordingAt: place, values: includesValues)
    program.descriptors = [STDOUT_FILENO: output, STDERR_FILENO: error]
    program.descriptors[STDIN_FILENO] = input
    return program
  }
}

/// The standard input of a program: the file of `--stdin`.
enum ProgramInput {
  /// Opens the file, or standard input for `-`.
  ///
  /// - Throws: The exit status, after the reason is reported.
  static func open(_ path: String) throws -> Int32 {
    if let problem = problem(with: path, keysAreTyped: isatty(STDIN_FILENO) == 1) {
      throw problem.report()
    }
    guard path != "-" else { return STDIN_FILENO }
    let descriptor = PromiseSystem.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandError("--stdin: \(FileError.sentence(.read, path, errno))", status: 66).report()
    }
    return descriptor
  }

  /// Returns why nothing can be read there; `nil` if something may.
  static func problem(with path: String, keysAreTyped: Bool) -> CommandError? {
    if path.isEmpty {
      return CommandError("--stdin needs the name of a file, or - to read a pipe", status: 64)
    }
    if path == "-", keysAreTyped {
      return CommandError(
        "--stdin -: the screen needs the keyboard: name a file, or pipe something in", status: 64)
    }
    guard Folder.leadsToFolder(path) else { return nil }
    return CommandError("--stdin: \(FileError.sentence(.read, path, EISDIR))", status: 66)
  }
}
