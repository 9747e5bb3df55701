import ArgumentParser
import PromiseSystem

/// `promise-tui record -o FILE -- PROGRAM`: a program's run, written to a file.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Run a program of your own and record it in a file.",
    discussion: """
      The program links PromiseKitLite, and nothing else in it is changed. It has the terminal, its input and its \
      outputs as if it ran by itself, and its exit status is passed on. Afterwards a line on standard error says what \
      was recorded.

      EXAMPLES
        promise-tui record -- .build/debug/myapp
        promise-tui record -o run.jsonl -- .build/debug/myapp --verbose
        promise-tui record -o run-%p.jsonl -- ./tests.sh
        promise-tui record --values off -- .build/debug/myapp
        promise-tui open run.jsonl
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file; %p in it is the number of the process. The program's name with .jsonl, if nothing is said.",
      valueName: "file"),
    completion: .file())
  var output: String?

  @Option(help: "Whether values and errors are written as text, which may be secret.")
  var values: Values = .on

  @Flag(help: "Write to the file even if it is there and no trace.")
  var force = false

  @OptionGroup var program: ProgramOptions

  /// Whether values are written.
  enum Values: String, ExpressibleByArgument, CaseIterable {
    case on, off
  }

  func run() throws {
    let path = output ?? "\(program.name).jsonl"
    try RecordedFile.check(path, force: force)
    let file = RecordedFile(path)
    var recorded = ChildProcess.Program(
      program.words, recordingAt: Folder.absolute(path), values: values == .on)
    for standard in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      recorded.descriptors[standard] = standard
    }
    let ending = try recorded.runInForeground()
    for sentence in file.summary(of: program.name) { Output.complain(sentence) }
    throw ExitCode(ending.status)
  }
}
