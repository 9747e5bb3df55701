import Testing

@testable import PromiseScreens

@Suite("Wrapping")
struct WrapTests {
  @Test("Words stay whole, and a longer one is cut")
  func words() {
    #expect(wrapped("one two three", to: 7) == ["one two", "three"])
    #expect(wrapped("a longestword b", to: 6) == ["a", "longes", "tword", "b"])
    #expect(wrapped("", to: 5) == [] && wrapped("a", to: 0) == [])
  }

  @Test("Chinese breaks between words, but not before closing or after opening punctuation")
  func chinese() {
    #expect(wrapped("处理函数运行。", to: 8) == ["处理函数", "运行。"])
    #expect(wrapped("处理函数。运行", to: 8) == ["处理函", "数。运行"])
    #expect(wrapped("见（规则 4）", to: 6) == ["见", "（规则", "4）"])
    #expect(wrapped("见见（规则", to: 6) == ["见见", "（规则"])
    #expect(wrapped("带 on: nil 的处理", to: 12) == ["带 on: nil", "的处理"])
  }
}

@Test("A sentence that is cut ends in one ellipsis")
func cutSentences() {
  #expect(clipped("was not settled in...", to: 20, ellipsis: "…") == "was not settled in.…")
  #expect(clipped("was not settled in... at", to: 21, ellipsis: "…") == "was not settled in.…")
  let lines = hanging(StyledLine("  "), "one two three four five", width: 9)
  #expect(lines.first(2, width: 9, ellipsis: "…").map(\.text) == ["  one two", "  three…"])
  #expect(lines.first(9, width: 9, ellipsis: "…") == lines)
  var canvas = Canvas(width: 11, height: 3)
  canvas.drawPane(
    PaneContent(title: "", lines: lines), number: 4, frame: Rect(x: 0, y: 0, width: 11, height: 3),
    scroll: Scroll(), focused: false, selection: nil, glyphs: .unicode)
  #expect(canvas.text.contains("one tw…"))
}
