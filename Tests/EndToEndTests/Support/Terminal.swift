import Foundation
import Testing

/// A terminal in which a program runs: a separate tmux server with one window.
final class Terminal {
  /// The files of the test: `before`, `after`, `status` and `process` of a program, and the socket.
  let scratch: ScratchFolder

  /// Opens a terminal of the given size in which a shell runs a script; `$1` of the script is
  /// ``scratch``.
  ///
  /// Without tmux, the test is skipped; before Swift 6.3 it fails.
  init(width: Int = 80, height: Int = 24, script: String) throws {
    try Self.checkIsAvailable()
    scratch = try ScratchFolder()
    try script.write(toFile: scratch.path("script"), atomically: true, encoding: .utf8)
    try tmux(
      "new-session", "-d", "-x", "\(width)", "-y", "\(height)",
      "/bin/sh '\(scratch.path("script"))' '\(scratch.root)'",
      ";", "set-option", "-g", "status", "off",
      ";", "set-option", "-g", "remain-on-exit", "on",
      ";", "resize-window", "-x", "\(width)", "-y", "\(height)")
  }

  private static func checkIsAvailable() throws {
    if isAvailable { return }
    #if compiler(>=6.3)
      try Test.cancel("tmux is not installed")
    #else
      throw Failure("tmux is not installed")
    #endif
  }

  private static let isAvailable = (try? Command(["tmux", "-V"]).run())?.status == 0

  deinit { close() }

  /// Closes the terminal under the running program.
  func close() { _ = try? tmux("kill-server") }

  /// Types keys, by tmux's names: `q`, `Enter`, `Right`, `C-c`.
  func type(_ keys: String...) throws {
    try tmux(["send-keys", "--"] + keys)
  }

  /// Resizes the terminal.
  func resize(width: Int, height: Int) throws {
    try tmux("resize-window", "-x", "\(width)", "-y", "\(height)")
  }

  /// Returns the screen's lines, without trailing spaces.
  func screen() throws -> String { try tmux("capture-pane", "-p") }

  /// Returns the screen with the sequences that set colors and weights.
  func styledScreen() throws -> String { try tmux("capture-pane", "-p", "-e") }

  /// Sends bytes as a terminal sends them for something other than a key, such as a click.
  func send(_ bytes: String) throws {
    try tmux(["send-keys", "-H"] + bytes.utf8.map { String($0, radix: 16) })
  }

  /// Pastes a text, between brackets if the program has asked for them.
  func paste(_ text: String) throws {
    let file = scratch.path("pasted")
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    try tmux("load-buffer", "-b", "test", file, ";", "paste-buffer", "-p", "-b", "test")
  }

  /// Makes the terminal accept what programs send to its clipboard.
  func acceptClipboard() throws { try tmux("set-option", "-s", "set-clipboard", "on") }

  /// Whether the program has asked for mouse events.
  func capturesMouse() throws -> Bool {
    try tmux("display-message", "-p", "#{mouse_any_flag}").hasPrefix("1")
  }

  /// What was copied last, as tmux keeps it; `nil` if nothing was.
  func copied() -> String? { try? tmux("show-buffer") }

  /// Whether the alternate screen is shown, where full-screen programs draw.
  func showsAlternateScreen() throws -> Bool {
    try tmux("display-message", "-p", "#{alternate_on}").hasPrefix("1")
  }

  /// Whether the cursor is shown.
  func showsCursor() throws -> Bool {
    try tmux("display-message", "-p", "#{cursor_flag}").hasPrefix("1")
  }

  /// Returns what `stty -a` has written to a file of ``scratch``, without the size: tmux passes on
  /// a new size with a delay.
  func modes(_ name: String) -> String? {
    scratch.text(name)?.replacing(/rows \d+; columns \d+;|\d+ rows; \d+ columns;/, with: "")
  }

  /// Returns what `stty -a` reports about the terminal now.
  func modesNow() throws -> String {
    let name = try tmux("display-message", "-p", "#{pane_tty}").dropLast()
    #if os(Linux)
      return try Command(["stty", "-a", "-F", String(name)]).run().output
    #else
      return try Command(["stty", "-a", "-f", String(name)]).run().output
    #endif
  }

  /// Waits until the screen fulfills a condition, and returns it. Fails if the script ends before.
  @discardableResult
  func wait(until what: String, _ condition: (String) -> Bool) throws -> String {
    var last = ""
    var looks = 0
    return try EndToEndTests.wait(for: what, showing: { last }) {
      looks += 1
      let hasEnded = try looks % 64 == 0 && hasEnded()
      last = try screen()
      if condition(last) { return last }
      guard hasEnded else { return nil }
      throw Failure("the script ended before \(what); the screen was:\n\(last)")
    }
  }

  /// Whether the script has ended.
  private func hasEnded() throws -> Bool {
    try tmux("display-message", "-p", "#{pane_dead}").hasPrefix("1")
  }

  /// Waits until a text is on the screen.
  @discardableResult
  func wait(for text: String) throws -> String {
    try wait(until: "“\(text)” on the screen") { $0.contains(text) }
  }

  @discardableResult
  private func tmux(_ arguments: String...) throws -> String { try tmux(arguments) }

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    let server = ["tmux", "-u", "-S", scratch.path("socket"), "-f", "/dev/null"]
    let outcome = try Command(server + arguments).run()
    guard outcome.status == 0 else {
      throw Failure("tmux \(arguments.joined(separator: " ")): \(outcome.error)")
    }
    return outcome.output
  }
}
