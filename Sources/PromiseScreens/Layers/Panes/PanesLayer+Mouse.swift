import PromiseEvents
import PromiseGraph
import PromiseInsight

// What the mouse does in the panes of a run.
extension State {
  /// Handles a click on the panes: starts dragging the scrubber, or selects.
  mutating func pressInPanes(x: Int, y: Int) {
    if let row = layout.scrubber, row.contains(x, y) {
      dragging = .scrubber
      return drag(toColumn: x)
    }
    guard let run, let place = layout.places.framed(atColumn: x, row: y) else { return }
    if place.pane != run.focus { focus(place.pane) }
    press(in: place, x: x, y: y)
  }

  private mutating func press(in place: Framed<PaneKind>, x: Int, y: Int) {
    guard let run = self.run else { return }
    let inside = place.frame.inside
    guard inside.contains(x, y) else { return }
    let content = run.content(of: place.pane, inside, glyphs, language)
    let scroll = run.scrolls[place.pane] ?? Scroll()
    let row = y - inside.y
    let index =
      row < content.frozen ? row : row + scroll.first(of: content, height: inside.height)
    if place.pane == .time, self.place(inTimeAt: x, inside) != nil {
      dragging = .time
      return drag(toColumn: x)
    }
    if let warning = content.warnings[index] {
      scrollRun(place.pane, in: inside)
      let culprits = run.context(glyphs, language).culprits
      if culprits.indices.contains(warning) { self.run?.culprit = culprits[warning].key }
      return
    }
    if let event = content.events[index] {
      self.run?.stop()
      if let promise = content.promises[index] { select(promise, in: place) }
      if event != run.playhead { move(.position(event)) }
      return
    }
    let column = x - inside.x + scroll.firstColumn(of: content, width: inside.width)
    let box = content.boxes.first { $0.value.contains(column, index) }
    if let promise = box?.key ?? content.promises[index] { select(promise, in: place) }
  }

  /// Selects the promise of a row without moving the row.
  private mutating func select(_ promise: PromiseID, in place: Framed<PaneKind>) {
    scrollRun(place.pane, in: place.frame.inside)
    run?.selection = promise
  }

  /// Moves the playhead to the time under the mouse while its button is down; beyond the axis, to the
  /// nearer end of the run.
  mutating func drag(toColumn x: Int) {
    guard let run, let dragging else { return }
    let target: Int
    var time: Int64?
    switch dragging {
    case .scrubber:
      guard let row = layout.scrubber else { return }
      let column = max(0, min(x, row.x + row.width) - row.x)
      target = ScrubberView.position(atColumn: column, run, row: row) ?? run.total.last
    case .time:
      guard let inside = layout.frame(of: .time)?.inside else { return }
      let place = place(inTimeAt: min(x, inside.x + inside.width - 1), inside)
      target = place?.event ?? run.history.base
      time = place?.time
    }
    self.run?.stop()
    guard target != run.playhead || time.map({ $0 != run.clock }) ?? false else { return }
    move(time.map { .instant(target, time: $0) } ?? .position(target))
  }

  /// Returns the event and the time at a column of the time pane; `nil` left of its axis.
  private func place(inTimeAt x: Int, _ inside: Rect) -> (event: Int, time: Int64)? {
    guard let run, x >= inside.x else { return nil }
    return TimePane.place(
      atColumn: x - inside.x, run.context(glyphs, language, for: .time), width: inside.width,
      height: inside.height)
  }

  /// Scrolls the pane under the mouse; where the arrow keys step, moves the playhead.
  mutating func wheelInPanes(by rows: Int, x: Int, y: Int) {
    guard let run, let place = layout.places.framed(atColumn: x, row: y) else { return }
    let inside = place.frame.inside
    if place.pane.arrows == .step,
      run.content(of: place.pane, inside, glyphs, language).count <= inside.height
    {
      self.run?.stop()
      self.run?.move(to: run.playhead + rows)
    } else {
      scrollRun(place.pane, by: rows, in: inside)
    }
  }
}
