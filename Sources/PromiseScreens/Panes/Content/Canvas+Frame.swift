import PromiseEvents
import PromiseGraph
import PromiseInsight

extension Canvas {
  /// Draws a frame with a title at the left and a status at the right of its upper border.
  mutating func drawFrame(
    _ frame: Rect, title: String, status: String = "", footing: String = "", focused: Bool = false,
    glyphs: GlyphSet
  ) {
    guard frame.width >= 2, frame.height >= 1 else { return }
    let role: Role = focused ? .focusedBorder : .border
    let right = frame.x + frame.width - 1
    drawBorder(frame, role, glyphs)
    let room = frame.width - 4
    let ellipsis = glyphs[.ellipsis]
    let name = clipped(title, to: room - 2, ellipsis: ellipsis)
    if !name.isEmpty {
      draw(" \(name) ", focused ? .focusedBorder : .paneTitle, x: frame.x + 1, y: frame.y)
    }
    drawAtRight(status, room: room - displayWidth(name) - 3, right: right, y: frame.y, glyphs)
    if frame.height > 1 {
      drawAtRight(footing, room: room, right: right, y: frame.y + frame.height - 1, glyphs)
    }
  }

  /// Draws the lines of a frame, or only the upper one if it has a single row.
  private mutating func drawBorder(_ frame: Rect, _ role: Role, _ glyphs: GlyphSet) {
    let line = glyphs.line(.frameHorizontal, frame.width - 2)
    let (right, bottom) = (frame.x + frame.width - 1, frame.y + frame.height - 1)
    guard frame.height > 1 else {
      let end = glyphs[.frameHorizontal]
      draw("\(end)\(line)\(end)", role, x: frame.x, y: frame.y)
      return
    }
    draw("\(glyphs[.frameTopLeft])\(line)\(glyphs[.frameTopRight])", role, x: frame.x, y: frame.y)
    draw(
      "\(glyphs[.frameBottomLeft])\(line)\(glyphs[.frameBottomRight])", role, x: frame.x, y: bottom)
    for y in stride(from: frame.y + 1, to: bottom, by: 1) {
      draw(String(glyphs[.frameVertical]), role, x: frame.x, y: y)
      draw(String(glyphs[.frameVertical]), role, x: right, y: y)
    }
  }

  /// Draws ` text ` left of the corner, cut to `room`.
  private mutating func drawAtRight(
    _ text: String, room: Int, right: Int, y: Int, _ glyphs: GlyphSet
  ) {
    let text = clipped(text, to: room, ellipsis: glyphs[.ellipsis])
    guard !text.isEmpty else { return }
    draw(" \(text) ", .dim, x: right - displayWidth(text) - 2, y: y)
  }

  /// Returns which lines are visible, such as `1-9 of 21`; empty if all are.
  static func part(
    _ first: Int, _ shown: Int, of count: Int, _ language: Language = .english
  ) -> String {
    shown > 0 && shown < count
      ? language.text("\(first + 1)-\(first + shown) of \(count)") : ""
  }

  /// Draws a pane: its frame, and the scrolled part of its content.
  mutating func drawPane(
    _ content: PaneContent, number: Int, frame: Rect, scroll: Scroll, focused: Bool,
    selection: PromiseID?, glyphs: GlyphSet, language: Language = .english
  ) {
    let inside = frame.inside
    let first = scroll.first(of: content, height: inside.height)
    let x = scroll.firstColumn(of: content, width: inside.width)
    let scrolling = max(0, content.count - content.frozen)
    let shown = min(scrolling - first, max(0, inside.height - content.frozen))
    let part = Self.part(first, shown, of: scrolling, language)
    let footing = part.isEmpty || !content.boxes.isEmpty ? content.footing : part
    drawFrame(
      frame, title: "\(number) \(content.title)", status: content.status, footing: footing,
      focused: focused, glyphs: glyphs)
    // The number is also the key.
    if !focused { draw("\(number)", .key, x: frame.x + 2, y: frame.y) }
    guard frame.height > 1 else { return }
    drawColumns(of: content, from: x, frame: frame, footing: footing, glyphs, language)
    for row in 0..<inside.height {
      let index = row < content.frozen ? row : row + first
      guard var line = content.line(at: index) else { continue }
      if row == inside.height - 1 {
        line = line.last(in: inside.width, ellipsis: glyphs[.ellipsis])
      }
      draw(
        content.firstColumn == nil ? line.scrolled(by: x, after: content.frozenColumns) : line,
        x: inside.x, y: inside.y + row,
        width: inside.width,
        reversed: content.chosen.contains(index) && focused
          || selection != nil && content.promises[index] == selection)
    }
  }

  /// Draws the range of visible columns in the lower border, if the pane is scrolled sideways.
  private mutating func drawColumns(
    of content: PaneContent, from x: Int, frame: Rect, footing: String, _ glyphs: GlyphSet,
    _ language: Language
  ) {
    guard x > 0, content.boxes.isEmpty else { return }
    let inside = frame.inside
    let end = min(content.width, x + inside.width)
    let columns = language.text("columns \(x + 1)-\(end) of \(content.width)")
    let text = " \(glyphs[.arrowLeft]) \(columns) \(glyphs[.arrowRight]) "
    guard displayWidth(text) + displayWidth(footing) + 6 <= inside.width else { return }
    draw(text, .dim, x: frame.x + 1, y: frame.y + frame.height - 1)
  }
}

extension Canvas {
  /// Draws a `v` in the frame of a pane beside the row of the marked promise.
  mutating func drawMark(
    _ marked: PromiseID, of content: PaneContent, frame: Rect, scroll: Scroll
  ) {
    let inside = frame.inside
    let first = scroll.first(of: content, height: inside.height)
    for row in 0..<max(0, inside.height) {
      let index = row < content.frozen ? row : row + first
      guard content.promises[index] == marked else { continue }
      draw("v", .key, x: frame.x, y: inside.y + row)
    }
  }
}
