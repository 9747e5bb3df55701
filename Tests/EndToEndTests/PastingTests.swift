import Foundation
import Testing

extension EndToEnd {
  /// Pasted text is text, never keys.
  @Suite
  struct PastingTests {
    @Test(
      "A text goes into the prompt, including its line breaks, and does nothing if none is open")
    func prompt() throws {
      let session = try Session("demo login-fetch-submit")
      try session.playAndPause()
      try session.terminal.paste("q\nq\n")
      try session.terminal.wait(for: "open a prompt before pasting")
      try session.terminal.type("/")
      try session.terminal.paste("sub\u{1b}[2Jmit")
      try session.terminal.wait(for: "sub[2Jmit")
      try session.terminal.type("C-u")
      try session.terminal.paste(String(repeating: "word ", count: 20_000))
      try session.terminal.wait(for: "word word")
      try session.terminal.type("Escape")
      try session.quit()
    }

    @Test("Afterwards, the terminal no longer sends brackets", arguments: [0, 11, 15])
    func restored(signal: Int32) throws {
      let session = try Session("demo login-fetch-submit")
      try session.playAndPause()
      if signal == 0 { try session.terminal.type("q") } else { try session.send(signal) }
      _ = try session.status()
      try session.terminal.paste("pasted later")
      let screen = try session.terminal.wait(for: "pasted later")
      #expect(!screen.contains("200~"))
    }
  }
}
