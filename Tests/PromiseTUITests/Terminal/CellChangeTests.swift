import PromiseScreens
import Testing

@testable import promise_tui

private func canvas(_ lines: String..., role: Role = .body) -> Canvas {
  var canvas = Canvas(width: 6, height: lines.count)
  for (y, line) in lines.enumerated() { canvas.draw(line, role, x: 0, y: y) }
  return canvas
}

@Suite struct CellChangeTests {
  @Test("if nothing is known of the terminal, every cell is drawn")
  func first() {
    let changes = canvas("ab", "c").changes(since: nil)
    #expect(changes.count == 12)
    #expect(
      changes.first == CellChange(x: 0, y: 0, text: "a", width: 1, role: .body, reversed: false))
  }

  @Test("an equal canvas draws nothing")
  func equal() {
    #expect(canvas("ab", "c").changes(since: canvas("ab", "c")) == [])
  }

  @Test("only differences are drawn: in text, meaning or selection")
  func differences() {
    #expect(canvas("abc").changes(since: canvas("axc")).map(\.x) == [1])
    #expect(
      canvas("abc", role: .running).changes(since: canvas("abc")).map(\.role)
        == [.running, .running, .running])
    var selected = canvas("abc")
    selected.draw(StyledLine("b"), x: 1, y: 0, width: 1, reversed: true)
    #expect(selected.changes(since: canvas("abc")).map(\.reversed) == [true])
  }

  @Test("a canvas of another size draws every cell")
  func otherSize() {
    #expect(canvas("a", "b").changes(since: canvas("a")).count == 12)
  }

  @Test("a wide character is drawn once, with its two cells")
  func wide() {
    let changes = canvas("漢b").changes(since: canvas("xyb"))
    #expect(
      changes == [CellChange(x: 0, y: 0, text: "漢", width: 2, role: .body, reversed: false)])
  }

  @Test("both cells of a former wide character are drawn")
  func wideGone() {
    #expect(canvas("xyb").changes(since: canvas("漢b")).map(\.text) == ["x", "y"])
  }

  @Test("drawing the changes in order turns one picture into the other")
  func roundTrip() {
    let pictures = [
      canvas("abcdef"), canvas("漢字語"), canvas("a漢字b"), canvas("ab漢c"), canvas(" "),
      canvas("漢漢漢"), canvas("e\u{301}x漢"),
    ]
    for old in pictures {
      for new in pictures {
        var cells = Screen(old)
        for change in new.changes(since: old) { cells.put(change) }
        #expect(cells == Screen(new))
      }
    }
  }
}

/// Draws like a terminal: a wide character takes two cells, and overwriting one half erases it.
private struct Screen: Equatable {
  private var cells: [String]

  init(_ canvas: Canvas) { cells = (0..<canvas.width).map { canvas[$0, 0].text } }

  mutating func put(_ change: CellChange) {
    for x in change.x..<change.x + change.width {
      if cells[x].isEmpty, x > 0 { cells[x - 1] = " " }
      if x + 1 < cells.count, cells[x + 1].isEmpty { cells[x + 1] = " " }
      cells[x] = x == change.x ? change.text : ""
    }
  }
}
