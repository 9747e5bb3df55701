import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The screen of two compared runs: the differences, and both runs side by side.
enum CompareView {
  static func draw(_ state: State, _ comparing: ComparisonState, on canvas: inout Canvas) {
    let layout = state.compareLayout
    for place in layout.places {
      sheet(place, comparing, state)
        .draw(state.glyphs, state.language, number: place.pane.rawValue, on: &canvas)
    }
    if let rows = layout.cause { drawSelected(comparing, rows, state, on: &canvas) }
  }

  /// Returns the content of a pane; `nil` if it is not visible.
  static func sheet(_ pane: ComparePane, _ state: State) -> Sheet? {
    guard let comparing = state.comparing,
      let place = state.compareLayout.places.first(where: { $0.pane == pane })
    else { return nil }
    return sheet(place, comparing, state)
  }

  private static func sheet(
    _ place: Framed<ComparePane>, _ comparing: ComparisonState, _ state: State
  ) -> Sheet {
    var sheet =
      switch place.pane {
      case .differences:
        DifferencesPane.sheet(comparing, state.glyphs, state.language, place.frame)
      case .before, .after:
        ComparedPane.sheet(place.pane, comparing, state.glyphs, state.language, place.frame)
      }
    sheet.isFocused = place.pane == comparing.focus
    return sheet
  }

  /// Draws the whole sentence of the selected difference.
  private static func drawSelected(
    _ comparing: ComparisonState, _ rows: Rect, _ state: State, on canvas: inout Canvas
  ) {
    guard let difference = comparing.difference else { return }
    let text = comparing.comparison.alignment.sentence(of: difference, in: state.language)
    let lead = "\(difference.sign.rawValue) "
    let lines = wrapped(
      sanitized(text), to: rows.width - lead.count, atMost: rows.height,
      ellipsis: state.glyphs[.ellipsis])
    for (row, text) in lines.enumerated() {
      let left = row == 0 ? lead : blanks(lead.count)
      canvas.draw(
        StyledLine([Span(left, difference.role), Span(text)]), x: rows.x, y: rows.y + row,
        width: rows.width)
    }
  }
}

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
    let entries = entries(comparison)
    let room = max(1, frame.inside.height - sheet.below.count)
    let row = entries.row(of: comparing.selected)
    let first = min(max(0, row - room / 2), max(0, entries.count - room))
    let shown = first..<min(entries.count, first + room)
    sheet.rows = shown.map { place in
      guard let index = entries.difference(at: place) else {
        return Sheet.Row(line: StyledLine(entries.group(at: place).title(language), .heading))
      }
      let isSelected = index == comparing.selected
      return Sheet.Row(
        line: line(index, comparison, isSelected, language)
          .cut(to: width, ellipsis: glyphs[.ellipsis]),
        item: index)
    }
    sheet.selected = comparing.selected
    sheet.footing = Canvas.part(first, shown.count, of: entries.count, language)
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
    let handlers = language.plural(run.steps.count { $0.note == nil }, "handler")
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
    if comparison.free > 0 {
      let handlers = language.plural(comparison.free, "handler")
      let text = language.text(
        "left out: \(handlers) in another order, which explains no difference")
      remarks.append((text, .dim))
    }
    return remarks
  }

  private static func entries(_ comparison: RunComparison) -> Entries {
    Entries(groups: comparison.groups)
  }

  /// The differences and their headings, by row.
  private struct Entries {
    let groups: [(group: RunDifference.Group, range: Range<Int>)]

    var count: Int { groups.count + (groups.last?.range.upperBound ?? 0) }

    func row(of difference: Int) -> Int {
      let heading = groups.firstIndex { $0.range.contains(difference) } ?? 0
      return difference + heading + 1
    }

    /// Returns the index of the group whose heading or differences are in a row.
    private func index(at row: Int) -> Int {
      groups.indices.last { groups[$0].range.lowerBound + $0 <= row } ?? 0
    }

    func group(at row: Int) -> RunDifference.Group { groups[index(at: row)].group }

    /// Returns the index of the difference in a row; `nil` for a heading.
    func difference(at row: Int) -> Int? {
      let index = index(at: row)
      let difference = row - index - 1
      return groups[index].range.contains(difference) ? difference : nil
    }
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
