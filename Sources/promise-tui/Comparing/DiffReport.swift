import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens

/// The comparison of two runs as text: a summary in one sentence, then part by part, and where they
/// first diverge.
///
/// Text from a program is sanitized. Signs say what is new and what is gone; colors, if wanted,
/// repeat it.
struct DiffReport {
  let diff: RunComparison
  /// The width of a line.
  var width = LinearReport.width
  var isColored = false
  /// Whether every row of a part is printed, not only the first ones.
  var isWhole = false

  /// The whole report.
  var text: String {
    let sections = [heading, summary] + RunDifference.Section.allCases.map(section) + [divergence]
    return .sections(sections)
  }

  /// The most rows of a part.
  private static let mostRows = 20

  // MARK: - Sections

  private var heading: [String] {
    line("A", diff.before, diff.alignment.before) + line("B", diff.after, diff.alignment.after)
  }

  private var summary: [String] { LinearReport.folded(diff.summary, indent: 2, width: width) }

  private func line(
    _ letter: String, _ side: RunComparison.Side, _ run: ComparedRun
  ) -> [String] {
    var facts = [
      plural(run.promises.count, "promise"), plural(run.handlerCount, "handler"),
      "\(milliseconds(run.end.saturatingMinus(run.start))) ms",
    ]
    if run.missing > 0 { facts.append("\(plural(run.missing, "event")) not recorded") }
    let open = run.openCount
    if run.isCutShort {
      facts.append(
        (side.ending == .running ? "still running" : "cut short")
          + (open > 0 ? " with \(plural(open, "promise")) pending" : ""))
    } else if open > 0 {
      facts.append("\(plural(open, "promise")) pending at the end")
    }
    if side.isDamaged { facts.append("partly unreadable") }
    let room = max(8, width - 3)
    let rest = facts.joined(separator: ", ")
    let name = sanitized(side.name)
    if name.count + rest.count + 2 <= room { return ["\(letter)  \(name): \(rest)"] }
    return ["\(letter)  \(name.cut(to: room))"]
      + LinearReport.folded(rest, after: "   ", indent: 3, width: width)
  }

  private func section(_ section: RunDifference.Section) -> [String] {
    let differences = diff.differences.filter { $0.section == section }
    guard !differences.isEmpty else { return [] }
    var lines = [bold(diff.title(of: section))]
    for difference in differences.prefix(isWhole ? .max : Self.mostRows) {
      lines += LinearReport.folded(
        diff.alignment.sentence(of: difference), after: "  \(difference.sign.rawValue) ",
        indent: 6, width: width
      ).map { colored($0, difference.sign) }
    }
    if !isWhole, differences.count > Self.mostRows {
      lines.append("    and \(grouped(differences.count - Self.mostRows)) more; --all lists them")
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
    func side(_ run: ComparedRun, _ side: Divergence.Side?) -> [RunLine] {
      run.lines(from: (side?.step ?? run.steps.count) - 3, parting: side?.step, after: 6)
    }
    let before = side(diff.alignment.before, divergence.before)
    let after = side(diff.alignment.after, divergence.after)
    return lines + [""] + SideBySide(left: "A", before, right: "B", after, width: width).lines
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
