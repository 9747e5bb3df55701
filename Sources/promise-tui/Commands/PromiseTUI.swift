import ArgumentParser
import PromiseKitLite
import PromiseSystem

/// The root command.
struct PromiseTUI: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "promise-tui",
    abstract: "Watch promises run: the chain, queues and code, event by event.",
    discussion: """
      Without a command, a list of demos opens. Each demo is ordinary Swift over PromiseKitLite, runs \
      job by job in a simulation, and can be stepped forward and backward; ? shows the keys.

      EXAMPLES
        promise-tui                                   pick a demo
        promise-tui demo login-fetch-submit           open this one
        promise-tui demo then-order --plain           print its report as text
        promise-tui explore dashboard-race            run it in every order
        promise-tui repeat -n 100 -- ./myapp          run your program many times
        promise-tui quiz zalgo                        predict what it does
        promise-tui new hello                         create a package of your own
        promise-tui watch hello                       rerun it whenever you save
        promise-tui run -- .build/debug/myapp         watch your own program run
        promise-tui run -- node app.js                watch a program of Node.js
        promise-tui open 4711                         watch a program that is running
        promise-tui attach --gate /tmp/myapp.gate     control its gate
        promise-tui record -- .build/debug/myapp      record your own program
        promise-tui open run.ptrace                   open a recorded run
        promise-tui check run.ptrace --golden my.order compare its order with a file
        promise-tui export zalgo -o zalgo.html        write a page to scrub through
        promise-tui diff before.ptrace after.ptrace   show what changed
        promise-tui lints                             list the warnings
        promise-tui dialects then-order               run it as other libraries do
        promise-tui --print-keys                      list the keys
        promise-tui config print                      change keys and colors
        promise-tui doctor                            see what your terminal can do
      """,
    version: programVersion,
    subcommands: [
      PickCommand.self, DemoCommand.self, ExploreCommand.self, RepeatCommand.self,
      QuizCommand.self, NewCommand.self, WatchCommand.self,
      RunCommand.self, AttachCommand.self, OpenCommand.self, RecordCommand.self,
      CheckCommand.self, DiffCommand.self, ExportCommand.self, LintsCommand.self,
      ConfigCommand.self, DialectsCommand.self, NodeHookCommand.self, DoctorCommand.self,
    ],
    defaultSubcommand: PickCommand.self)
}

extension PromiseTUI {
  /// Runs the command that the arguments name. An error ends the process.
  ///
  /// A message may repeat an argument, such as a file name, so it is sanitized.
  static func start() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      let code = exitCode(for: error)
      // The help and the version are not errors.
      if code.isSuccess { exit(withError: error) }
      let message = fullMessage(for: error)
      if !message.isEmpty { Output.writeError(sanitizedLines(message) + "\n") }
      PromiseSystem.exit(code.rawValue)
    }
  }
}

/// The program to run, given after `--`.
struct ProgramOptions: ParsableArguments {
  /// A program given without `--` is parsed as this argument.
  @Argument(help: .hidden) var stray: String?

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("After '--': the program and its arguments.", valueName: "program"),
    completion: .file())
  var arguments: [String] = []

  func validate() throws {
    if let first = stray {
      throw ValidationError("\(first): a program goes after '--', as in: -- \(first)")
    }
    guard let first = arguments.first, !first.isEmpty else {
      throw ValidationError("No program given: name one after '--', as in: -- .build/debug/myapp")
    }
  }

  /// The program's name, without its path.
  var name: String { Folder.name(of: arguments.first ?? "") }

  /// The name of its trace, if none is given. Node.js writes JSON Lines, named after the script that it
  /// runs.
  var traceName: String {
    guard NodeScript.startsNode(name) else { return name + TraceName.binary }
    let script =
      arguments.dropFirst().first { !$0.hasPrefix("-") }.map { Folder.name(of: $0) } ?? ""
    let ending = [".js", ".cjs", ".mjs", ".ts", ".cts", ".mts"].first { script.hasSuffix($0) }
    return (ending.map { String(script.dropLast($0.count)) } ?? name) + TraceName.lines
  }
}
