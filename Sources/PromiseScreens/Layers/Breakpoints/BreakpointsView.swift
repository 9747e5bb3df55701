import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The list of breakpoints of a run.
struct BreakpointList: Panel {
  var mode: Mode { .breakpoints }
  var wheelSelects: Bool { true }

  func sheet(_ state: State) -> Sheet? {
    guard let run = state.run, let gate = run.gate else { return nil }
    let frame = state.panelFrame
    let language = state.language
    let rows = rows(gate, state, width: frame.inside.width)
    let status = gate.isClosed ? language.text("gate closed") : language.text("gate open")
    var sheet = Sheet(
      frame: frame, title: language.text("Breakpoints"), status: run.hasGate ? status : "",
      rows: rows)
    sheet.selected = gate.selected
    sheet.first = sheet.scroll(showing: gate.selected, from: 0)
    return sheet
  }

  func textHeight(_ state: State, width: Int) -> Int? {
    state.run?.gate.map { rows($0, state, width: width).count }
  }

  private func rows(_ gate: GateControl, _ state: State, width: Int) -> [Sheet.Row] {
    guard !gate.entries.isEmpty else { return empty(state, width: width) }
    return gate.entries.enumerated().flatMap { index, entry in
      Sheet.Row.rows(lines(entry, number: index + 1, state, width: width), of: index)
    }
  }

  /// Returns a breakpoint with its number, and how often it has stopped the run; below it, why it may never do
  /// so.
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

  /// Returns what to do while there is no breakpoint, and likely ones.
  private func empty(_ state: State, width: Int) -> [Sheet.Row] {
    let language = state.language
    let text = language.text(
      "no breakpoint: a adds one, such as label submit, state rejected, queue main, line main.swift:42 or "
        + "warning long-queue-wait")
    let rows = Sheet.Row.rows(wrapped(text, to: width).map { StyledLine($0, .dim) })
    let proposed = state.proposedBreakpoints
    guard !proposed.isEmpty else { return rows }
    let lead = StyledLine(language.text("Enter adds a likely one:"), .dim)
    return rows + [Sheet.Row(), Sheet.Row(line: lead, item: nil)]
      + proposed.enumerated().map { index, breakpoint in
        Sheet.Row(line: StyledLine("  \(sanitized(breakpoint.text))"), item: index)
      }
  }
}
