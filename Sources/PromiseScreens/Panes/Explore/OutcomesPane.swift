import PromiseGraph
import PromiseKitLite
import PromiseSimulation

/// The outcomes of an exploration: a row each, and below them what was covered.
enum OutcomesPane {
  static func part(
    _ exploring: Exploring, _ glyphs: GlyphSet, width: Int, height: Int
  ) -> ExplorePart {
    guard let exploration = exploring.exploration else {
      return ExplorePart(
        content: PaneContent(title: "Outcomes", lines: [StyledLine("going on", .dim)]))
    }
    let findings = exploration.findings
    var content = PaneContent(
      title: "Outcomes", status: findings.count == 1 ? "1" : "\(findings.count)", frozen: 1)
    // Of many outcomes only those near the selected one can be seen.
    let near = max(0, exploring.selected - height)..<(exploring.selected + height + 1)
    let drawn = near.clamped(to: findings.indices)
    let columns = Columns(exploration, drawn, glyphs, width: width)
    content.lines = [columns.heading] + findings.map { _ in StyledLine() }
    for index in drawn {
      content.lines[index + 1] = columns.row(
        index, findings[index], share: exploration.share(of: findings[index]), exploring.selected)
    }
    if findings.isEmpty { content.lines.append(StyledLine("no schedule has ended yet", .dim)) }
    content.anchor = findings.isEmpty ? nil : exploring.selected + 1
    // Whole sentences, as many as there is room for.
    let spare = max(height / 2, height - content.lines.count)
    var below: [StyledLine] = []
    for sentence in summary(exploration, width: width) {
      if below.count + sentence.count <= spare { below += sentence }
    }
    if content.lines.count + below.count < height { below.insert(StyledLine(), at: 0) }
    return ExplorePart(
      content: content, below: below,
      selected: findings.isEmpty ? nil : exploring.selected + 1)
  }

  /// What was covered, what was found, and what was left out: the lines of each sentence.
  private static func summary(_ exploration: Exploration, width: Int) -> [[StyledLine]] {
    let sentences =
      [
        ("coverage: \(exploration.coverage)", coverageRole(exploration.coverage)),
        (exploration.countWords, .body),
      ] + exploration.reductionWords.map { ($0, .dim) }
    return sentences.map { text, role in
      wrapped(sanitized(text), to: width).map { StyledLine($0, role) }
    }
  }

  private static func coverageRole(_ coverage: Coverage) -> Role {
    switch coverage {
    case .exhaustive: .heading
    case .running: .running
    default: .warning
    }
  }

  /// How wide the columns are, for all rows alike.
  private struct Columns {
    private let glyphs: GlyphSet
    private let number: Int
    private let schedules: Int
    private let first: Int
    private let result: Int
    private let order: Int

    init(_ exploration: Exploration, _ drawn: Range<Int>, _ glyphs: GlyphSet, width: Int) {
      // The first ones count always, so that few columns move while the selection does.
      let findings = exploration.findings.prefix(100) + exploration.findings[drawn]
      self.glyphs = glyphs
      number = "\(exploration.findings.count)".count
      schedules = max(width >= 60 ? 9 : 5, grouped(exploration.schedules).count)
      let widestFirst = grouped(exploration.findings.last?.first ?? 1).count
      first = width >= 60 ? max(5, widestFirst + 1) : 0
      let rest = max(0, width - number - 1 - schedules - 6 - (first > 0 ? first + 2 : 0) - 2)
      let orders = findings.map { displayWidth(inARow($0.order)) }
      let results = findings.map { displayWidth($0.words) + 7 }
      let neededOrder = max(17, orders.max() ?? 0)
      let neededResult = max(8, results.max() ?? 0)
      if width < 60 {
        (result, order) = (rest, 0)
      } else if neededOrder + neededResult + 2 <= rest {
        (result, order) = (neededResult, rest - neededResult - 2)
      } else {
        result = min(neededResult, max(rest - neededOrder - 2, rest / 2))
        order = max(0, rest - result - 2)
      }
    }

    var heading: StyledLine {
      var line = StyledLine()
      line.add(padded("#", to: number, ellipsis: glyphs[.ellipsis]) + " ", .heading)
      line.add(right(first > 0 ? "schedules" : "runs", schedules) + " share", .heading)
      if first > 0 { line.add("  " + padded("first", to: first, ellipsis: " "), .heading) }
      line.add("  " + cell("result", result), .heading)
      if order > 0 { line.add("  order of handlers", .heading) }
      return line
    }

    func row(
      _ index: Int, _ finding: Exploration.Finding, share: Double, _ selected: Int
    ) -> StyledLine {
      var line = StyledLine()
      line.add(right("\(index + 1)", number), .key)
      line.add(index == selected ? ">" : " ", .key)
      line.add(right(grouped(finding.count), schedules) + " " + right(percentage(share), 5))
      if first > 0 { line.add("  " + cell("#\(grouped(finding.first))", first), .dim) }
      line.add("  ")
      if finding.broken.isEmpty {
        line.add(cell(finding.words, result))
      } else {
        line.add(cell("\(glyphs[.rejected]) FAIL \(finding.words)", result), .rejected)
      }
      if order > 0 {
        line.add("  " + cell(inARow(finding.order), order))
      }
      return line
    }

    private func cell(_ text: String, _ width: Int) -> String {
      padded(text, to: width, ellipsis: glyphs[.ellipsis])
    }

    private func right(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
  }
}
