import PromiseEvents
import PromiseGraph
import PromiseInsight

/// A screen with two runs: a list of outcomes or of differences, the two runs of the selected row, and how they differ.
protocol PairLayer: Layer {
  /// The focused pane.
  var focus: PairPane { get }
  /// The selected row of the list.
  var selected: Int { get }
  func layout(_ size: Size) -> PairLayout
  /// Returns the content of a pane.
  func sheet(_ place: Framed<PairPane>, _ layout: PairLayout, _ state: State) -> Sheet
  /// Returns why the two runs differ, or the selected difference as a whole sentence, with what is before it; `nil` if
  /// there is none.
  func sentence(_ language: Language) -> (lead: StyledLine, text: String)?
  func focusOn(_ pane: PairPane, _ state: inout State)
  /// Selects another row of the list.
  func select(movedBy rows: Int, _ state: inout State)
  /// Scrolls the run in a pane.
  func scroll(_ pane: PairPane, by rows: Int, _ state: inout State)
  /// Opens the selected row.
  func open(_ state: inout State)
}

// MARK: - What it shows

extension PairLayer {
  var showsRun: Bool { false }

  func draw(_ state: State, on canvas: inout Canvas) {
    let layout = layout(state.size)
    for place in layout.places {
      sheet(place, layout, state)
        .draw(state.glyphs, state.language, number: place.pane.rawValue, on: &canvas)
    }
    guard let rows = layout.cause, let (lead, text) = sentence(state.language) else { return }
    let lines = wrapped(
      sanitized(text), to: rows.width - lead.width, atMost: rows.height,
      ellipsis: state.glyphs[.ellipsis])
    for (row, text) in lines.enumerated() {
      let left = row == 0 ? lead.spans : [Span(blanks(lead.width))]
      canvas.draw(
        StyledLine(left + [Span(text)]), x: rows.x, y: rows.y + row, width: rows.width)
    }
  }

  func about(_ state: State) -> PaneHelp? {
    let about = focus.about(comparing: mode == .compare)
    return PaneHelp(focus.rawValue, about.name, about.texts)
  }

  /// Returns the content of a pane; `nil` if it is not visible.
  func sheet(_ pane: PairPane, _ state: State) -> Sheet? {
    let layout = layout(state.size)
    return layout.places.first { $0.pane == pane }.map { sheet($0, layout, state) }
  }
}

// MARK: - Keys and the mouse

extension PairLayer {
  func pageRows(_ state: State) -> Int {
    let layout = layout(state.size)
    return max(1, (layout.frame(of: focus) ?? layout.body).inside.height - 2)
  }

  /// Selects another row of the list, or scrolls the focused run.
  func move(by rows: Int, isPage: Bool, _ state: inout State) {
    if focus == .list { select(movedBy: rows, &state) } else { scroll(focus, by: rows, &state) }
  }

  func look(_ step: Int, _ state: inout State) { focusOn(focus.beside(step), &state) }

  /// Selects the row of the list in a cell, or the run; opens a row that is already selected.
  func press(x: Int, y: Int, _ state: inout State) {
    guard let place = layout(state.size).places.framed(atColumn: x, row: y) else { return }
    focusOn(place.pane, &state)
    guard let item = sheet(place.pane, state)?.item(atRow: y) else { return }
    if item == selected { open(&state) } else { select(movedBy: item - selected, &state) }
  }

  /// Scrolls the pane under the mouse.
  func wheel(by rows: Int, x: Int, y: Int, _ state: inout State) {
    guard let place = layout(state.size).places.framed(atColumn: x, row: y) else { return }
    if place.pane == .list {
      select(movedBy: rows.signum(), &state)
    } else {
      scroll(place.pane, by: rows, &state)
    }
  }

  /// Returns that a key of the panes works in the run that is chosen.
  func worksInRun(_ key: Key, _ row: Binding, _ state: State) -> String {
    let label = row.label.isEmpty ? "" : " (\(state.language.text(Phrase(row.label))))"
    return state.language.text(
      "press Enter to open the chosen run; \(key.name(state.glyphs))\(label) works there")
  }
}
