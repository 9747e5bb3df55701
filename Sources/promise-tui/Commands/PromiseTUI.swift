import ArgumentParser

/// The program as a command.
struct PromiseTUI: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "promise-tui",
    abstract: "Watch promises run: the chain, the queues, the code, event by event.",
    discussion: """
      Without a command it opens a list of the demos. Each of them is ordinary Swift over \
      PromiseKitLite, runs job by job in a simulation, and can be stepped forwards and backwards; \
      ? shows the keys.

      EXAMPLES
        promise-tui                                   pick a demo
        promise-tui demo login-fetch-submit           open this one
        promise-tui demo then-order --plain           its report as text
        promise-tui explore dashboard-race            every order that it can run in
        promise-tui repeat -n 100 -- ./myapp          your own program, again and again
        promise-tui quiz zalgo                        be asked what it does
        promise-tui new hello                         a package for lines of your own
        promise-tui watch hello                       see them run whenever you save
        promise-tui run -- .build/debug/myapp         see a program of your own run
        promise-tui attach /tmp/myapp.sock            see one that runs already
        promise-tui record -- .build/debug/myapp      record a program of your own
        promise-tui open run.jsonl                    see a run that your program recorded
        promise-tui check run.jsonl --golden my.order compare its order with a file
        promise-tui export zalgo -o zalgo.html        a page with a scrubber over its run
        promise-tui diff before.jsonl after.jsonl     what is otherwise in another run
        promise-tui lints                             the mistakes that are looked for
        promise-tui --print-keys                      what each key does
      """,
    version: "0.1.0",
    subcommands: [
      PickCommand.self, DemoCommand.self, ExploreCommand.self, RepeatCommand.self,
      QuizCommand.self, NewCommand.self, WatchCommand.self,
      RunCommand.self, AttachCommand.self, OpenCommand.self, RecordCommand.self,
      CheckCommand.self, DiffCommand.self, ExportCommand.self, LintsCommand.self,
    ],
    defaultSubcommand: PickCommand.self)
}

/// A program that is to be run, after `--`.
struct ProgramOptions: ParsableArguments {
  /// Where `--` was forgotten, it lands here.
  @Argument(help: .hidden) var stray: String?

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("After '--': the program, and its arguments.", valueName: "program"))
  var words: [String] = []

  func validate() throws {
    if let first = stray {
      throw ValidationError("The program stands after '--', as in: -- \(first)")
    }
    guard let first = words.first, !first.isEmpty else {
      throw ValidationError("Say which program, after '--', as in: -- .build/debug/myapp")
    }
  }

  /// What the program is called.
  var name: String { Folder.name(of: words.first ?? "") }
}
