import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The list of breakpoints of a live program.
struct BreakpointList: Panel {
  var mode: Mode { .breakpoints }
  var wheelSelects: Bool { true }

  func sheet(_ state: State) -> Sheet? {
    guard let gate = state.run?.gate else { return nil }
    let frame = state.panelFrame
    let language = state.language
    let count = gate.entries.count
    let rows =
      count == 0
      ? empty(state, width: frame.inside.width)
      : gate.entries.enumerated().flatMap { index, entry in
        Sheet.Row.rows(
          lines(entry, number: index + 1, state, width: frame.inside.width), of: index)
      }
    var sheet = Sheet(
      frame: frame, title: language.text("Breakpoints"),
      status: gate.isClosed ? language.text("gate closed") : language.text("gate open"),
      rows: rows)
    sheet.selected = count == 0 ? nil : gate.selected
    sheet.first = sheet.scroll(showing: gate.selected, from: 0)
    return sheet
  }

  /// Returns a breakpoint with its number, and how often it has stopped the program; below it, why it may
  /// never do so.
  private func lines(
    _ entry: GateControl.Entry, number: Int, _ state: State, width: Int
  ) -> [StyledLine] {
    let language = state.language
    let ellipsis = state.glyphs[.ellipsis]
    var breakpoint = entry.breakpoint
    breakpoint.isOn = true
    let isOn = entry.breakpoint.isOn
    let words = [language.text("on"), language.text("off")]
    let column = words.map(displayWidth).max() ?? 0
    let word = padded(isOn ? words[0] : words[1], to: column, ellipsis: ellipsis)
    let left = StyledLine([
      Span(" \(aligned("\(number)", to: 2)) ", .dim), Span("\(word)  ", isOn ? .running : .dim),
      Span(sanitized(breakpoint.text), isOn ? .body : .dim),
    ])
    let hits =
      entry.hits == 0
      ? ""
      : entry.hits == 1
        ? language.text("stopped once") : language.text("stopped \(entry.hits) times")
    let line = StyledLine.sides(left, StyledLine(hits, .dim), width: width, ellipsis: ellipsis)
    guard let doubt = entry.doubt else { return [line] }
    let indent = column + 6
    return [line]
      + wrapped(doubt, to: max(1, width - indent)).map {
        StyledLine([Span(blanks(indent) + $0, .warning)])
      }
  }

  /// Returns what to do while there is no breakpoint.
  private func empty(_ state: State, width: Int) -> [Sheet.Row] {
    let language = state.language
    let text = language.text(
      "no breakpoint: a adds one, such as label submit, state rejected, queue main, line main.swift:42 or "
        + "warning long-queue-wait")
    return Sheet.Row.rows(wrapped(text, to: width).map { StyledLine($0, .dim) })
  }
}
