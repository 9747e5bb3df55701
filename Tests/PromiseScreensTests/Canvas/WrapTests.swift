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
