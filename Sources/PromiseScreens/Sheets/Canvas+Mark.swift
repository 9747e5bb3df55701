import PromiseKitLite

extension Canvas {
  /// Draws a `v` into the frame of a pane, beside the row of the promise that is marked.
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
