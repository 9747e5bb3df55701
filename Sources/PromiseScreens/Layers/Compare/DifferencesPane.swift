import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The differences: a row each, under the headings of their groups.
enum DifferencesPane {
  static func sheet(
    _ comparing: ComparisonState, _ glyphs: GlyphSet, _ language: Language, _ frame: Rect
  ) -> Sheet {
    let comparison = comparing.comparison
    var sheet = Sheet(frame: frame, title: language.text("Differences"), rows: [])
    let width = frame.inside.width
    sheet.below = remarks(comparison, glyphs, language).flatMap { text, role in
      wrapped(sanitized(text), to: width).map { StyledLine($0, role) }
    }
    guard !comparison.differences.isEmpty else {
      sheet.rows = Sheet.Row.rows(
        wrapped(same(comparison, language), to: width).map { StyledLine($0, .heading) })
      return sheet
    }
    sheet.status =
      language.text(
        "\(grouped(comparison.decisive)) of \(grouped(comparison.differences.count)) decisive")
    // Of many differences, only those near the selected one are drawn.
    let rows = comparing.rows
    let room = max(1, frame.inside.height - sheet.below.count)
    let row = rows.firstIndex(of: .difference(comparing.selected)) ?? 0
    let first = min(max(0, row - room / 2), max(0, rows.count - room))
    let shown = first..<min(rows.count, first + room)
    sheet.rows = rows[shown].map { row in
      switch row {
      case .heading(let group): Sheet.Row(line: StyledLine(group.title(language), .heading))
      case .difference(let index):
        Sheet.Row(
          line: line(index, comparison, index == comparing.selected, language)
            .cut(to: width, ellipsis: glyphs[.ellipsis]),
          item: index)
      }
    }
    sheet.selected = comparing.selected
    sheet.footing = Canvas.part(first, shown.count, of: rows.count, language)
    return sheet
  }

  private static func line(
    _ index: Int, _ comparison: RunComparison, _ isSelected: Bool, _ language: Language
  ) -> StyledLine {
    let difference = comparison.differences[index]
    var line = StyledLine(isSelected ? "> " : "  ", .key)
    line.add("\(difference.sign.rawValue) ", difference.role)
    line.add(sanitized(comparison.alignment.sentence(of: difference, in: language)))
    return line
  }

  private static func same(_ comparison: RunComparison, _ language: Language) -> String {
    let run = comparison.alignment.after
    let promises = language.plural(run.promises.count, "promise")
    let handlers = language.plural(run.handlerCount, "handler")
    return language.text(
      "The same run: \(promises) and \(handlers), with the same outcomes, values and order.")
  }

  /// What is left out, and what is missing in the traces.
  private static func remarks(
    _ comparison: RunComparison, _ glyphs: GlyphSet, _ language: Language
  ) -> [(text: String, role: Role)] {
    var remarks: [(text: String, role: Role)] = []
    for (name, side) in [("A", comparison.before), ("B", comparison.after)] {
      if side.ending.isIncomplete {
        let ending = side.ending.sentence(language)
        remarks.append(("\(glyphs[.warning]) \(name): \(ending)", .warning))
      }
      if side.isDamaged {
        let text = language.text("\(name): a part of the trace could not be read")
        remarks.append(("\(glyphs[.warning]) \(text)", .warning))
      }
    }
    if !comparison.free.isEmpty {
      let handlers = language.plural(comparison.free.count, "handler")
      let text = language.text(
        "left out: \(handlers) in another order, which explains no difference")
      remarks.append((text, .dim))
    }
    return remarks
  }
}

extension RunDifference {
  /// The role of its sign.
  var role: Role {
    switch sign {
    case .added: .fulfilled
    case .removed: .rejected
    case .changed: .warning
    case .unknown: .dim
    }
  }
}
