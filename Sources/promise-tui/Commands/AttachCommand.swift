import ArgumentParser
import PromiseGraph
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// `promise-tui attach SOCKET` or `promise-tui attach PID`: shows a program that is already running.
struct AttachCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach",
    abstract: "Watch the promises of a program that is already running.",
    usage: "promise-tui attach <socket|process> ... [<options>]",
    discussion: """
      A program that links PromiseKitLite and has PROMISE_TRACE=unix:SOCKET in its environment listens \
      on that socket. When you attach, you see the live promises and then every new event; the \
      program keeps running when you leave. If no program is listening yet, or the program stops \
      listening, attach waits for it. If standard output is not a terminal, a report is printed \
      when the program ends; with --json, each event is printed as a line as soon as it happens.

      A program that Node.js runs is named by its process ID. It loads a script that records what \
      happens from then on, until you leave; its inspector is open for that moment, which Node.js \
      reports on the program's standard error.

      Several sockets or processes are shown on one screen, with a group of queues for each.

      With --gate, the socket is the one in PROMISE_GATE=unix:SOCKET, and the screen stops the program \
      between the handlers of its chains and chooses what runs next. When you leave, or if promise-tui \
      is stopped, the program goes on.

      EXAMPLES
        PROMISE_TRACE=unix:/tmp/myapp.sock .build/debug/myapp
        promise-tui attach /tmp/myapp.sock
        promise-tui attach /tmp/myapp.sock --plain
        promise-tui attach /tmp/myapp.sock --json | jq -c 'select(.k == "settled")'
        promise-tui attach $(pgrep -f server.js)
        promise-tui attach /tmp/shop.sock /tmp/store.sock
        PROMISE_GATE=unix:/tmp/myapp.gate .build/debug/myapp
        promise-tui attach --gate /tmp/myapp.gate
      """)

  @Argument(
    help: ArgumentHelp(
      "The sockets that programs listen on, or the IDs of processes of Node.js.",
      valueName: "socket|process"),
    completion: .file())
  var sockets: [String]

  @Flag(help: "Control the gate of the program at this socket. See docs/gate.md.")
  var gate = false

  @OptionGroup var stops: BreakpointOptions

  @OptionGroup var shown: ShownRunOptions

  func validate() throws {
    try shown.validate(isReal: true)
  }

  func run() throws {
    if gate || !stops.breakpoints.isEmpty { return try attachToGate() }
    if sockets.count > 1 { return try attachToSeveral() }
    let path = Self.path(sockets.first ?? "")
    if !Folder.exists(path), let process = NodeProcess(path) { return try attach(to: process) }
    if let problem = SocketPath.problem(with: path) { throw problem.report() }
    if let form = shown.form { return try print(form, path) }
    let feed = AttachFeed(path: path, finder: shown.sources.finder)
    try Screens(play: shown.play).show(
      ProgramSource(begin: feed.begin), opening: Folder.name(of: path)
    ) {
      try print(shown.text, path)
    }
  }

  private static func path(_ socket: String) -> String {
    socket.hasPrefix("unix:") ? String(socket.dropFirst(5)) : socket
  }

  /// Shows a program, and controls its gate.
  private func attachToGate() throws {
    guard sockets.count == 1 else {
      throw usageError(
        "--gate controls one program: name one socket. 'promise-tui run --gate' controls all "
          + "processes of a program")
    }
    let path = Self.path(sockets.first ?? "")
    if let problem = SocketPath.problem(with: path, of: .gate) { throw problem.report() }
    try GateScreen.check(shown, printsText: shown.form != nil)
    let source = ProgramSource { [finder = shown.sources.finder] sender in
      GatedAttachFeed(path, adding: stops.breakpoints, finder: finder, sender: sender)
    }
    try Screens(play: shown.play).show(source, opening: Folder.name(of: path)) {
      throw GateScreen.missing
    }
  }

  /// Shows several programs on one screen.
  private func attachToSeveral() throws {
    guard sockets.count <= ProcessMerger.most else {
      throw usageError("a screen shows at most \(ProcessMerger.most) processes")
    }
    guard let folder = PrivateFolder() else {
      throw CommandError(FileError.temporary(errno)).report()
    }
    defer { folder.remove() }
    let places = try sockets.map(Self.path).map { path -> ProcessesFeed.Place in
      guard !Folder.exists(path), let process = NodeProcess(path) else {
        if let problem = SocketPath.problem(with: path) { throw problem.report() }
        return .socket(path)
      }
      let trace = "\(folder.path)/\(process.id).jsonl"
      do throws(CommandError) {
        try process.record(to: trace)
      } catch {
        throw error.report()
      }
      return .file(trace, of: process.id)
    }
    let feed = ProcessesFeed(places: places, follows: false, finder: shown.sources.finder)
    if let form = shown.form { return try shown.print(feed.collect(), as: form) }
    try Screens(play: shown.play).show(
      ProgramSource(begin: feed.begin), opening: feed.program.entry.name
    ) {
      try shown.print(feed.collect(), as: shown.text)
    }
  }

  /// Records a process of Node.js to a file, and follows that. Without the file, the recording ends.
  private func attach(to process: NodeProcess) throws {
    guard let folder = PrivateFolder() else {
      throw CommandError(FileError.temporary(errno)).report()
    }
    defer { folder.remove() }
    let trace = "\(folder.path)/\(process.id).jsonl"
    do throws(CommandError) {
      try process.record(to: trace)
    } catch {
      throw error.report()
    }
    let input = try TraceInput.open(trace)
    defer { input.close() }
    let print = { (form: PrintedForm) in
      // The process is no child, whose end would be reported.
      while process.isRunning { _ = waitToRead([], milliseconds: 50) }
      try shown.print(try RecordedRun.read(input), as: form)
    }
    if case .trace = shown.form { return try relay(input, while: { process.isRunning }) }
    if let form = shown.form { return try print(form) }
    let source = ProgramSource { [finder = shown.sources.finder] sender in
      TraceFeed(input: input, growth: FileGrowth(of: input), finder: finder).begin(sender)
    }
    try Screens(play: shown.play).show(source, opening: Folder.name(of: trace)) {
      try print(shown.text)
    }
  }

  /// Reads until the program ends, and prints what it sent.
  private func print(_ form: PrintedForm, _ path: String) throws {
    guard let pipe = WakePipe() else { throw ExitCode.failure }
    var connector = Connector(path: path)
    let outcome = connector.connect(stop: pipe.reading) { Output.printError($0) }
    guard case .connected(let connection) = outcome else {
      if case .failed(let sentence) = outcome { Output.printError(sentence) }
      throw ExitCode(66)
    }
    let flags = fcntl(connection, F_GETFL)
    _ = fcntl(connection, F_SETFL, flags & ~O_NONBLOCK)
    let input = TraceInput(name: path, descriptor: connection, path: path)
    if case .trace = form { return try relay(input) }
    let run = try RecordedRun.read(input)
    try shown.print(run, as: form)
  }

  /// Prints each event as it arrives, until the program ends.
  private func relay(_ input: TraceInput, while grows: () -> Bool = { false }) throws {
    var relay = TraceRelay()
    do throws(TraceError) {
      var mayGrow = true
      while mayGrow {
        mayGrow = grows()
        try input.readAll { bytes throws(TraceError) in Output.emit(try relay.take(bytes)) }
        if mayGrow { _ = waitToRead([], milliseconds: 50) }
      }
      let (lines, complaints) = try relay.finish()
      Output.emit(lines)
      for sentence in complaints { Output.printError("\(input.name): \(sentence)") }
    } catch {
      throw CommandError("\(input.name): \(error.advice)", status: 65).report()
    }
    if relay.isDamaged { throw ExitCode(65) }
  }
}
