import PromiseGraph
import PromiseInsight

/// A frame with rows, over the panes or in their place: how every panel is drawn, scrolled and clicked.
struct Sheet {
  /// A row, and the number of the item that it belongs to: a choice, an answer, a demo.
  struct Row {
    var line = StyledLine()
    var item: Int?
  }

  /// The frame, including its border.
  var frame: Rect
  /// The texts at the left and the right of the upper border.
  var title: String
  var status = ""
  /// The text at the right of the lower border; if `nil`, the range of visible rows unless all are visible.
  var footing: String?
  /// The rows: the first `frozen` of them stay in place, the others scroll.
  var rows: [Row]
  var frozen = 0
  /// The lines that stay at the bottom.
  var below: [StyledLine] = []
  /// The row to keep in view, if the sheet scrolls as panes do.
  var anchor: Int?
  /// The first visible row below the frozen ones, before it is limited to ``last``.
  var first = 0
  /// The item whose rows are drawn as selected.
  var selected: Int?
  /// The blank cells at the left and the right of a row.
  var margin = 0
  /// Whether it has the focus.
  var isFocused = true

  /// The number of rows that fit.
  var height: Int { max(0, frame.inside.height - below.count) }

  /// The greatest scroll position.
  var last: Int { max(0, rows.count - max(frozen, height)) }

  /// Returns the row that is drawn in a line of the inside.
  private func index(at line: Int) -> Int? {
    guard (0..<height).contains(line) else { return nil }
    let index = line < frozen ? line : line + min(max(0, first), last)
    return rows.indices.contains(index) ? index : nil
  }

  /// Returns the item in a row of the screen.
  func item(atRow y: Int) -> Int? { index(at: y - frame.inside.y).flatMap { rows[$0].item } }

  /// Returns the scroll position nearest to `old` at which the whole item is visible.
  func scroll(showing item: Int, from old: Int) -> Int {
    guard let top = rows.firstIndex(where: { $0.item == item }),
      let bottom = rows.lastIndex(where: { $0.item == item }), last > 0
    else { return 0 }
    let lowest = max(0, bottom + 1 - height)
    return min(max(old, lowest), min(top, last))
  }
}

extension Sheet.Row {
  /// Returns rows that belong to `item`, or to none.
  static func rows(_ lines: [StyledLine], of item: Int? = nil) -> [Sheet.Row] {
    lines.map { Sheet.Row(line: $0, item: item) }
  }
}

extension Sheet {
  /// Draws the sheet over what is there.
  func draw(_ glyphs: GlyphSet, _ language: Language, number: Int? = nil, on canvas: inout Canvas) {
    let inside = frame.inside
    let start = min(max(0, first), last)
    let scrolling = max(0, rows.count - frozen)
    let shown = min(scrolling - start, max(0, height - frozen))
    canvas.drawFrame(
      frame, title: (number.map { "\($0) " } ?? "") + title, status: status,
      footing: footing ?? Canvas.part(start, shown, of: scrolling, language), focused: isFocused,
      glyphs: glyphs)
    let blank = StyledLine(blanks(inside.width))
    for y in 0..<inside.height {
      canvas.draw(blank, x: inside.x, y: inside.y + y, width: inside.width)
      let place = index(at: y)
      let line = place.map { rows[$0].line } ?? (y < height ? nil : below[y - height])
      guard let line else { continue }
      canvas.draw(
        line, x: inside.x + margin, y: inside.y + y, width: inside.width - 2 * margin,
        reversed: selected != nil && place.map { rows[$0].item == selected } == true)
    }
  }
}
