import Foundation
import Testing

extension EndToEnd {
  /// Clicks, drags and the wheel, and copying.
  @Suite
  struct MouseTests {
    /// Returns the report of a press and a release of the left button in a cell, counted from 1.
    private func click(_ column: Int, _ row: Int) -> String {
      "\u{1b}[<0;\(column);\(row)M\u{1b}[<0;\(column);\(row)m"
    }

    @Test("The mouse is captured while it is useful, and released by M and on every way out")
    func capture() throws {
      let session = try Session("demo login-fetch-submit")
      try session.playAndPause()
      try session.wait(untilMouseIsTaken: true)
      try session.terminal.type("M")
      try session.terminal.wait(for: "mouse off")
      try session.wait(untilMouseIsTaken: false)
      try session.terminal.type("M")
      try session.terminal.wait(for: "mouse on")
      try session.wait(untilMouseIsTaken: true)
      try session.quit()
    }

    @Test("If the screen is too small to click on anything, the mouse is not captured")
    func tooSmall() throws {
      let session = try Session("demo login-fetch-submit")
      try session.playAndPause()
      try session.terminal.resize(width: 30, height: 5)
      try session.terminal.wait(for: "too small")
      try session.wait(untilMouseIsTaken: false)
      try session.terminal.resize(width: 80, height: 24)
      try session.wait(until: "the run again") { $0.isPaused }
      try session.wait(untilMouseIsTaken: true)
    }

    @Test("--no-mouse does not capture it")
    func noMouse() throws {
      let session = try Session("--no-mouse demo login-fetch-submit")
      try session.playAndPause()
      #expect(try !session.terminal.capturesMouse())
    }

    @Test("A click selects a demo in the list, and a second one opens it")
    func picker() throws {
      let session = try Session("")
      let screen = try session.terminal.wait(for: "then-order")
      let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
      let row = try #require(lines.firstIndex { $0.contains("then-order") }) + 1
      try session.terminal.send(click(10, row))
      try session.terminal.send(click(10, row))
      try session.wait(until: "the demo") { $0.event > 0 }
      #expect(try session.terminal.screen().contains("then-order"))
      try session.terminal.type("q")
      #expect(try session.damage() == [])
    }

    @Test("A click in a pane focuses it")
    func focus() throws {
      let session = try Session("demo login-fetch-submit", width: 200, height: 50)
      try session.playAndPause()
      let screen = try session.terminal.screen()
      let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
      let row = try #require(lines.firstIndex { $0.contains("5 Events") })
      let title = try #require(lines[row].range(of: "5 Events"))
      let column = lines[row].distance(from: lines[row].startIndex, to: title.lowerBound)
      try session.terminal.send(click(column + 2, row + 2))
      try session.terminal.type("z")
      try session.terminal.wait(until: "one pane alone") {
        $0.contains("5 Events") && !$0.contains("2 Queues")
      }
    }

    @Test("What is copied in tmux is in tmux's buffer, and the footer says so")
    func copies() throws {
      let session = try Session("demo login-fetch-submit")
      try session.playAndPause()
      try session.terminal.type("G")
      try session.terminal.wait(for: "End of login-fetch-submit")
      try session.terminal.type("y")
      try session.terminal.wait(for: "to tmux")
      #expect(session.terminal.copied()?.contains("p") == true)
    }

    @Test("Without tmux and a display, the terminal is asked to copy")
    func asksTheTerminal() throws {
      let session = try Session("demo login-fetch-submit", with: "unset TMUX;")
      try session.terminal.acceptClipboard()
      try session.playAndPause()
      try session.terminal.type("G")
      try session.terminal.wait(for: "End of login-fetch-submit")
      try session.terminal.type("y")
      try session.terminal.wait(for: "OSC 52")
      let text = try wait(for: "the text") { session.terminal.copied() }
      #expect(!text.isEmpty)
      try session.terminal.type("q")
      #expect(try session.damage() == [])
    }
  }
}

extension Session {
  /// Waits until the program does or does not receive mouse events.
  fileprivate func wait(untilMouseIsTaken isTaken: Bool) throws {
    try EndToEndTests.wait(for: isTaken ? "the mouse" : "the mouse given back") {
      try terminal.capturesMouse() == isTaken ? true : nil
    }
  }
}
