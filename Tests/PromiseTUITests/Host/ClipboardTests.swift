import PromiseScreens
import Testing

@testable import promise_tui

private func environment(_ variables: [String: String]) -> TerminalEnvironment {
  TerminalEnvironment(outputIsTerminal: true, variables: variables)
}

/// The names of the programs that are tried, and whether the terminal comes last.
private func names(_ variables: [String: String], text: String = "text") -> [String] {
  Clipboard.methods(text, in: environment(variables)).map { method in
    switch method {
    case .program(let arguments, _): arguments[0]
    case .terminal: "terminal"
    }
  }
}

@Suite struct ClipboardTests {
  @Test("A display's own programs come first, tmux next, and the terminal last")
  func methods() {
    let all = ["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0", "TMUX": "/tmp/tmux,1,0"]
    #expect(
      names(all).filter { $0 != "pbcopy" } == ["wl-copy", "xclip", "xsel", "tmux", "terminal"])
    #expect(names([:]).filter { $0 != "pbcopy" } == ["terminal"])
    #expect(!names(["SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"]).contains("pbcopy"))
  }

  @Test("A text that is too long for terminals is not sent to one")
  func limit() {
    let most = String(repeating: "x", count: Clipboard.mostBytes)
    #expect(names(["SSH_CONNECTION": "1"], text: most) == ["terminal"])
    #expect(names(["SSH_CONNECTION": "1"], text: most + "x") == [])
    #expect(PageScript.base64(Array(most.utf8)).count < 100_000)
  }

  @Test(
    "Base 64 follows RFC 4648",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{3ff}\u{7f}", "z79/"),
    ])
  func base64(text: String, encoded: String) {
    #expect(PageScript.base64(Array(text.utf8)) == encoded)
  }

  @Test("Whatever is copied, the sequence contains nothing else that a terminal interprets")
  func harmless() throws {
    let sequence = try #require(Clipboard.sequence("\u{1b}[2J\u{7}x", in: environment([:])))
    #expect(sequence.prefix(7).elementsEqual("\u{1b}]52;c;".utf8))
    #expect(sequence.last == 7)
    #expect(sequence.dropFirst().dropLast().allSatisfy { $0 >= 0x20 && $0 < 0x7F })
  }

  @Test("GNU screen receives it in pieces that it passes on")
  func screen() throws {
    let text = String(repeating: "text ", count: 400)
    let whole = try #require(Clipboard.sequence(text, in: environment(["TERM": "xterm"])))
    let wrapped = try #require(
      Clipboard.sequence(text, in: environment(["TERM": "screen-256color"])))
    let pieces = String(decoding: wrapped, as: UTF8.self).split(separator: "\u{1b}\\")
    #expect(pieces.count > 1)
    #expect(pieces.allSatisfy { $0.hasPrefix("\u{1b}P") && $0.utf8.count < 768 })
    #expect(pieces.map { $0.dropFirst(2) }.joined() == String(decoding: whole, as: UTF8.self))
  }

  @Test(
    "A program receives the text; one that fails, is missing or never reads has not accepted it")
  func programs() {
    let text = String(repeating: "0123456789", count: 20_000)
    #expect(Copier.feed(text, to: ["sh", "-c", "test $(wc -c) = 200000"]))
    #expect(!Copier.feed(text, to: ["sh", "-c", "cat >/dev/null; exit 1"]))
    #expect(!Copier.feed(text, to: ["no-such-program-here"]))
    #expect(!Copier.feed(text, to: ["sleep", "60"], within: 0.05))
  }
}
