import Foundation
import Testing

extension EndToEnd {
  /// The program stops and continues without damage to the screen.
  @Suite
  struct SuspendingTests {
    @Test(
      "^Z returns the terminal to the shell, and fg restores the screen, with working arrow keys")
    func jobControl() throws {
      let session = try Session.inShell("demo login-fetch-submit")
      let terminal = session.terminal
      try session.playAndPause()
      let picture = try session.picture()
      let event = try #require(Session.Header(picture)?.event)

      try terminal.type("C-z")
      try terminal.wait(until: "the shell") { !$0.contains("Chain") && $0.contains("Stopped") }
      #expect(try !terminal.showsAlternateScreen())
      try terminal.type("stty -a >stopped; echo do''ne", "Enter")
      try terminal.wait(for: "done")
      #expect(terminal.scratch.text("stopped") != nil)

      try terminal.type("fg", "Enter")
      try terminal.wait(until: "the same picture") { $0 == picture }
      try terminal.type("Right")
      try terminal.wait(until: "the next event") { Session.Header($0)?.event == event + 1 }
      try terminal.type("q")
      try session.waitForPrompt()
      try terminal.type("stty -a >after", "Enter")
      let after = try wait(for: "the modes") { terminal.modes("after") }
      #expect(after == terminal.modes("before"))
    }

    @Test("Stopped and continued by another process, it draws the same picture again")
    func stopAndContinue() throws {
      let session = try Session("demo login-fetch-submit")
      // Playback can pause between two events; a step stands on one.
      let event = try session.playAndPause() + 1
      try session.terminal.type("Right")
      try session.wait(until: "a step") { $0.event == event }
      let picture = try session.picture()
      try session.send(SIGSTOP)
      try session.send(SIGCONT)
      try session.terminal.type("Right")
      try session.wait(until: "the next event") { $0.event == event + 1 }
      try session.terminal.type("Left")
      try session.terminal.wait(until: "the same picture") { $0 == picture }
      try session.quit()
    }
  }
}
