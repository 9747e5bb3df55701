import Testing

@testable import PromiseScreens

private func drawn(_ text: String, width: Int, canvas: Int? = nil) -> String {
  var canvas = Canvas(width: canvas ?? width, height: 1)
  canvas.draw(StyledLine(text), x: 0, y: 0, width: width)
  return canvas.text
}

@Test(
  "Width counts cells: wide characters two, marks none, ambiguous ones one",
  arguments: [
    ("abc", 3), ("", 0), ("日本語", 6), ("e\u{301}", 1), ("○▣▸✓", 4), ("한국", 4), ("👍", 2),
    ("👍🏽", 2), ("a\u{200B}b", 2), ("✓\u{FE0F}", 1), ("ｆ", 2), ("ﾊ", 1), ("\u{1B}[2J", 9),
    ("क्ष", 2), ("\u{301}", 0),
  ])
func widths(text: String, width: Int) {
  #expect(displayWidth(text) == width)
}

@Test("A wide character at the edge is replaced by a space, never cut")
func wideAtTheEdge() {
  #expect(drawn("a日本", width: 4) == "a日 ")
  #expect(drawn("日", width: 1) == " ")
  #expect(clipped("日本語", to: 4, ellipsis: "…") == "日…")
  #expect(padded("日本語", to: 4, ellipsis: "…") == "日… ")
}

@Test(
  "The right half of a wide character is an empty cell, and disappears when the left one is overwritten"
)
func overdrawing() {
  var canvas = Canvas(width: 4, height: 1)
  canvas.draw("日本", x: 0, y: 0)
  #expect(canvas[1, 0].text.isEmpty)
  canvas.draw("x", x: 0, y: 0)
  #expect(canvas.text == "x 本")
  canvas.draw("y", x: 3, y: 0)
  #expect(canvas.text == "x  y")
}

@Test("Marks stay with their character; joiners and variation selectors are dropped")
func marks() {
  #expect(drawn("e\u{301}x", width: 4) == "e\u{301}x  ")
  #expect(drawn("✓\u{FE0F}x", width: 4) == "✓x  ")
  #expect(drawn("👩\u{200D}👧", width: 5) == "👩👧 ")
  let zalgo = "z" + String(repeating: "\u{301}", count: 50)
  #expect(Canvas(drawing: zalgo)[0, 0].text.unicodeScalars.count == 5)
}

@Test(
  "Untrusted text cannot control the terminal or change the text direction",
  arguments: [
    ("\u{1B}[31mred", "\\u{1b}[31mred"), ("a\nb", "a\\nb"), ("\u{9B}2J", "\\u{9b}2J"),
    ("x\u{202E}y", "x\\u{202e}y"), ("\u{7F}", "\\u{7f}"), ("a\tb\r\0", "a\\tb\\r\\0"),
  ])
func hostileText(text: String, shown: String) {
  #expect(Canvas(drawing: text).text.hasPrefix(shown))
  #expect(displayWidth(text) == shown.count)
}

@Test("Nothing is drawn outside the canvas")
func clipping() {
  for (x, y) in [(-3, 0), (0, -1), (0, 2), (9, 0), (-1, 1), (3, 1)] {
    var canvas = Canvas(width: 4, height: 2)
    canvas.draw(StyledLine("日a日b"), x: x, y: y, width: 20, reversed: true)
    #expect(canvas.text.split(separator: "\n").count == 2)
    #expect(canvas.text.split(separator: "\n").allSatisfy { displayWidth(String($0)) == 4 })
  }
  #expect(Canvas(width: -1, height: 5).text == "\n\n\n\n")
}

@Test("A selected line is one bar over its whole width")
func reversedLine() {
  var canvas = Canvas(width: 6, height: 1)
  canvas.draw(StyledLine("ab"), x: 1, y: 0, width: 4, reversed: true)
  #expect((0..<6).map { canvas[$0, 0].reversed } == [false, true, true, true, true, false])
}

@Test("Text is broken between words, and a word that is too long is cut")
func wrapping() {
  #expect(wrapped("one two three", to: 7) == ["one two", "three"])
  #expect(wrapped("abcdefgh ij", to: 3) == ["abc", "def", "gh", "ij"])
  #expect(wrapped("", to: 5) == [])
  #expect(wrapped("日本語", to: 3) == ["日", "本", "語"])
}

extension Canvas {
  /// One line with `text` in it.
  fileprivate init(drawing text: String) {
    self.init(width: 60, height: 1)
    draw(text, x: 0, y: 0)
  }
}
