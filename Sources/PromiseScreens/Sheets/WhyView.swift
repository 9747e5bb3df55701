import PromiseGraph
import PromiseKitLite

/// The panel that answers why: a sheet over the right or the lower part of the panes, so that the chain
/// stays in view.
enum WhyView {
  /// Where the sheet lies.
  static func frame(_ size: Size, _ layout: Layout) -> Rect {
    let end = min(layout.narration?.y ?? size.height - 1, layout.scrubber?.y ?? size.height - 1)
    let body = Rect(x: 0, y: 1, width: size.width, height: max(0, end - 1))
    guard size.width >= 120, let chain = layout.frame(of: .chain), chain.width < body.width,
      chain.height >= 14
    else {
      let height = min(body.height, max(9, body.height * 55 / 100))
      return Rect(x: 0, y: body.y + body.height - height, width: body.width, height: height)
    }
    // As far down as the panes go that begin beside the chain.
    let bottom =
      layout.places.filter { $0.frame.x >= chain.width && $0.frame.y < chain.y + chain.height }
      .map { $0.frame.y + $0.frame.height }.max() ?? chain.y + chain.height
    return Rect(
      x: chain.width, y: chain.y, width: body.width - chain.width, height: bottom - chain.y)
  }

  /// The panes beside and above the sheet, cut where it begins; those beneath it are left out.
  static func cut(_ layout: Layout, by sheet: Rect) -> Layout {
    var layout = layout
    layout.places = layout.places.compactMap { place in
      var place = place
      let isBeside = place.frame.x + place.frame.width <= sheet.x
      if isBeside || place.frame.y >= sheet.y + sheet.height { return place }
      place.frame.height = min(place.frame.height, sheet.y - place.frame.y)
      return place.frame.height >= 3 ? place : nil
    }
    return layout
  }

  static func draw(_ panel: WhyPanel, _ state: State, on canvas: inout Canvas) {
    let frame = frame(state.size, state.wholeLayout)
    let inside = frame.inside
    let rows = rows(panel.explanation, width: inside.width)
    let first = first(rows, selected: panel.selected, height: inside.height)
    let shown = min(inside.height, rows.count - first)
    let footing = shown < rows.count ? "\(first + 1)-\(first + shown) of \(rows.count)" : ""
    let marked = panel.subject?.marked.map { "\($0) marked" } ?? "v marks another one"
    canvas.drawFrame(
      frame, title: "Why \(panel.explanation.title)", status: marked, footing: footing,
      focused: true, glyphs: state.glyphs)
    let blank = StyledLine(String(repeating: " ", count: inside.width))
    for y in 0..<inside.height {
      canvas.draw(blank, x: inside.x, y: inside.y + y, width: inside.width)
      guard rows.indices.contains(first + y) else { continue }
      let row = rows[first + y]
      canvas.draw(
        row.text, x: inside.x, y: inside.y + y, width: inside.width,
        reversed: row.line == panel.selected)
    }
  }

  /// The line of the answers that stands in a row of the screen; none on the frame and where a row is
  /// empty.
  static func line(atRow y: Int, _ state: State) -> Int? {
    guard let panel = state.run?.why else { return nil }
    let inside = frame(state.size, state.wholeLayout).inside
    guard y >= inside.y, y < inside.y + inside.height else { return nil }
    let rows = rows(panel.explanation, width: inside.width)
    let index = first(rows, selected: panel.selected, height: inside.height) + y - inside.y
    return rows.indices.contains(index) ? rows[index].line : nil
  }

  /// One row on the screen, and the line of the answers that it belongs to.
  private struct Row {
    var text: StyledLine
    var line: Int?
  }

  /// The answers in rows of at most `width` cells.
  private static func rows(_ explanation: Explanation, width: Int) -> [Row] {
    var rows: [Row] = []
    for (index, line) in explanation.lines.enumerated() {
      let isQuestion = line.kind == .question
      if isQuestion, index > 0 { rows.append(Row(text: StyledLine())) }
      let indent = isQuestion ? 0 : min(1 + line.depth, max(1, width / 6))
      // What goes on stands a little further in.
      let hanging = indent + (isQuestion ? 0 : 2)
      let room = width - hanging - displayWidth(line.lead)
      let texts = wrapped(line.text, to: max(1, room))
      let left = String(repeating: " ", count: indent) + line.lead
      for (place, text) in texts.enumerated() {
        let blanks = String(repeating: " ", count: hanging + displayWidth(line.lead))
        rows.append(
          Row(text: StyledLine((place == 0 ? left : blanks) + text, role(line.kind)), line: index))
      }
    }
    return rows
  }

  private static func role(_ kind: Explanation.Line.Kind) -> Role {
    switch kind {
    case .question: .title
    case .step: .body
    case .answer: .heading
    case .detail: .dim
    }
  }

  /// The first row to show, so that the selected line is seen whole, as far as it fits.
  private static func first(_ rows: [Row], selected: Int, height: Int) -> Int {
    guard rows.count > height, let top = rows.firstIndex(where: { $0.line == selected }),
      let bottom = rows.lastIndex(where: { $0.line == selected })
    else { return 0 }
    // A little of what follows is seen as well.
    let end = min(rows.count, bottom + 1 + height / 3)
    return max(0, min(top, end - height))
  }
}
