import Foundation
import Testing

/// A run of the program in a terminal, with the terminal's modes before and after it.
struct Session {
  let terminal: Terminal

  /// Starts `promise-tui` with arguments and nothing kept from earlier starts, after assignments such as
  /// `TERM=dumb` and with redirections such as `</dev/null`.
  init(
    _ arguments: String, with assignments: String = "", redirected redirections: String = "",
    width: Int = 80, height: Int = 24
  ) throws {
    terminal = try Terminal(
      width: width, height: height,
      script: """
        cd "$1"
        export XDG_CONFIG_HOME="$PWD/config" XDG_STATE_HOME="$PWD/state"
        trap : INT QUIT HUP TERM
        stty -a >before
        sh -c 'echo $$ >process; \(assignments) exec \(Binary.path) \(arguments) \(redirections)'
        echo $? >status
        stty -a >after
        exec cat
        """)
  }

  private init(_ terminal: Terminal) { self.terminal = terminal }

  /// Starts `promise-tui` from a shell with job control.
  static func inShell(_ arguments: String) throws -> Session {
    let session = Session(
      try Terminal(
        script: "cd \"$1\"; export XDG_STATE_HOME=$PWD/state; stty -a >before; exec /bin/sh -i"))
    try session.waitForPrompt()
    try session.terminal.type(
      "sh -c 'echo $$ >process; exec \(Binary.path) \(arguments)'", "Enter")
    return session
  }

  /// Waits until the shell is in the foreground of the terminal.
  func waitForPrompt() throws {
    try terminal.wait(until: "the shell") {
      $0.trimmingCharacters(in: .newlines).split(separator: "\n").last == "$"
    }
  }

  /// The contents of the header: the event, the number of events, and whether it plays.
  struct Header: Equatable {
    var event: Int
    var last: Int
    var isPaused: Bool

    /// Parses the first line of a screen; `nil` if it shows no run.
    init?(_ screen: String) {
      let first = screen.prefix { $0 != "\n" }
      guard let position = first.firstMatch(of: /ev(?:ent)? +(\d+)\/(\d+)/),
        let event = Int(position.1), let last = Int(position.2)
      else { return nil }
      self.event = event
      self.last = last
      isPaused = first.contains("PAUSED")
    }
  }

  /// Waits until the header fulfills a condition, and returns the screen.
  @discardableResult
  func wait(until what: String, _ condition: (Header) -> Bool) throws -> String {
    try terminal.wait(until: what) { Header($0).map(condition) ?? false }
  }

  /// Waits until the first events have been played, and pauses; returns the event of the playhead.
  @discardableResult
  func playAndPause() throws -> Int {
    try wait(until: "a demo that plays") { $0.event > 2 && !$0.isPaused }
    try terminal.type("Space")
    let screen = try wait(until: "a pause") { $0.isPaused }
    return Header(screen)?.event ?? 0
  }

  /// Returns the picture of a paused program: the screen after the program has drawn everything,
  /// and the terminal has received it.
  func picture() throws -> String {
    let process = try process()
    return try EndToEndTests.wait(for: "a picture that stays") {
      guard let rest = Rest(of: process) else { return nil }
      let screen = try terminal.screen()
      let again = try terminal.screen()
      return screen == again && rest == Rest(of: process) ? screen : nil
    }
  }

  /// Sends the program a signal.
  func send(_ signal: Int32) throws {
    kill(try process(), signal)
  }

  /// The process ID of the program.
  func process() throws -> pid_t {
    try EndToEndTests.wait(for: "the program's process") {
      terminal.scratch.text("process").flatMap { pid_t($0.dropLast()) }
    }
  }

  /// Waits for the end of the program; returns its exit status.
  func status() throws -> Int32 {
    do {
      return try EndToEndTests.wait(for: "the end of the program") {
        terminal.scratch.text("status").flatMap { Int32($0.dropLast()) }
      }
    } catch let failure as Failure {
      throw Failure("\(failure), but the screen was:\n\((try? terminal.screen()) ?? "gone")")
    }
  }

  /// Returns what differs from before: empty if the terminal is completely restored.
  func damage() throws -> [String] {
    _ = try status()
    let after = try EndToEndTests.wait(for: "the modes") { terminal.modes("after") }
    var damage: [String] = []
    if after != terminal.modes("before") { damage.append("stty says:\n\(after)") }
    if try terminal.showsAlternateScreen() { damage.append("the alternate screen is shown") }
    if try terminal.capturesMouse() { damage.append("the mouse is captured") }
    if try !terminal.showsCursor() { damage.append("the cursor is hidden") }
    return damage
  }

  /// Leaves the program by a key: see ``expectEnd(_:sourceLocation:)``.
  func quit(
    _ key: String = "q", status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try terminal.type(key)
    try expectEnd(status, sourceLocation: sourceLocation)
  }

  /// Ends the program by a signal.
  func end(_ signal: Int32, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try send(signal)
    try expectEnd(128 + signal, sourceLocation: sourceLocation)
  }

  /// The program ends with this status, and the terminal is as it was.
  func expectEnd(_ status: Int32, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try self.status() == status, sourceLocation: sourceLocation)
    #expect(try damage() == [], sourceLocation: sourceLocation)
  }
}
