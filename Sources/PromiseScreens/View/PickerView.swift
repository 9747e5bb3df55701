/// The list of demos, and what is to be known of the selected one.
enum PickerView {
  /// Draws the list and, below it, what is to be known of the selected demo.
  static func draw(_ state: State, on canvas: inout Canvas) {
    let (list, about) = frames(state.size)
    drawList(state, list, on: &canvas)
    drawAbout(state, about, on: &canvas)
  }

  private static func frames(_ size: Size) -> (list: Rect, about: Rect) {
    let below = min(9, max(4, (size.height - 2) / 3))
    let list = Rect(x: 0, y: 1, width: size.width, height: size.height - 2 - below)
    return (list, Rect(x: 0, y: list.y + list.height, width: size.width, height: below))
  }

  /// The place of the demo that is listed in a cell, if one is.
  static func demo(atColumn x: Int, row y: Int, _ state: State) -> Int? {
    let inside = frames(state.size).list.inside
    guard inside.contains(x, y) else { return nil }
    let index = first(state, height: inside.height) + y - inside.y
    return state.demos.indices.contains(index) ? index : nil
  }

  /// The first demo that is seen in so many rows.
  private static func first(_ state: State, height: Int) -> Int {
    Scroll().first(
      count: state.demos.count, frozen: 0, anchor: state.picked, subject: nil, height: height)
  }

  private static func drawList(_ state: State, _ frame: Rect, on canvas: inout Canvas) {
    let inside = frame.inside
    let names = state.demos.map { displayWidth($0.name) }.max() ?? 0
    let lines = state.demos.enumerated().map { index, demo in
      let ellipsis = state.glyphs[.ellipsis]
      var line = StyledLine(index < 9 ? " \(index + 1)  " : "    ", .key)
      line.add(padded(demo.name, to: min(names, 24), ellipsis: ellipsis) + "  ", .title)
      let room = inside.width - displayWidth(line.text) - 1
      line.add(clipped(demo.teaches, to: room, ellipsis: ellipsis))
      return line
    }
    canvas.drawFrame(
      frame, title: "Demos", status: "\(lines.count)", focused: true, glyphs: state.glyphs)
    if lines.isEmpty { canvas.draw("there are no demos", .dim, x: inside.x + 1, y: inside.y) }
    let first = first(state, height: inside.height)
    for row in 0..<min(inside.height, lines.count - first) {
      canvas.draw(
        lines[first + row], x: inside.x, y: inside.y + row, width: inside.width,
        reversed: first + row == state.picked)
    }
  }

  private static func drawAbout(_ state: State, _ frame: Rect, on canvas: inout Canvas) {
    let demo = state.demos.indices.contains(state.picked) ? state.demos[state.picked] : nil
    canvas.drawFrame(frame, title: demo?.title ?? "", glyphs: state.glyphs)
    guard let demo else { return }
    let inside = frame.inside
    var lines = wrapped(demo.teaches, to: inside.width - 2).map { StyledLine($0) }
    if !demo.knobs.isEmpty {
      lines += wrapped("--set \(demo.knobs)", to: inside.width - 2).map { StyledLine($0, .dim) }
    }
    for (row, line) in lines.prefix(inside.height).enumerated() {
      canvas.draw(line, x: inside.x + 1, y: inside.y + row, width: inside.width - 2)
    }
  }
}
