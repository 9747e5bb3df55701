import PromiseExploration
import PromiseGraph
import PromiseKitLite
import PromiseSimulation

/// The outcomes of an exploration: a row each, and below them what was covered.
enum OutcomesPane {
  static func part(
    _ exploring: Exploring, _ glyphs: GlyphSet, width: Int, height: Int
  ) -> ExplorePart {
    guard let found = exploring.found else {
      return ExplorePart(
        content: PaneContent(title: "Outcomes", lines: [StyledLine("going on", .dim)]))
    }
    let count = found.count
    var content = PaneContent(title: "Outcomes", status: "\(count)", frozen: 1)
    // Of many outcomes only those near the selected one can be seen.
    let near = max(0, exploring.selected - height)..<(exploring.selected + height + 1)
    let drawn = near.clamped(to: 0..<count)
    let columns = Columns(found, drawn, glyphs, width: width)
    content.lines = [columns.heading] + (0..<count).map { _ in StyledLine() }
    for index in drawn {
      guard let outcome = found.outcome(index) else { continue }
      content.lines[index + 1] = columns.row(index, outcome, exploring.selected)
    }
    if count == 0 { content.lines.append(StyledLine("no \(found.noun) has ended yet", .dim)) }
    content.anchor = count == 0 ? nil : exploring.selected + 1
    // Whole sentences, as many as there is room for.
    let spare = max(height / 2, height - content.lines.count)
    var below: [StyledLine] = []
    for (text, role) in found.sentences {
      let sentence = wrapped(sanitized(text), to: width).map { StyledLine($0, role) }
      if below.count + sentence.count <= spare { below += sentence }
    }
    if content.lines.count + below.count < height { below.insert(StyledLine(), at: 0) }
    return ExplorePart(
      content: content, below: below, selected: count == 0 ? nil : exploring.selected + 1)
  }

  /// How wide the columns are, for all rows alike.
  private struct Columns {
    private let glyphs: GlyphSet
    private let number: Int
    private let noun: String
    private let schedules: Int
    private let first: Int
    private let result: Int
    private let order: Int

    init(_ found: Found, _ drawn: Range<Int>, _ glyphs: GlyphSet, width: Int) {
      // The first ones count always, so that few columns move while the selection does.
      let outcomes = (Array(0..<min(100, found.count)) + drawn).compactMap { found.outcome($0) }
      self.glyphs = glyphs
      noun = found.nouns
      number = "\(found.count)".count
      schedules = max(width >= 60 ? noun.count : 5, grouped(found.total).count)
      let widestFirst = grouped(found.outcome(found.count - 1)?.first ?? 1).count
      first = width >= 60 ? max(5, widestFirst + 1) : 0
      let rest = max(0, width - number - 1 - schedules - 6 - (first > 0 ? first + 2 : 0) - 2)
      let orders = outcomes.map { displayWidth(inARow($0.order)) }
      let results = outcomes.map { displayWidth($0.words) + 7 }
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
      line.add(right(first > 0 ? noun : "runs", schedules) + " share", .heading)
      if first > 0 { line.add("  " + padded("first", to: first, ellipsis: " "), .heading) }
      line.add("  " + cell("result", result), .heading)
      if order > 0 { line.add("  order of handlers", .heading) }
      return line
    }

    func row(_ index: Int, _ outcome: FoundOutcome, _ selected: Int) -> StyledLine {
      var line = StyledLine()
      line.add(right("\(index + 1)", number), .key)
      line.add(index == selected ? ">" : " ", .key)
      line.add(right(grouped(outcome.count), schedules) + " " + right(percentage(outcome.share), 5))
      if first > 0 { line.add("  " + cell("#\(grouped(outcome.first))", first), .dim) }
      line.add("  ")
      if outcome.fails {
        line.add(cell("\(glyphs[.rejected]) FAIL \(outcome.words)", result), .rejected)
      } else {
        line.add(cell(outcome.words, result))
      }
      if order > 0 {
        line.add("  " + cell(inARow(outcome.order), order))
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
