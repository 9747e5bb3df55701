import PromiseGraph
import PromiseKitLite

/// Two runs side by side around the place where they part.
struct DivergenceTable {
  let lines: [String]

  init(_ alignment: RunAlignment, _ divergence: Divergence, width: Int) {
    let half = max(12, (width - 3) / 2)
    let left = Self.rows(alignment.before, from: divergence.before, shared: divergence, half)
    let right = Self.rows(alignment.after, from: divergence.after, shared: divergence, half)
    let titles = ("A", "B")
    let rows = [titles.0] + left
    let others = [titles.1] + right
    lines = (0..<max(rows.count, others.count)).map { row in
      let first = row < rows.count ? rows[row] : ""
      let second = row < others.count ? others[row] : ""
      let gap = String(repeating: " ", count: max(0, half - first.count))
      return "\(first)\(gap) | \(second)".withoutTrailingBlanks
    }
  }

  /// So many steps are told before the place, and after it.
  private static let before = 3
  private static let after = 6

  private static func rows(
    _ run: ComparedRun, from side: Divergence.Side?, shared: Divergence, _ width: Int
  ) -> [String] {
    let place = side?.step ?? run.steps.count
    let start = max(0, place - min(before, shared.shared))
    let end = min(run.steps.count, place + after)
    let isWide = width >= 36
    var rows = (start..<end).map { step in
      let it = run.steps[step]
      let queue = it.note == nil ? it.promise.flatMap(run.queueLabel) ?? "" : ""
      let columns = [
        step == place ? ">" : " ", right("\(it.moment.sequence)", 5),
        isWide ? right(milliseconds(run.time(it.moment)), 9) : "",
        isWide ? left(queue, 8) : "", run.name(of: it, isBrief: true),
      ].filter { !$0.isEmpty }
      return sanitized(columns.joined(separator: " ")).cut(to: width)
    }
    if side == nil { rows.append("> nothing more runs") }
    if end < run.steps.count { rows.append("    and \(grouped(run.steps.count - end)) more") }
    return rows
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func left(_ text: String, _ width: Int) -> String {
    let text = text.cut(to: width)
    return text + String(repeating: " ", count: width - text.count)
  }
}
