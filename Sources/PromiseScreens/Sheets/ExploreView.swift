import PromiseExploration
import PromiseKitLite
import PromiseSimulation

/// The screen of an exploration: the outcomes, and the two runs of the smallest difference.
enum ExploreView {
  static func draw(_ state: State, _ exploring: Exploring, on canvas: inout Canvas) {
    let layout = state.exploreLayout
    for place in layout.places {
      canvas.drawPart(
        part(place, layout, exploring, state.glyphs), number: place.pane.rawValue,
        frame: place.frame, scroll: exploring.scrolls[place.pane] ?? Scroll(),
        focused: place.pane == exploring.focus, glyphs: state.glyphs)
    }
    if let rows = layout.cause { drawCause(exploring, rows, state.glyphs, on: &canvas) }
  }

  /// What the pane of one of the runs shows, and how many lines of it scroll.
  static func run(_ pane: ExplorePane, _ state: State) -> (content: PaneContent, height: Int) {
    let layout = state.exploreLayout
    guard let exploring = state.exploring,
      let place = layout.places.first(where: { $0.pane == pane })
    else { return (PaneContent(title: ""), 0) }
    let part = part(place, layout, exploring, state.glyphs)
    return (part.content, part.room(in: place.frame.inside.height))
  }

  /// The place of the outcome in a row of the inside of its pane, if one stands there.
  static func outcome(atRow row: Int, _ state: State) -> Int? {
    let layout = state.exploreLayout
    guard let exploring = state.exploring,
      let place = layout.places.first(where: { $0.pane == .outcomes })
    else { return nil }
    let part = part(place, layout, exploring, state.glyphs)
    let room = part.room(in: place.frame.inside.height)
    let frozen = part.content.frozen
    guard row >= frozen, row < room else { return nil }
    let scroll = exploring.scrolls[.outcomes] ?? Scroll()
    let index = row + scroll.first(of: part.content, height: room) - frozen
    return exploring.found?.outcome(index) != nil ? index : nil
  }

  private static func part(
    _ place: ExploreLayout.Place, _ layout: ExploreLayout, _ exploring: Exploring,
    _ glyphs: GlyphSet
  ) -> ExplorePart {
    let inside = place.frame.inside
    return switch place.pane {
    case .outcomes:
      OutcomesPane.part(exploring, glyphs, width: inside.width, height: inside.height)
    case .passing, .failing:
      SchedulePane.part(
        place.pane, exploring, glyphs, width: inside.width, height: inside.height,
        showsCause: layout.cause == nil)
    }
  }

  /// Why the two runs differ; nothing where nothing is compared.
  private static func drawCause(
    _ exploring: Exploring, _ rows: Rect, _ glyphs: GlyphSet, on canvas: inout Canvas
  ) {
    guard let cause = exploring.comparison?.cause else { return }
    let label = "cause: "
    let room = rows.width - label.count
    var lines = wrapped(sanitized(cause), to: room)
    if lines.count > rows.height, rows.height > 0 {
      let rest = lines[(rows.height - 1)...].joined(separator: " ")
      lines =
        Array(lines[..<(rows.height - 1)])
        + [clipped(rest, to: room, ellipsis: glyphs[.ellipsis])]
    }
    for (row, text) in lines.enumerated() {
      let left = row == 0 ? label : String(repeating: " ", count: label.count)
      canvas.draw(
        StyledLine([Span(left, .heading), Span(text)]), x: rows.x, y: rows.y + row,
        width: rows.width)
    }
  }
}
