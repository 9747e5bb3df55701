import PromiseEvents
import PromiseGraph
import PromiseInsight

/// A screen with two runs: a list of outcomes or of differences, the two runs of the selected row, and how they differ.
enum PairScreen {
  static func draw(_ layer: Mode, _ state: State, on canvas: inout Canvas) {
    let layout = state.pairLayout(of: layer)
    for place in layout.places {
      sheet(place, layer, layout, state)?
        .draw(state.glyphs, state.language, number: place.pane.rawValue, on: &canvas)
    }
    guard let rows = layout.cause, let (lead, text) = sentence(layer, state) else { return }
    let lines = wrapped(
      sanitized(text), to: rows.width - lead.width, atMost: rows.height,
      ellipsis: state.glyphs[.ellipsis])
    for (row, text) in lines.enumerated() {
      let left = row == 0 ? lead.spans : [Span(blanks(lead.width))]
      canvas.draw(
        StyledLine(left + [Span(text)]), x: rows.x, y: rows.y + row, width: rows.width)
    }
  }

  /// Returns the content of a pane; `nil` if it is not visible.
  static func sheet(_ pane: PairPane, _ layer: Mode, _ state: State) -> Sheet? {
    let layout = state.pairLayout(of: layer)
    guard let place = layout.places.first(where: { $0.pane == pane }) else { return nil }
    return sheet(place, layer, layout, state)
  }

  private static func sheet(
    _ place: Framed<PairPane>, _ layer: Mode, _ layout: PairLayout, _ state: State
  ) -> Sheet? {
    let (glyphs, language) = (state.glyphs, state.language)
    if layer == .explore, let exploring = state.exploring {
      var sheet =
        place.pane == .list
        ? OutcomesPane.sheet(exploring, glyphs, language, place.frame)
        : SchedulePane.sheet(
          place.pane, exploring, glyphs, language, place.frame, showsCause: layout.cause == nil)
      sheet.isFocused = place.pane == exploring.focus
      let scroll = exploring.scrolls[place.pane] ?? Scroll()
      sheet.first = scroll.first(
        count: sheet.rows.count, frozen: sheet.frozen, anchor: sheet.anchor, subject: nil,
        height: sheet.height)
      return sheet
    }
    guard layer == .compare, let comparing = state.comparing else { return nil }
    var sheet =
      place.pane == .list
      ? DifferencesPane.sheet(comparing, glyphs, language, place.frame)
      : ComparedPane.sheet(place.pane, comparing, glyphs, language, place.frame)
    sheet.isFocused = place.pane == comparing.focus
    return sheet
  }

  /// Returns why the two runs differ, or the selected difference as a whole sentence, with what is before it; `nil` if
  /// there is none.
  private static func sentence(_ layer: Mode, _ state: State) -> (lead: StyledLine, text: String)? {
    if layer == .explore {
      guard let exploring = state.exploring, let cause = exploring.comparison?.cause else {
        return nil
      }
      let name = exploring.causeName(state.language)
      return (StyledLine("\(name)\(state.language.text(": "))", .heading), cause)
    }
    guard let comparing = state.comparing, let difference = comparing.difference else { return nil }
    let text = comparing.comparison.alignment.sentence(of: difference, in: state.language)
    return (StyledLine("\(difference.sign.rawValue) ", difference.role), text)
  }
}
