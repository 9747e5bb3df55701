import PromiseEvents
import PromiseGraph
import PromiseInsight

extension WhyPanel: Panel {
  var mode: Mode { .why }
  var isKept: Bool { true }

  func sheet(_ state: State) -> Sheet? {
    let frame = state.panelFrame
    let rows = rows(width: frame.inside.width)
    return Sheet(
      frame: frame, title: state.language.text("Why \(explanation.title)"),
      status: status(state.language), rows: rows, first: first(rows, height: frame.inside.height),
      selected: selected)
  }

  /// The most lines of an explanation that is not as tall as there is room for.
  private static let mostLines = 40

  func textHeight(_ state: State, width: Int) -> Int? {
    explanation.lines.count > Self.mostLines ? nil : rows(width: width).count
  }

  /// Returns which promise is marked, or how to mark one.
  private func status(_ language: Language) -> String {
    guard queue == nil else { return "" }
    return subject?.marked.map { language.text("\($0) marked") }
      ?? language.text("v marks a promise to compare")
  }

  /// Returns the explanation in rows of at most `width` cells.
  private func rows(width: Int) -> [Sheet.Row] {
    var rows: [Sheet.Row] = []
    for (index, line) in explanation.lines.enumerated() {
      let isQuestion = line.kind == .question
      if isQuestion, index > 0 { rows.append(Sheet.Row()) }
      let indent = isQuestion ? 0 : min(1 + line.depth, max(1, width / 6))
      // Continuation lines are indented further.
      let further = indent + (isQuestion ? 0 : 2)
      let lead = displayWidth(line.lead)
      rows += Sheet.Row.rows(
        hanging(
          StyledLine(blanks(indent) + line.lead, role(line.kind)), line.text, role(line.kind),
          width: width, indent: further + lead, least: 1), of: index)
    }
    return rows
  }

  private func role(_ kind: Explanation.Line.Kind) -> Role {
    switch kind {
    case .question: .title
    case .step: .body
    case .answer: .heading
    case .detail: .dim
    }
  }

  /// Returns the first visible row, such that the whole selected line is visible if it fits.
  private func first(_ rows: [Sheet.Row], height: Int) -> Int {
    guard rows.count > height, let top = rows.firstIndex(where: { $0.item == selected }),
      let bottom = rows.lastIndex(where: { $0.item == selected })
    else { return 0 }
    // Show a little of what follows as well.
    let end = min(rows.count, bottom + 1 + height / 3)
    return max(0, min(top, end - height))
  }
}
