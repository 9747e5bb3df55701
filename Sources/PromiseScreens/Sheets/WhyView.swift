import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The panel that explains a promise.
enum WhyView {
  static func sheet(_ state: State) -> Sheet? {
    guard let panel = state.run?.why else { return nil }
    let frame = state.panelFrame
    let rows = rows(panel.explanation, width: frame.inside.width)
    return Sheet(
      frame: frame, title: state.language.text("Why \(panel.explanation.title)"),
      status: status(panel, state.language), rows: rows,
      first: first(rows, selected: panel.selected, height: frame.inside.height),
      selected: panel.selected)
  }

  /// Returns which promise is marked, or how to mark one.
  private static func status(_ panel: WhyPanel, _ language: Language) -> String {
    guard panel.queue == nil else { return "" }
    return panel.subject?.marked.map { language.text("\($0) marked") }
      ?? language.text("v marks a promise to compare")
  }

  /// Returns the explanation in rows of at most `width` cells.
  private static func rows(_ explanation: Explanation, width: Int) -> [Sheet.Row] {
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

  private static func role(_ kind: Explanation.Line.Kind) -> Role {
    switch kind {
    case .question: .title
    case .step: .body
    case .answer: .heading
    case .detail: .dim
    }
  }

  /// Returns the first visible row, such that the whole selected line is visible if it fits.
  private static func first(_ rows: [Sheet.Row], selected: Int, height: Int) -> Int {
    guard rows.count > height, let top = rows.firstIndex(where: { $0.item == selected }),
      let bottom = rows.lastIndex(where: { $0.item == selected })
    else { return 0 }
    // Show a little of what follows as well.
    let end = min(rows.count, bottom + 1 + height / 3)
    return max(0, min(top, end - height))
  }
}
