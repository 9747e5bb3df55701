import Testing

@testable import PromiseEvents

@Suite("Texts in quotation marks")
struct QuotedTextTests {
  @Test(
    "A text is the same again, and has nothing in between that a terminal would obey",
    arguments: [
      "", "login", "send \"order\"", "a\\b", "two\nlines\r", "\u{1B}[2J", "nul\0", "\u{202E}back",
      "\u{9B}1m", "\u{301}accent", "👨‍👩‍👧",
    ])
  func again(text: String) {
    let quoted = QuotedText.quoted(text)
    #expect(QuotedText.unquoted(quoted) == text)
    #expect(!quoted.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
    #expect(!quoted.unicodeScalars.contains("\u{202E}"))
  }

  @Test(
    "A damaged one is none",
    arguments: [
      "", "\"", "a", "\"a", "\"a\"b\"", "\"\\\"", "\"\\u{110000}\"", "\"\\u{\"", "\"\\u1b\"",
    ])
  func damaged(text: String) {
    #expect(QuotedText.unquoted(text) == nil)
  }
}
