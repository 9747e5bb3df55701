/// A frame with rows in it, over the panes or in their place: how every panel is drawn, scrolled and clicked
/// on.
struct Sheet {
  /// One row, and the number of the thing that it belongs to: of a choice, of an answer, of a demo.
  struct Row {
    var line = StyledLine()
    var item: Int?
  }

  /// The border and what is inside.
  var frame: Rect
  /// At the left and at the right of the upper border.
  var title: String
  var status = ""
  /// At the right of the lower border; where nothing is said, which rows are seen if not all are.
  var footing: String?
  /// The rows that scroll, after some that stay above them.
  var rows: [Row]
  var frozen = 0
  /// What stays at the bottom.
  var below: [StyledLine] = []
  /// The row that should be in view, where it scrolls as panes do.
  var anchor: Int?
  /// The first row to be seen below those that stay, as far as it can be scrolled.
  var first = 0
  /// The item whose rows are drawn as selected.
  var selected: Int?
  /// The blank cells at the left and at the right of a row.
  var margin = 0
  /// It has the keys.
  var isFocused = true

  /// The rows that there is room for.
  var height: Int { max(0, frame.inside.height - below.count) }

  /// How far it can be scrolled.
  var last: Int { max(0, rows.count - max(frozen, height)) }

  /// The row that is drawn in a line of the inside.
  private func index(at line: Int) -> Int? {
    guard (0..<height).contains(line) else { return nil }
    let index = line < frozen ? line : line + min(max(0, first), last)
    return rows.indices.contains(index) ? index : nil
  }

  /// The item that stands in a row of the screen.
  func item(atRow y: Int) -> Int? { index(at: y - frame.inside.y).flatMap { rows[$0].item } }

  /// How far to scroll, from `old` on, so that the whole item is visible.
  func scroll(showing item: Int, from old: Int) -> Int {
    guard let top = rows.firstIndex(where: { $0.item == item }),
      let bottom = rows.lastIndex(where: { $0.item == item }), last > 0
    else { return 0 }
    let lowest = max(0, bottom + 1 - height)
    return min(max(old, lowest), min(top, last))
  }
}

extension Sheet.Row {
  /// Rows that belong to nothing, or all to the same.
  static func rows(_ lines: [StyledLine], of item: Int? = nil) -> [Sheet.Row] {
    lines.map { Sheet.Row(line: $0, item: item) }
  }
}

extension Sheet {
  /// Draws it over whatever lies there.
  func draw(_ glyphs: GlyphSet, number: Int? = nil, on canvas: inout Canvas) {
    let inside = frame.inside
    let start = min(max(0, first), last)
    let scrolling = max(0, rows.count - frozen)
    let shown = min(scrolling - start, max(0, height - frozen))
    canvas.drawFrame(
      frame, title: (number.map { "\($0) " } ?? "") + title, status: status,
      footing: footing ?? Canvas.part(start, shown, of: scrolling), focused: isFocused,
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

extension State {
  /// The sheet of a layer; nothing of those that are panes or a line.
  func sheet(of layer: Mode) -> Sheet? {
    switch layer {
    case .picker: PickerView.list(self)
    case .why: WhyView.sheet(self)
    case .whatIf, .settling: WhatIfView.sheet(self)
    case .lesson: LessonView.sheet(self)
    case .quiz: QuizView.sheet(self)
    case .export: ExportView.sheet(self)
    case .help: HelpView.sheet(self)
    case .demo, .choosing, .explore, .prompt: nil
    }
  }
}
