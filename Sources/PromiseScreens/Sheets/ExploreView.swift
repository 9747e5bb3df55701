import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseSimulation

/// The screen of an exploration: the outcomes, and the two runs of the smallest difference.
enum ExploreView {
  static func draw(_ state: State, _ exploring: ExplorationState, on canvas: inout Canvas) {
    let layout = state.exploreLayout
    for place in layout.places {
      sheet(place, layout, exploring, state.glyphs, state.language)
        .draw(state.glyphs, state.language, number: place.pane.rawValue, on: &canvas)
    }
    if let rows = layout.cause {
      drawCause(exploring, rows, state.glyphs, state.language, on: &canvas)
    }
  }

  /// Returns the content of a pane; `nil` if it is not visible.
  static func sheet(_ pane: ExplorePane, _ state: State) -> Sheet? {
    let layout = state.exploreLayout
    guard let exploring = state.exploring,
      let place = layout.places.first(where: { $0.pane == pane })
    else { return nil }
    return sheet(place, layout, exploring, state.glyphs, state.language)
  }

  private static func sheet(
    _ place: Framed<ExplorePane>, _ layout: ExploreLayout, _ exploring: ExplorationState,
    _ glyphs: GlyphSet, _ language: Language
  ) -> Sheet {
    var sheet =
      switch place.pane {
      case .outcomes: OutcomesPane.sheet(exploring, glyphs, language, place.frame)
      case .passing, .failing:
        SchedulePane.sheet(
          place.pane, exploring, glyphs, language, place.frame, showsCause: layout.cause == nil)
      }
    sheet.isFocused = place.pane == exploring.focus
    let scroll = exploring.scrolls[place.pane] ?? Scroll()
    sheet.first = scroll.first(
      count: sheet.rows.count, frozen: sheet.frozen, anchor: sheet.anchor, subject: nil,
      height: sheet.height)
    return sheet
  }

  /// Draws why the two runs differ, or where they first do; nothing without a comparison.
  private static func drawCause(
    _ exploring: ExplorationState, _ rows: Rect, _ glyphs: GlyphSet, _ language: Language,
    on canvas: inout Canvas
  ) {
    guard let cause = exploring.comparison?.cause else { return }
    let label = StyledLine(
      "\(exploring.causeName(language))\(language.text(": "))", .heading)
    let lines = wrapped(
      sanitized(cause), to: rows.width - label.width, atMost: rows.height,
      ellipsis: glyphs[.ellipsis])
    for (row, text) in lines.enumerated() {
      let left = row == 0 ? label.spans : [Span(blanks(label.width))]
      canvas.draw(
        StyledLine(left + [Span(text)]), x: rows.x, y: rows.y + row, width: rows.width)
    }
  }
}
