import ArgumentParser
import PromiseKitLite
import PromiseSystem

/// The root command.
struct PromiseTUI: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "promise-tui",
    abstract: "Watch promises run: the chain, queues and code, event by event.",
    usage: "promise-tui [<screen options>] [<command>] ...",
    discussion: """
      EXAMPLES
        promise-tui                             pick a demo, and step through it
        promise-tui run -- .build/debug/myapp   watch your program, or node app.js
        promise-tui repeat -- ./flaky           find the order that fails now and then
      """,
    version: programVersion,
    subcommands: [
      DemoCommand.self, ExploreCommand.self, RepeatCommand.self, QuizCommand.self, RunCommand.self,
      RecordCommand.self, OpenCommand.self, CheckCommand.self, DiffCommand.self,
      ExportCommand.self, WatchCommand.self, AboutCommand.self,
    ],
    defaultSubcommand: DemoCommand.self)

  @OptionGroup var screen: ScreenOptions
}

extension PromiseTUI {
  /// The help of the program, which fits a screen of 24 lines: its options are those of `about screen`.
  static var help: String {
    let commands = configuration.subcommands.map { command in
      let name = command.configuration.commandName ?? ""
      return "  \(name.padded(to: 10))\(command.configuration.abstract)\n"
    }
    return """
      OVERVIEW: \(configuration.abstract)

      USAGE: \(configuration.usage ?? "")

      \(configuration.discussion.split(separator: "\n").dropFirst().map { "\($0)\n" }.joined())
      SUBCOMMANDS:
      \(commands.joined())
      Details: 'promise-tui help COMMAND'; screen options: 'promise-tui about screen'.

      """
  }

  /// The names of the commands.
  static var commands: [String] { configuration.subcommands.map { $0._commandName } }

  /// Runs the command that the arguments name. An error ends the process.
  static func start() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    // An older script may ask for words that are no longer completed.
    let isCompletion = arguments.first == "---completion"
    do {
      if !isCompletion {
        let typed = TypedCommand(arguments)
        if typed.isOld { Output.printError("this is now spelled: \(typed.line)") }
        for (name, value) in typed.variables(in: .current) { setenv(name, value, 1) }
        if typed.asksForHelp { return Output.emit(help) }
        try typed.check()
        arguments = typed.arguments
      }
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch {
      end(with: error, isSilent: isCompletion)
    }
  }

  /// Prints what an error says, and ends the process with its status.
  ///
  /// A message may repeat an argument, such as a file name, so it is sanitized.
  static func end(with error: any Error, isSilent: Bool = false) -> Never {
    if let error = error as? CommandError { PromiseSystem.exit(error.report().rawValue) }
    let code = exitCode(for: error)
    // The help and the version are not errors.
    if code.isSuccess { exit(withError: error) }
    let message = isSilent ? "" : fullMessage(for: error)
    if !message.isEmpty { Output.writeError(sanitizedLines(message) + "\n") }
    PromiseSystem.exit(code.rawValue)
  }
}
