import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The comparison of two runs as text: a summary in one sentence, then part by part, and where they
/// first diverge.
///
/// Text from a program is sanitized. Signs say what is new and what is gone; colors, if wanted,
/// repeat it.
struct DiffReport {
  let diff: RunDiff
  /// The width of a line.
  var width = LinearReport.width
  var isColored = false
  /// Whether every row of a part is printed, not only the first ones.
  var isWhole = false

  /// The whole report.
  var text: String {
    let sections = [heading, summary] + DiffSection.allCases.map(section) + [divergence]
    return .sections(sections)
  }

  /// The most rows of a part.
  private static let mostRows = 20

  // MARK: - Sections

  private var heading: [String] {
    let runs = (diff.alignment.before, diff.alignment.after)
    return line(
      "A", diff.names.before, runs.0, ending(diff.isRunning.before), diff.isDamaged.before)
      + line("B", diff.names.after, runs.1, ending(diff.isRunning.after), diff.isDamaged.after)
  }

  private var summary: [String] { LinearReport.folded(diff.summary, indent: 2, width: width) }

  private func ending(_ isRunning: Bool) -> String { isRunning ? "still running" : "cut short" }

  private func line(
    _ letter: String, _ name: String, _ run: ComparedRun, _ ending: String, _ isDamaged: Bool
  ) -> [String] {
    let handlers = run.steps.count { $0.note == nil }
    var facts = [
      plural(run.promises.count, "promise"), plural(handlers, "handler"),
      "\(milliseconds(run.end.saturatingMinus(run.start))) ms",
    ]
    if run.missing > 0 { facts.append("\(plural(run.missing, "event")) not recorded") }
    let open = run.openCount
    if run.isCutShort {
      facts.append(ending + (open > 0 ? " with \(plural(open, "promise")) pending" : ""))
    } else if open > 0 {
      facts.append("\(plural(open, "promise")) pending at the end")
    }
    if isDamaged { facts.append("partly unreadable") }
    let room = max(8, width - 3)
    let rest = facts.joined(separator: ", ")
    let name = sanitized(name)
    if name.count + rest.count + 2 <= room { return ["\(letter)  \(name): \(rest)"] }
    return ["\(letter)  \(name.cut(to: room))"]
      + LinearReport.folded(rest, after: "   ", indent: 3, width: width)
  }

  private func section(_ section: DiffSection) -> [String] {
    guard diff.includes(section) else { return [] }
    let count = diff.rowCount(section)
    guard count > 0 else { return [] }
    var lines = [bold(diff.title(of: section))]
    for row in diff.rows(section, most: isWhole ? count : Self.mostRows) {
      lines += row.lines(width: width).map { colored($0, row.sign) }
    }
    if !isWhole, count > Self.mostRows {
      lines.append("    and \(grouped(count - Self.mostRows)) more; --all lists them")
    }
    return lines
  }

  private var divergence: [String] {
    guard let divergence = diff.divergence else { return [] }
    var lines = [bold("FIRST DIVERGENCE")]
    lines += LinearReport.folded(
      divergence.sentence(before: "A", after: "B"), after: "  ", indent: 2, width: width)
    if let cause = diff.cause {
      lines += LinearReport.folded(cause, after: "  Why: ", indent: 7, width: width)
    }
    return lines + [""] + DivergenceTable(diff.alignment, divergence, width: width).lines
  }

  // MARK: - Colors

  private func bold(_ text: String) -> String { isColored ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  private func colored(_ text: String, _ sign: RunDifference.Sign) -> String {
    guard isColored else { return text }
    let color =
      switch sign {
      case .added: 32
      case .removed: 31
      case .changed: 33
      case .unknown: 2
      }
    return "\u{1B}[\(color)m\(text)\u{1B}[0m"
  }
}

/// Two runs side by side around the place where they diverge.
struct DivergenceTable {
  let lines: [String]

  init(_ alignment: RunAlignment, _ divergence: Divergence, width: Int) {
    let half = max(12, (width - 3) / 2)
    let left = Self.rows(alignment.before, from: divergence.before, shared: divergence, half)
    let right = Self.rows(alignment.after, from: divergence.after, shared: divergence, half)
    lines = SideBySide.columns(["A"] + left, ["B"] + right, half)
  }

  /// The number of steps before that place, and after it.
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
        step == place ? ">" : " ", "\(it.moment.sequence)".padded(before: 5),
        isWide ? milliseconds(run.time(it.moment)).padded(before: 9) : "",
        isWide ? queue.cut(to: 8).padded(to: 8) : "", run.name(of: it, isBrief: true),
      ].filter { !$0.isEmpty }
      return sanitized(columns.joined(separator: " ")).cut(to: width)
    }
    if side == nil { rows.append("> nothing more runs") }
    if end < run.steps.count { rows.append("    and \(grouped(run.steps.count - end)) more") }
    return rows
  }
}
