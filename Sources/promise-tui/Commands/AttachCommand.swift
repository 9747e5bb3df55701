import ArgumentParser
import PromiseScreens

/// `promise-tui attach --gate SOCKET`: controls the gate of a program that is running. Without `--gate`, it does what
/// `promise-tui open` does, and its screen follows the program.
struct AttachCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach",
    abstract: "Control the gate of a program that is already running, or watch its promises.",
    usage: "promise-tui attach --gate <socket> | <file|process> ... [<options>]",
    discussion: """
      With --gate, the socket is the one in PROMISE_GATE=unix:SOCKET, and the screen stops the program \
      between the handlers of its chains and chooses what runs next. When you leave, or if promise-tui \
      is stopped, the program goes on. If no program is listening yet, or the program stops listening, \
      attach waits for it.

      Without --gate, the screen shows what 'promise-tui open --follow' shows, and the printed forms \
      are those of 'promise-tui open'.

      EXAMPLES
        PROMISE_GATE=unix:/tmp/myapp.gate .build/debug/myapp
        promise-tui attach --gate /tmp/myapp.gate
        promise-tui attach run.ptrace
        promise-tui attach $(pgrep -f server.js)
      """)

  @Argument(
    help: ArgumentHelp(
      "The socket of a gate; without --gate, traces, or the IDs of processes.",
      valueName: "socket|file|process"),
    completion: .file())
  var names: [String]

  @Flag(help: "Control the gate of the program at this socket. See docs/gate.md.")
  var gate = false

  @OptionGroup var stops: BreakpointOptions

  @OptionGroup var shown: ShownRunOptions

  func validate() throws {
    try shown.validate(isReal: true)
  }

  func run() throws {
    guard gate || !stops.breakpoints.isEmpty else {
      return try RunOpening(names: names, follows: true, shown: shown).show()
    }
    guard names.count == 1 else {
      throw usageError(
        "--gate controls one program: name one socket. 'promise-tui run --gate' controls all "
          + "processes of a program")
    }
    let name = names[0]
    let path = name.hasPrefix("unix:") ? String(name.dropFirst(5)) : name
    if let problem = SocketPath.problem(with: path) { throw problem.report() }
    try GateScreen.check(shown, printsText: shown.form != nil)
    let source = ProgramSource { [finder = shown.sources.finder] sender in
      GatedAttachFeed(path, adding: stops.breakpoints, finder: finder, sender: sender)
    }
    try Screens(play: shown.play).show(source, opening: Folder.name(of: path)) {
      throw GateScreen.missing
    }
  }
}
