import PromiseEvents
import PromiseGraph

/// The line that is being typed, and beside it what it may be or what it has found.
enum PromptView {
  /// Draws the prompt in the last row.
  static func draw(_ prompt: Prompt, _ state: State, on canvas: inout Canvas) {
    let y = state.size.height - 1
    let width = state.size.width
    let label = label(prompt.kind)
    let (hint, role) = hint(prompt, state)
    // The line comes first: what stands beside it takes a third, unless the line leaves it more.
    let typed = displayWidth(prompt.line.text) + 1
    let room = width - displayWidth(label)
    let kept = min(displayWidth(hint) + 3, max(room - typed, min(room / 3, room - 12)))
    let box = Rect(x: displayWidth(label), y: y, width: room - max(0, kept), height: 1)
    canvas.draw(label, .key, x: 0, y: y)
    drawLine(prompt.line, box, on: &canvas)
    guard kept > 3 else { return }
    let text = clipped(hint, to: kept - 3, ellipsis: state.glyphs[.ellipsis])
    canvas.draw(
      StyledLine(text, role), x: min(box.x + typed, box.x + box.width) + 3, y: y, width: kept - 3)
  }

  private static func label(_ kind: Prompt.Kind) -> String {
    switch kind {
    case .goTo: "go to: "
    case .search, .demo: "find: "
    case .filter: "filter: "
    }
  }

  private static func hint(_ prompt: Prompt, _ state: State) -> (String, Role) {
    if let notice = state.notice { return (notice, .warning) }
    if let problem = prompt.problem { return (problem, .warning) }
    let isEmpty = prompt.line.text.isEmpty
    switch prompt.kind {
    case .demo:
      return (isEmpty ? "a name, a word, a rule, S7   Enter keep  Esc back" : "Enter keep", .dim)
    case .goTo: return ("31, +10, 206ms, p3 or a name   Enter go  Esc back", .dim)
    case .search:
      guard isEmpty || state.run?.search == nil else { return (state.searchWords, .body) }
      return ("a name, value, error or file   Enter keep  Esc back", .dim)
    case .filter:
      guard isEmpty || state.run?.filtered == nil else {
        return (state.run?.filterWords ?? "", .body)
      }
      return (
        "state:rejected queue:main name: source: value: ! inverts   Enter keep  Esc back", .dim
      )
    }
  }

  /// Draws what of a line is seen: its end, or a part with the cursor in it. Behind the end the cursor is
  /// an underscore, on a character it is reversed.
  private static func drawLine(_ line: LineEditor, _ box: Rect, on canvas: inout Canvas) {
    guard box.width > 1 else { return }
    let pieces = Array(DisplayPieces(sanitized(line.text)))
    let cursor = DisplayPieces(sanitized(line.before)).reduce(0) { count, _ in count + 1 }
    // From the cursor leftwards as much as fits.
    var first = min(cursor, pieces.count)
    var used = first < pieces.count ? pieces[first].width : 1
    while first > 0, used + pieces[first - 1].width <= box.width {
      first -= 1
      used += pieces[first].width
    }
    var x = box.x
    for (index, piece) in pieces.enumerated().dropFirst(first) {
      guard x + piece.width <= box.x + box.width else { return }
      canvas.draw(
        StyledLine(piece.text), x: x, y: box.y, width: piece.width, reversed: index == cursor)
      x += piece.width
    }
    if cursor >= pieces.count, x < box.x + box.width {
      canvas.draw(StyledLine("_"), x: x, y: box.y, width: 1)
    }
  }
}
