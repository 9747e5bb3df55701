/// What a pane of an exploration shows: lines that scroll, and below them lines that stay.
struct ExplorePart: Hashable, Sendable {
  var content: PaneContent
  /// What stays at the bottom.
  var below: [StyledLine] = []
  /// The line that is selected.
  var selected: Int?

  /// How many lines scroll, of `height`.
  func room(in height: Int) -> Int { max(0, height - below.count) }
}

extension Canvas {
  /// Draws the part in its frame.
  mutating func drawPart(
    _ part: ExplorePart, number: Int, frame: Rect, scroll: Scroll, focused: Bool, glyphs: GlyphSet
  ) {
    let inside = frame.inside
    let room = part.room(in: inside.height)
    let content = part.content
    let first = scroll.first(of: content, height: room)
    let scrolling = max(0, content.lines.count - content.frozen)
    let shown = min(scrolling - first, max(0, room - content.frozen))
    let footing =
      shown > 0 && shown < scrolling ? "\(first + 1)-\(first + shown) of \(scrolling)" : ""
    drawFrame(
      frame, title: "\(number) \(content.title)", status: content.status, footing: footing,
      focused: focused, glyphs: glyphs)
    for row in 0..<room {
      let index = row < content.frozen ? row : row + first
      guard content.lines.indices.contains(index) else { break }
      draw(
        content.lines[index], x: inside.x, y: inside.y + row, width: inside.width,
        reversed: index == part.selected)
    }
    for (row, line) in part.below.prefix(inside.height).enumerated() {
      draw(line, x: inside.x, y: inside.y + room + row, width: inside.width)
    }
  }
}
