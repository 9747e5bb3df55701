import PromiseGraph
import PromiseInsight
import Testing

@testable import PromiseScreens

@Suite("A build failure, in the place of the source")
struct TroubleLinesTests {
  private static func content(
    _ diagnostics: [Diagnostic], lines: [String]?, width: Int = 40, height: Int = 10
  ) -> PaneContent {
    var trouble = BuildFailure(
      short: "build failed", headline: "the build failed", diagnostics: diagnostics)
    if let lines { trouble.sources["/x/main.swift"] = lines }
    let context = PaneContext(
      graph: Graph(), history: History(), playhead: 0, prediction: nil, selection: nil,
      glyphs: .unicode)
    return BuildFailureLines.content(trouble, context, width: width, height: height)
  }

  private static func error(_ line: Int, _ column: Int, _ message: String) -> Diagnostic {
    Diagnostic(
      file: "/x/main.swift", line: line, column: column, severity: .error, message: message)
  }

  private static func rows(_ content: PaneContent) -> [String] { content.lines.map(\.text) }

  @Test("The message is right of its mark if it fits")
  func right() {
    let content = Self.content([Self.error(2, 3, "no x")], lines: ["a", "  x()", "b"])
    #expect(Self.rows(content) == ["1 a", "2>  x()", "    ^ error: no x", "3 b"])
    #expect(content.anchor == 2)
    #expect(content.title == "Source main.swift")
    #expect(content.status == "1 error")
  }

  @Test("otherwise left of it, otherwise below it")
  func leftOrBelow() {
    let code = "let here = there.a.long.way.off()"
    let left = Self.content([Self.error(1, 29, "no off")], lines: [code])
    #expect(Self.rows(left) == ["1>" + code, "                error: no off ^"])
    let below = Self.content(
      [Self.error(1, 20, "value of type 'There' has no member 'way'")], lines: [code])
    #expect(
      Self.rows(below) == [
        "1>" + code, "                     ^", "  error: value of type 'There' has no",
        "  member 'way'",
      ])
    #expect(below.anchor == 3)
  }

  @Test("A message of several lines keeps them, and marks count tabs and wide letters")
  func several() {
    let content = Self.content(
      [Self.error(1, 5, "no match\ncandidate: f")], lines: ["\t界x"], width: 30)
    #expect(
      Self.rows(content) == ["1>  界x", "      ^", "  error: no match", "  candidate: f"])
  }

  @Test("Files are shown one after the other, the one with the first error first")
  func files() {
    var other = Self.error(1, 0, "also wrong")
    other.file = "/x/Other.swift"
    let content = Self.content([Self.error(1, 1, "wrong"), other], lines: ["a"])
    #expect(
      Self.rows(content) == [
        "/x/main.swift", "1>a", "  ^ error: wrong", "", "/x/Other.swift", "1>",
        "  error: also wrong",
      ])
    #expect(content.status == "2 errors")
  }

  @Test("A message after the end of a shortened file is shown at its end")
  func behind() {
    let content = Self.content([Self.error(99, 2, "gone")], lines: ["a", "b"])
    #expect(Self.rows(content) == ["1 a", "2>b", "   ^ error: gone"])
  }

  @Test("Of a long file only the lines near a message are shown")
  func long() {
    let lines = (1...1000).map { "line \($0)" }
    let content = Self.content(
      [Self.error(10, 1, "a"), Self.error(900, 1, "b")], lines: lines)
    #expect(content.lines.count < 150)
    #expect(Self.rows(content).contains("   …") || Self.rows(content).contains("…"))
    #expect(Self.rows(content).contains(" 900>line 900"))
  }
}
