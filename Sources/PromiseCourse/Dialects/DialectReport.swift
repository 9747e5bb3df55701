import PromiseEvents
import PromiseGraph
import PromiseInsight
package import PromiseSimulation

/// A program's orders in several dialects, what differs, and by which rules, as text.
package struct DialectReport: Sendable {
  /// One dialect of the report.
  package struct Row: Sendable {
    package let dialect: Dialect
    package let order: DialectOrder
    /// Where the order was seen, or why it is not known; empty if it follows from the rules alone.
    package let evidence: String
    /// The rules that make the difference from the first dialect with a known order.
    package let rules: [Dialect.Rule]
  }

  package let program: DialectProgram
  package let rows: [Row]

  /// Runs `program` by the rules of each of `dialects`. The first one with a known order is that
  /// from which the others differ.
  ///
  /// - Parameter facts: What is known of the program besides the rules, by the names of dialects.
  package init(
    _ program: DialectProgram, in dialects: [Dialect], facts: [String: DialectFact] = [:]
  ) {
    self.program = program
    var base: (dialect: Dialect, lines: [String])?
    var rows: [Row] = []
    for dialect in dialects {
      let fact = facts[dialect.name]
      let order = fact?.absence.map { .absent($0) } ?? program.knownOrder(as: dialect)
      var rules: [Dialect.Rule] = []
      if let lines = order.lines {
        if let base, base.lines != lines {
          rules = program.decidingRules(from: dialect, to: base.dialect)
        }
        base = base ?? (dialect, lines)
      }
      rows.append(Row(dialect: dialect, order: order, evidence: fact?.evidence ?? "", rules: rules))
    }
    self.rows = rows
  }

  /// The report, a few lines for each dialect.
  package var text: String {
    let width = rows.map(\.dialect.title.count).max() ?? 0
    let base = rows.first { $0.order.lines != nil }
    let lines = rows.flatMap { row -> [String] in
      let title = row.dialect.title.padded(to: width)
      let indent = String(repeating: " ", count: width + 2)
      var lines = folded(words(row, base), after: "\(title)  ", indent: indent.count)
      if let first = base, first.dialect != row.dialect {
        lines += row.rules.flatMap { rule in
          folded(
            rule.difference(row.dialect, from: first.dialect), after: indent,
            indent: indent.count + 2)
        }
      }
      if !row.evidence.isEmpty {
        lines += folded("[\(row.evidence)]", after: indent, indent: indent.count + 1)
      }
      return lines
    }
    let isDerived = rows.contains { $0.order.lines != nil && $0.evidence.isEmpty }
    let note = "An order without a source in brackets follows from the rules of its dialect."
    let heading = folded("\(program.name): \(program.title)", after: "", indent: 2) + [""]
    return (heading + lines + (isDerived ? ["", note] : [])).joined(separator: "\n") + "\n"
  }

  /// Returns lines of the width of a report; however many there are, none is left out.
  private func folded(_ text: String, after start: String, indent: Int) -> [String] {
    LinearReport.folded(text, after: start, indent: indent, limit: .max, width: Self.width)
  }

  /// The width of its lines: that of a small terminal.
  static var width: Int { 80 }

  private func words(_ row: Row, _ base: Row?) -> String {
    switch row.order {
    case .lines(let lines):
      let text = lines.isEmpty ? "nothing" : lines.joined(separator: " · ")
      let isSame = base.map { $0.dialect != row.dialect && $0.order == row.order } ?? false
      return isSame ? "\(text)  (the same)" : text
    case .unknown(let rules):
      let list = rules.map { $0.title }.joined(separator: ", ")
      return "unknown: it depends on \(list), which is not known of \(row.dialect.title)"
    case .absent(let reason): return reason
    }
  }
}
