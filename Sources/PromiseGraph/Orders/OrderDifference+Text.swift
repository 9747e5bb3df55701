extension OrderDifference {
  /// How many lines are expected and did not come, or the other way round.
  package var count: Int { rows.count { !$0.isSame } }

  /// The number of the first event at which the run is otherwise; none where only something is missing at
  /// the end.
  package var firstEvent: Int? {
    guard let first = rows.firstIndex(where: { !$0.isSame }) else { return nil }
    return rows[first...].lazy.compactMap(\.step).first?.sequence
  }

  /// The lines around what differs: `-` what is expected and did not come there, `+` what came instead,
  /// with its event's number.
  ///
  /// - Parameters:
  ///   - times: Whether lines that came tell when.
  ///   - context: How many lines that agree stand around.
  package func text(times: Bool, context: Int = 3) -> String {
    var lines: [(text: String, note: String)] = []
    var shown = -1
    for (index, row) in rows.enumerated() where isNear(index, context) {
      if index > shown + 1 {
        lines.append(("  … \(Self.counted(index - shown - 1)) as expected", ""))
      }
      shown = index
      lines.append(Self.line(row, times: times))
    }
    let hidden = rows.count - shown - 1
    if hidden > 0 { lines.append(("  … \(Self.counted(hidden)) as expected", "")) }
    if rest > 0 { lines.append(("  … the rest, \(Self.counted(rest)), is not compared", "")) }
    let width = min(48, lines.filter { !$0.note.isEmpty }.map(\.text.count).max() ?? 0)
    return lines.map { line in
      guard !line.note.isEmpty else { return line.text + "\n" }
      let gap = String(repeating: " ", count: max(0, width - line.text.count) + 3)
      return line.text + gap + line.note + "\n"
    }.joined()
  }

  private static func line(_ row: Row, times: Bool) -> (String, String) {
    switch row {
    case .same(let step, let line): ("  " + step.line(times: line.time != nil && times), "")
    case .missing(let line): ("- " + line.raw, "")
    case .extra(let step): ("+ " + step.line(times: times), "event \(step.sequence)")
    }
  }

  private func isNear(_ index: Int, _ context: Int) -> Bool {
    let start = max(0, index - context)
    let end = min(rows.count - 1, index + context)
    return rows[start...end].contains { !$0.isSame }
  }

  private static func counted(_ count: Int) -> String { count == 1 ? "1 line" : "\(count) lines" }
}
