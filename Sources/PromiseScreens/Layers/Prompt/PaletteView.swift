import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The list above the go-to prompt: what the typed line may mean, with the keys that do it.
enum PaletteView {
  /// Returns the list over the lower part of the panes.
  static func sheet(_ prompt: Prompt, _ state: State) -> Sheet {
    let (language, width) = (state.language, min(mostColumns, state.size.width))
    let entries = state.palette(for: prompt.line.text)
    let grammar = prompt.line.text.isEmpty ? self.grammar(language, width: width - 4) : []
    var rows = Sheet.Row.rows(grammar)
    let column = min(leadColumn, width / 4)
    let titles = min(entries.map { displayWidth($0.title) }.max() ?? 0, width * 2 / 5)
    rows += entries.enumerated().map { place, entry in
      Sheet.Row(
        line: line(entry, state, column: column, titles: titles, width: width - 2), item: place)
    }
    if entries.isEmpty {
      rows.append(Sheet.Row(line: StyledLine(" " + language.text("no match"), .warning)))
    }
    let height = min(rows.count + 2, mostRows, state.size.height - 2)
    let chosen = min(prompt.chosen, max(0, entries.count - 1))
    var sheet = Sheet(
      frame: Rect(x: 0, y: state.size.height - 1 - height, width: width, height: height),
      title: language.text("Go to, or do"), status: status(entries, prompt, language),
      footing: footing(state), rows: rows, selected: entries.isEmpty ? nil : chosen)
    sheet.first = chosen == 0 ? 0 : sheet.scroll(showing: chosen, from: 0)
    return sheet
  }

  /// Returns what can be typed.
  private static func grammar(_ language: Language, width: Int) -> [StyledLine] {
    let text = language.text(
      "An event (31, +10, -4), a time (206ms), a promise (p3), or letters from the name of a key, a promise, a queue or a demo."
    )
    return wrapped(text, to: max(1, width)).map { StyledLine(" " + $0, .dim) }
  }

  private static func status(
    _ entries: [PaletteEntry], _ prompt: Prompt, _ language: Language
  ) -> String {
    guard !prompt.line.text.isEmpty else { return "" }
    let count = entries.count
    return count == 1 ? language.text("1 match") : language.text("\(grouped(count)) matches")
  }

  private static func footing(_ state: State) -> String {
    let arrows = [Key.up, .down].map { $0.name(state.glyphs) }.joined(separator: " ")
    return state.language.text("\(arrows) choose  Enter accepts  Esc closes")
  }

  /// Returns a row: the key or the kind, the name with what matches, and what it is.
  private static func line(
    _ entry: PaletteEntry, _ state: State, column: Int, titles: Int, width: Int
  ) -> StyledLine {
    let ellipsis = state.glyphs[.ellipsis]
    var line = StyledLine(" " + padded(entry.lead, to: column, ellipsis: ellipsis) + " ", .key)
    var matching: Set<Int> = Set(entry.places)
    for (place, character) in entry.title.enumerated() {
      let isMatch = matching.remove(place) != nil
      line.add(sanitized(String(character)), isMatch ? .match : .body)
    }
    if !entry.detail.isEmpty {
      line.add(blanks(max(0, column + 2 + titles - line.width)) + "  ")
      line.add(sanitized(entry.detail), .dim)
    }
    return line.cut(to: width, ellipsis: ellipsis)
  }

  private static var mostColumns: Int { 110 }
  private static var mostRows: Int { 16 }
  private static var leadColumn: Int { 9 }
}
