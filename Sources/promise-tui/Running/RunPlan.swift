import PromiseScreens
import PromiseSystem

/// A program to run, and what it is to find.
struct RunPlan: Sendable {
  /// Its name or path, and its arguments.
  var words: [String]
  /// What it reads, as an open descriptor; nothing, if none is given.
  var input: Int32? {
    didSet { inputStart = input.map { lseek($0, 0, SEEK_CUR) } ?? -1 }
  }
  /// Where a file that it reads begins; negative where it is no file.
  private var inputStart: off_t = -1
  /// Values and errors are written as text.
  var includesValues = true
  /// Who finds its files.
  var finder: SourceFinder

  init(words: [String], finder: SourceFinder) {
    self.words = words
    self.finder = finder
  }

  /// What it is called.
  var name: String { Folder.name(of: words.first ?? "") }

  /// As the screens name it.
  var program: LiveProgram {
    LiveProgram(
      entry: RunDescriptor(name: name, teaches: words.joined(separator: " ")), hasOutput: true,
      canRunAgain: true)
  }

  /// The program, with its trace at a socket, and its two outputs.
  func process(socket: String, output: Int32, error: Int32) -> ChildProcess.Program {
    var program = program(recordingAt: "unix:\(socket)", output: output, error: error)
    // What it prints is shown as text: colours and moves of a cursor would be noise.
    program.variables["TERM"] = "dumb"
    program.variables["NO_COLOR"] = "1"
    return program
  }

  /// Has a file that it reads begin again; what is piped in can be read once.
  func rewindInput() {
    if let input, inputStart >= 0 { lseek(input, inputStart, SEEK_SET) }
  }

  /// The program with its trace at that place.
  func program(recordingAt place: String, output: Int32, error: Int32) -> ChildProcess.Program {
    var program = ChildProcess.Program(words, recordingAt: place, values: includesValues)
    program.descriptors = [STDOUT_FILENO: output, STDERR_FILENO: error]
    program.descriptors[STDIN_FILENO] = input
    return program
  }
}

/// What a program reads that is run: the file of `--stdin`.
enum ProgramInput {
  /// The file, or for `-` what is piped in, as an open descriptor.
  ///
  /// - Throws: The exit status, once the reason is told.
  static func open(_ path: String) throws -> Int32 {
    if let refusal = refusal(of: path, keysAreTyped: isatty(STDIN_FILENO) == 1) {
      throw refusal.told()
    }
    guard path != "-" else { return STDIN_FILENO }
    let descriptor = PromiseSystem.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandError("--stdin: \(FileError.sentence(.read, path, errno))", status: 66).told()
    }
    return descriptor
  }

  /// Why nothing can be read there; none where something may.
  static func refusal(of path: String, keysAreTyped: Bool) -> CommandError? {
    if path.isEmpty {
      return CommandError("--stdin is empty: name a file, or - for what is piped in", status: 64)
    }
    if path == "-", keysAreTyped {
      return CommandError(
        "--stdin -: the keys are for the screens: name a file, or pipe something in", status: 64)
    }
    guard Folder.leadsToFolder(path) else { return nil }
    return CommandError("--stdin: \(FileError.sentence(.read, path, EISDIR))", status: 66)
  }
}
