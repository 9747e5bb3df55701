import Foundation
import Testing

extension EndToEnd {
  /// How the environment affects the start.
  @Suite
  struct StartingTests {
    @Test(
      "A terminal without cursor movement gets the report",
      arguments: ["TERM=dumb", "TERM=", "unset TERM;"])
    func dumb(assignment: String) throws {
      let session = try Session("demo login-fetch-submit", with: assignment)
      try session.expectEnd(0)
      try session.terminal.wait(for: "PromiseKitLite works like the libraries in the first row")
    }

    @Test("An unknown TERM is drawn as xterm-256color, with a message")
    func unknownTerm() throws {
      let session = try Session("demo login-fetch-submit", with: "TERM=nonsense-9000")
      try session.terminal.wait(for: "xterm-256color")
      try session.terminal.wait(for: "Chain")
      try session.quit()
    }

    @Test("Without UTF-8, it draws in ASCII")
    func ascii() throws {
      let session = try Session("demo login-fetch-submit", with: "LC_ALL=C")
      try session.playAndPause()
      let screen = try session.terminal.screen()
      #expect(screen.contains("Chain"))
      #expect(isASCII(screen))
    }

    @Test("--ascii draws in ASCII even with UTF-8")
    func asciiByFlag() throws {
      let session = try Session("--ascii demo login-fetch-submit")
      try session.playAndPause()
      #expect(isASCII(try session.terminal.screen()))
    }

    private func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    @Test("If stdout is a file, it receives the report without escapes")
    func outputToAFile() throws {
      let session = try Session("demo login-fetch-submit", redirected: ">report")
      try session.expectEnd(0)
      let report = try #require(session.terminal.scratch.text("report"))
      #expect(report.contains("fulfilled"))
      #expect(!report.contains("\u{1b}"))
    }

    @Test("Without a terminal, the demos are listed")
    func pickerWithoutTerminal() throws {
      let outcome = try Binary.run()
      #expect((outcome.output + outcome.error).contains("login-fetch-submit"))
    }
  }
}
