// The keys and the mouse on a screen with a list and two runs: an exploration, or a comparison.
extension State {
  /// The number of rows that a page key moves by.
  var pairPageRows: Int {
    let layout = pairLayout(of: mode)
    return max(1, (layout.frame(of: pairFocus) ?? layout.body).inside.height - 2)
  }

  /// Selects another row of the list, or scrolls the focused run.
  mutating func arrowInPair(_ rows: Int) {
    guard pairFocus == .list else {
      if mode == .explore { scrollExplored(rows) } else { scrollCompared(rows) }
      return
    }
    if mode == .explore { selectOutcome(movedBy: rows) } else { selectDifference(movedBy: rows) }
  }

  /// Changes the focused pane.
  mutating func lookInPair(_ action: Action) {
    let (order, index) = (PairPane.allCases, pairFocus.rawValue - 1)
    switch action {
    case .explorePane(let pane), .comparePane(let pane): pairFocus = pane
    case .nextPane: pairFocus = order[(index + 1) % order.count]
    case .previousPane: pairFocus = order[(index + order.count - 1) % order.count]
    default: break
    }
  }

  /// Selects the row of the list in a cell, or the run; opens a row that is already selected.
  mutating func pressInPair(x: Int, y: Int) {
    guard let place = pairLayout(of: mode).places.framed(atColumn: x, row: y) else { return }
    pairFocus = place.pane
    guard let item = PairScreen.sheet(place.pane, mode, self)?.item(atRow: y) else { return }
    if mode == .explore {
      guard let selected = exploring?.selected, item != selected else { return openOutcome() }
      selectOutcome(movedBy: item - selected)
    } else {
      guard let selected = comparing?.selected, item != selected else { return openCompared() }
      selectDifference(movedBy: item - selected)
    }
  }

  /// Scrolls the pane under the mouse.
  mutating func wheelInPair(by rows: Int, x: Int, y: Int) {
    guard let place = pairLayout(of: mode).places.framed(atColumn: x, row: y) else { return }
    if place.pane == .list {
      if mode == .explore {
        selectOutcome(movedBy: rows.signum())
      } else {
        selectDifference(movedBy: rows.signum())
      }
    } else if mode == .explore {
      scrollExplored(rows, place.pane)
    } else {
      scrollCompared(rows, place.pane)
    }
  }
}
