import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The line being typed, and beside it what to type or what it found.
enum PromptView {
  /// Draws the prompt in the last row.
  static func draw(_ prompt: Prompt, _ state: State, on canvas: inout Canvas) {
    let y = state.size.height - 1
    let width = state.size.width
    let label = label(prompt.kind, state.language)
    let (hint, role) = hint(prompt, state)
    // The typed line has priority: the hint takes a third, unless the line leaves more.
    let typed = displayWidth(prompt.line.text) + 2
    let room = width - displayWidth(label)
    let kept = min(displayWidth(hint) + 3, max(room - typed, min(room / 3, room - 12)))
    let box = Rect(x: displayWidth(label), y: y, width: room - max(0, kept), height: 1)
    canvas.draw(label, .key, x: 0, y: y)
    drawLine(prompt.line, prompt.isSuggestion ? .dim : .body, box, on: &canvas)
    guard kept > 3 else { return }
    let text = clipped(hint, to: kept - 3, ellipsis: state.glyphs[.ellipsis])
    canvas.draw(
      StyledLine(text, role), x: min(box.x + typed, box.x + box.width) + 2, y: y, width: kept - 3)
  }

  private static func label(_ kind: Prompt.Kind, _ language: Language) -> String {
    switch kind {
    case .goTo: language.text("go to: ")
    case .search, .help: language.text("find: ")
    case .filter: language.text("filter: ")
    case .breakpoint: language.text("stop at: ")
    }
  }

  private static func hint(_ prompt: Prompt, _ state: State) -> (String, Role) {
    if let notice = state.notice { return (notice, .warning) }
    if let problem = prompt.problem { return (problem, .warning) }
    let (isEmpty, language) = (prompt.line.text.isEmpty, state.language)
    switch prompt.kind {
    case .help:
      return (
        isEmpty ? language.text("a word   Enter accepts  Esc cancels") : "", .dim
      )
    case .goTo:
      return (isEmpty ? language.text("31, +10, 206ms, p3, or part of a name") : "", .dim)
    case .breakpoint:
      return (
        isEmpty || prompt.isSuggestion
          ? language.text(
            "label, tag, queue, line, state, error or warning, then a name; count 3; if value contains \"503\""
          ) : "", .dim
      )
    case .search:
      guard isEmpty || state.run?.search == nil else { return (state.searchText, .body) }
      return (
        language.text("a name, value or error; source:FILE   Enter accepts  Esc cancels"), .dim
      )
    case .filter:
      guard isEmpty || state.run?.filtered == nil else {
        return (state.run?.filterText(language) ?? "", .body)
      }
      return (
        language.text(
          "state:rejected queue:main name: source: value: ! inverts   Enter accepts  Esc cancels"),
        .dim
      )
    }
  }

  /// Draws the visible part of a line: its end, or the part around the cursor. The cursor is an underscore
  /// after the end, and a reversed character elsewhere.
  private static func drawLine(
    _ line: LineEditor, _ role: Role, _ box: Rect, on canvas: inout Canvas
  ) {
    guard box.width > 1 else { return }
    let pieces = Array(DisplayPieces(sanitized(line.text)))
    let cursor = DisplayPieces(sanitized(line.before)).reduce(0) { count, _ in count + 1 }
    // As much as fits, from the cursor leftwards.
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
        StyledLine(piece.text, role), x: x, y: box.y, width: piece.width, reversed: index == cursor)
      x += piece.width
    }
    if cursor >= pieces.count, x < box.x + box.width {
      canvas.draw(StyledLine("_"), x: x, y: box.y, width: 1)
    }
  }
}
