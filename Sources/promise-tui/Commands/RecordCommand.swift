import ArgumentParser
import PromiseSystem

/// `promise-tui record -o FILE -- PROGRAM`: records a program's run in a file.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Run your own program and record it in a file.",
    usage: "promise-tui record [<options>] -- <program> [<arguments>]",
    discussion: """
      The program links PromiseKitLite, or is run by Node.js 18 or later; it is not changed otherwise. It keeps the terminal, its input \
      and its output, as if it ran by itself; it gets the signals that are sent to promise-tui, and \
      its exit status is passed on. Afterwards, a line on standard error says what was recorded.

      EXAMPLES
        promise-tui record -- .build/debug/myapp
        promise-tui record -o run.ptrace -- .build/debug/myapp --verbose
        promise-tui record -o run.jsonl -- .build/debug/myapp     JSON Lines
        promise-tui record -o run-%p.ptrace -- ./tests.sh
        promise-tui record --values off -- .build/debug/myapp
        promise-tui record -- node app.js
        promise-tui open run.ptrace
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; %p stands for the process ID. Default: the program's name with .ptrace, for Node.js the script's name with .jsonl.",
      valueName: "file"),
    completion: .file())
  var output: String?

  @Option(help: "Whether to record values and errors as text; they may be secret.")
  var values: Values = .on

  @Flag(help: "Overwrite the file even if it is not a trace.")
  var force = false

  @OptionGroup var program: ProgramOptions

  /// Whether values are recorded.
  enum Values: String, ExpressibleByArgument, CaseIterable {
    case on, off
  }

  func run() throws {
    let path = output ?? program.traceName
    try RecordedFile.check(path, force: force)
    let file = RecordedFile(path)
    var recorded = ChildProcess.Program(
      program.arguments, recordingTo: .file(path), values: values == .on)
    for standard in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      recorded.descriptors[standard] = standard
    }
    let ending = try recorded.runInForeground()
    for sentence in file.summary(of: program.name) { Output.printError(sentence) }
    throw ExitCode(ending.status)
  }
}
