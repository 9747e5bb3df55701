import PromiseScreens
import Testing

@testable import promise_tui

/// Decodes keys that are read together, from a text in which each byte is a code.
private func keys(_ text: String) -> [Key] {
  var decoder = KeyDecoder()
  return decoder.keys(text.utf8.map { Int($0) })
}

extension KeyDecoder {
  /// Returns the keys in `codes`, without mouse events.
  fileprivate mutating func keys(_ codes: [Int]) -> [Key] {
    decode(codes).compactMap { if case .key(let key) = $0 { key } else { nil } }
  }
}

@Suite struct KeyDecoderTests {
  @Test(
    "each byte or sequence gives its key",
    arguments: [
      ("q", .character("q")), ("?", .character("?")), (" ", .character(" ")),
      ("é", .character("é")), ("漢", .character("漢")), ("🙂", .character("🙂")),
      ("\t", .tab), ("\r", .enter), ("\n", .enter), ("\u{1B}", .escape),
      ("\u{7F}", .backspace), ("\u{8}", .backspace),
      ("\u{3}", .control("c")), ("\u{1A}", .control("z")), ("\u{C}", .control("l")),
      ("\u{1C}", .control("\\")),
      ("\u{1B}[A", .up), ("\u{1B}OB", .down), ("\u{1B}[C", .right), ("\u{1B}OD", .left),
      ("\u{1B}[1~", .home), ("\u{1B}[8~", .end), ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown),
      ("\u{1B}[Z", .backTab),
    ] as [(String, Key)])
  func table(text: String, key: Key) {
    #expect(keys(text) == [key])
  }

  @Test("a key that curses recognizes is decoded, and other curses keys are ignored")
  func recognised() {
    var decoder = KeyDecoder()
    for (code, key) in KeyCodes.recognized { #expect(decoder.decode([code]) == [.key(key)]) }
    #expect(decoder.keys([0x7FFF, 113]) == [.character("q")])
    #expect(Set(KeyCodes.recognized.values).isSuperset(of: [.up, .down, .left, .right, .backTab]))
  }

  @Test(
    "an unknown sequence is no key, and never the keys of its characters",
    arguments: ["\u{1B}[1;5C", "\u{1B}[202~", "\u{1B}[[A", "\u{1B}OP", "\u{1B}[?64;1c", "\u{0}"])
  func unknown(text: String) {
    #expect(keys(text) == [])
    #expect(keys(text + "q") == [.character("q")])
  }

  @Test("Escape and another key read together are two keys")
  func escapeThenKey() {
    #expect(keys("\u{1B}q") == [.escape, .character("q")])
    #expect(keys("\u{1B}\u{1B}") == [.escape, .escape])
    #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
  }

  @Test("Escape and a bracket that begins no sequence are two keys")
  func escapeThenBracket() {
    #expect(keys("\u{1B}[") == [.escape, .character("[")])
    #expect(keys("\u{1B}[[") == [.escape, .character("["), .character("[")])
  }

  @Test("a character whose bytes arrive in two reads is one key")
  func splitCharacter() {
    var decoder = KeyDecoder()
    let bytes = "漢".utf8.map { Int($0) }
    #expect(decoder.keys([bytes[0]]) == [])
    #expect(decoder.keys([bytes[1]]) == [])
    #expect(decoder.keys([bytes[2], 113]) == [.character("漢"), .character("q")])
  }

  @Test("invalid UTF-8 is dropped, and the key after it is read")
  func invalidBytes() {
    var decoder = KeyDecoder()
    #expect(decoder.keys([0xFF, 0xC3, 113]) == [.character("q")])
    #expect(decoder.keys([0x80, 0xBF, 0x80, 0xBF, 0x80, 113]) == [.character("q")])
    #expect(decoder.keys([0xC3, 27]) == [.escape])
  }

  @Test("several keys read together keep their order")
  func burst() {
    #expect(keys("j\u{1B}[Ck") == [.character("j"), .right, .character("k")])
  }

  @Test(
    "mouse events match their reports, with columns and rows counted from 1",
    arguments: [
      ("[<0;1;1M", Mouse(.press, x: 0, y: 0)), ("[<0;80;24m", Mouse(.release, x: 79, y: 23)),
      ("[<32;300;2M", Mouse(.drag, x: 299, y: 1)), ("[<64;5;6M", Mouse(.wheelUp, x: 4, y: 5)),
      ("[<65;5;6M", Mouse(.wheelDown, x: 4, y: 5)), ("[<20;5;6M", Mouse(.press, x: 4, y: 5)),
    ])
  func mouse(report: String, mouse: Mouse) {
    var decoder = KeyDecoder()
    let bytes = [27] + report.utf8.map { Int($0) }
    #expect(decoder.decode(bytes + [113]) == [.mouse(mouse), .key(.character("q"))])
  }

  @Test("a report that arrives in pieces is one event, wherever it is cut after its mark")
  func mouseInPieces() {
    let bytes = [27] + "[<0;12;7M".utf8.map { Int($0) }
    for cut in 3..<bytes.count {
      var decoder = KeyDecoder()
      #expect(decoder.decode(Array(bytes[..<cut])) == [])
      #expect(decoder.decode(Array(bytes[cut...])) == [.mouse(Mouse(.press, x: 11, y: 6))])
      #expect(decoder.decode([27]) == [.key(.escape)])
    }
  }

  @Test(
    "other buttons and invalid reports are ignored",
    arguments: [
      "[<1;1;1M", "[<2;1;1M", "[<35;1;1M", "[<0;0;1M", "[<0;1M", "[<0;1;1;1M", "[<0;-1;1M",
      "[<99999999999999999999;1;1M", "[<0;99999;1M", "[<M",
    ])
  func noReport(text: String) {
    var decoder = KeyDecoder()
    #expect(decoder.decode([27] + text.utf8.map { Int($0) }) == [])
  }

  @Test(
    "reports of terminals without that mode are clicks too, and never keys",
    arguments: [
      ([32, 33, 34], Mouse(.press, x: 0, y: 1)), ([35, 113, 33], Mouse(.release, x: 80, y: 0)),
      ([64, 40, 40], Mouse(.drag, x: 7, y: 7)), ([96, 33, 200], Mouse(.wheelUp, x: 0, y: 167)),
      ([33, 33, 33], nil), ([32, 1, 33], nil),
    ] as [([Int], Mouse?)])
  func oldReport(bytes: [Int], mouse: Mouse?) {
    let codes = [27, 0x5B, 0x4D] + bytes + [113]
    for cut in 3...codes.count {
      var decoder = KeyDecoder()
      let messages = decoder.decode(Array(codes[..<cut])) + decoder.decode(Array(codes[cut...]))
      #expect(messages == (mouse.map { [.mouse($0)] } ?? []) + [.key(.character("q"))])
    }
  }

  @Test("an incomplete report gives no keys, and what follows it is read")
  func brokenReport() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([27] + "[<0;1".utf8.map { Int($0) }) == [])
    let next = [27] + "[<0;1;1M".utf8.map { Int($0) }
    #expect(decoder.decode(next) == [.mouse(Mouse(.press, x: 0, y: 0))])
  }

  @Test("an endless report does not block the keys")
  func endless() {
    var decoder = KeyDecoder()
    _ = decoder.decode([27] + "[<".utf8.map { Int($0) } + Array(repeating: 0x31, count: 100))
    #expect(decoder.decode([113]) == [.key(.character("q"))])
  }

  @Test("pasted text is one text and no keys, wherever it is cut after its mark")
  func paste() {
    let bytes = "\u{1B}[200~q\r\u{1B}[A漢\u{1B}[201~j".utf8.map { Int($0) }
    for cut in 4...bytes.count {
      var decoder = KeyDecoder()
      let messages = decoder.decode(Array(bytes[..<cut])) + decoder.decode(Array(bytes[cut...]))
      #expect(messages == [.paste("q\r\u{1B}[A漢"), .key(.character("j"))])
    }
  }

  @Test("an endless text is limited, and ^C ends one whose closing bracket is lost")
  func longPaste() {
    var decoder = KeyDecoder()
    let text = Array(repeating: 0x78, count: 100_000)
    let opening = [27] + "[200~".utf8.map { Int($0) }
    let closing = [27] + "[201~".utf8.map { Int($0) }
    #expect(
      decoder.decode(opening + text + closing)
        == [.paste(String(repeating: "x", count: 65_536))])
    #expect(decoder.decode(opening + text) == [])
    #expect(decoder.decode([3, 113]) == [.key(.control("c")), .key(.character("q"))])
  }
}
