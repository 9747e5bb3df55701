import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseSimulation

/// The outcomes of an exploration: a row each, and below them the coverage.
enum OutcomesPane {
  static func sheet(
    _ exploring: ExplorationState, _ glyphs: GlyphSet, _ language: Language, _ frame: Rect
  ) -> Sheet {
    var sheet = Sheet(frame: frame, title: language.text("Outcomes"), rows: [])
    guard let found = exploring.found else {
      sheet.rows = Sheet.Row.rows([StyledLine(language.text("exploring ..."), .dim)])
      return sheet
    }
    let (width, height) = (frame.inside.width, frame.inside.height)
    let count = found.count
    sheet.status = "\(count)"
    sheet.frozen = 1
    // Of many outcomes, only those near the selected one are visible.
    let near = max(0, exploring.selected - height)..<(exploring.selected + height + 1)
    let drawn = near.clamped(to: 0..<count)
    let columns = Columns(found, drawn, glyphs, language, width: width)
    sheet.rows = [Sheet.Row(line: columns.heading)] + (0..<count).map { Sheet.Row(item: $0) }
    for index in drawn {
      guard let outcome = found.outcome(index) else { continue }
      sheet.rows[index + 1].line = columns.row(index, outcome, exploring.selected)
    }
    if count == 0 {
      sheet.rows += Sheet.Row.rows([StyledLine(language.text("no run has ended yet"), .dim)])
    } else {
      sheet.selected = exploring.selected
      sheet.anchor = exploring.selected + 1
    }
    // As many whole sentences as fit.
    let spare = max(height / 2, height - sheet.rows.count)
    for (text, role) in found.sentences(language) {
      let sentence = wrapped(sanitized(text), to: width).map { StyledLine($0, role) }
      if sheet.below.count + sentence.count <= spare { sheet.below += sentence }
    }
    if sheet.rows.count + sheet.below.count < height { sheet.below.insert(StyledLine(), at: 0) }
    return sheet
  }

  /// The widths of the columns, which are the same for all rows.
  private struct Columns {
    private let glyphs: GlyphSet
    private let number: Int
    private let language: Language
    private let noun: String
    private let schedules: Int
    private let first: Int
    private let result: Int
    private let order: Int

    init(
      _ found: OutcomeSummary, _ drawn: Range<Int>, _ glyphs: GlyphSet, _ language: Language,
      width: Int
    ) {
      // The first ones always count, so that columns rarely move with the selection.
      let outcomes = (Array(0..<min(100, found.count)) + drawn).compactMap { found.outcome($0) }
      self.glyphs = glyphs
      self.language = language
      noun = found.nouns(language)
      number = "\(found.count)".count
      schedules = max(width >= 60 ? displayWidth(noun) : 5, grouped(found.total).count)
      let widestFirst = grouped(found.outcome(found.count - 1)?.first ?? 1).count
      first = width >= 60 ? max(5, widestFirst + 1) : 0
      let rest = max(0, width - number - 1 - schedules - 6 - (first > 0 ? first + 2 : 0) - 2)
      let orders = outcomes.map { displayWidth(orderRow($0.order)) }
      let results = outcomes.map { displayWidth($0.text(language)) + 7 }
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
      line.add(aligned(first > 0 ? noun : language.text("runs"), to: schedules), .heading)
      line.add(" " + padded(language.text("share"), to: 5, ellipsis: " "), .heading)
      if first > 0 {
        line.add("  " + padded(language.text("first"), to: first, ellipsis: " "), .heading)
      }
      line.add("  " + cell(language.text("result"), result), .heading)
      if order > 0 { line.add("  " + language.text("order of handlers"), .heading) }
      return line
    }

    func row(_ index: Int, _ outcome: FoundOutcome, _ selected: Int) -> StyledLine {
      var line = StyledLine()
      line.add(aligned("\(index + 1)", to: number), .key)
      line.add(index == selected ? ">" : " ", .key)
      line.add(
        aligned(grouped(outcome.count), to: schedules) + " "
          + aligned(percentage(outcome.share), to: 5))
      if first > 0 { line.add("  " + cell("#\(grouped(outcome.first))", first), .dim) }
      line.add("  ")
      if outcome.fails {
        line.add(
          cell("\(glyphs[.rejected]) \(language.text("FAIL")) \(outcome.text(language))", result),
          .rejected)
      } else {
        line.add(cell(outcome.text(language), result))
      }
      if order > 0 {
        line.add("  " + cell(orderRow(outcome.order), order))
      }
      return line
    }

    private func cell(_ text: String, _ width: Int) -> String {
      padded(text, to: width, ellipsis: glyphs[.ellipsis])
    }
  }
}
