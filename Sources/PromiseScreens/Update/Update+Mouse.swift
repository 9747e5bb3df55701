import PromiseGraph
import PromiseKitLite

extension State {
  /// The lines that a notch of the wheel passes.
  private static var notch: Int { 3 }

  /// There is something to click on, and clicks are the program's.
  package var takesMouse: Bool { mouse && Layout.fits(size) }

  /// Does what the mouse points at. Where it points at nothing, nothing happens.
  mutating func point(_ mouse: Mouse) -> [Effect] {
    guard takesMouse else { return [] }
    switch mouse.deed {
    case .press:
      notice = nil
      dragging = nil
      return press(x: mouse.x, y: mouse.y)
    case .drag: return drag(toColumn: mouse.x)
    case .release:
      dragging = nil
      return []
    case .wheelUp: return wheel(by: -Self.notch, x: mouse.x, y: mouse.y)
    case .wheelDown: return wheel(by: Self.notch, x: mouse.x, y: mouse.y)
    }
  }

  /// Turns the mouse on or off.
  mutating func toggleMouse() {
    mouse.toggle()
    dragging = nil
    notice =
      mouse
      ? "mouse on: click to select, drag the time, turn the wheel; with Shift text is selected"
      : "mouse off: the terminal selects text again; M turns it on"
  }

  private mutating func press(x: Int, y: Int) -> [Effect] {
    if overlay == nil, y == size.height - 1 {
      return FooterView.key(atColumn: x, self).map { press($0) } ?? []
    }
    guard overlay == nil else { return [] }
    if quiz != nil { return pressInQuiz(x: x, y: y) }
    if isExploring { return pressInExploration(x: x, y: y) }
    guard let run else { return pressInPicker(x: x, y: y) }
    if let row = layout.scrubber, row.contains(x, y) {
      dragging = .scrubber
      return drag(toColumn: x)
    }
    if run.lesson != nil, whyFrame.contains(x, y) { return [] }
    if run.why != nil, whyFrame.contains(x, y) {
      if let line = WhyView.line(atRow: y, self) { self.run?.why?.selected = line }
      return []
    }
    if run.whatIf != nil, whyFrame.contains(x, y) {
      if let row = WhatIfView.row(atRow: y, self) { selectInWhatIf(row) }
      return []
    }
    guard let place = layout.places.first(where: { $0.frame.contains(x, y) }) else { return [] }
    if place.pane != run.focus { look(.pane(place.pane)) }
    return press(in: place, x: x, y: y)
  }

  private mutating func press(in place: Layout.Place, x: Int, y: Int) -> [Effect] {
    guard let run = self.run else { return [] }
    let inside = place.frame.inside
    guard inside.contains(x, y) else { return [] }
    let content = run.content(of: place.pane, inside, glyphs)
    let scroll = run.scrolls[place.pane] ?? Scroll()
    let row = y - inside.y
    let index =
      row < content.frozen ? row : row + scroll.first(of: content, height: inside.height)
    if place.pane == .time, position(inTimeAt: x, inside) != nil {
      dragging = .time
      return drag(toColumn: x)
    }
    if let warning = content.warnings[index] {
      self.run?.warning = warning
      self.run?.scrolls[place.pane] = scroll.settled(on: content, height: inside.height)
      return []
    }
    if let event = content.events[index] {
      self.run?.stop()
      if let promise = content.promises[index] { select(promise, showing: content, in: place) }
      return event == run.playhead ? [] : move(.position(event))
    }
    if let promise = content.promises[index] { select(promise, showing: content, in: place) }
    return []
  }

  /// Selects the promise of a row, which stays where it is.
  private mutating func select(
    _ promise: PromiseID, showing content: PaneContent, in place: Layout.Place
  ) {
    let scroll = run?.scrolls[place.pane] ?? Scroll()
    run?.selection = promise
    run?.scrolls[place.pane] = scroll.settled(on: content, height: place.frame.inside.height)
  }

  /// Goes to the time that the mouse points at, while its button is down: further out than there is a time
  /// to the end on that side.
  private mutating func drag(toColumn x: Int) -> [Effect] {
    guard let run, let dragging else { return [] }
    let target: Int
    switch dragging {
    case .scrubber:
      guard let row = layout.scrubber else { return [] }
      let column = max(0, min(x, row.x + row.width) - row.x)
      target = ScrubberView.position(atColumn: column, run, row: row) ?? run.total.last
    case .time:
      guard let inside = layout.frame(of: .time)?.inside else { return [] }
      target = position(inTimeAt: min(x, inside.x + inside.width - 1), inside) ?? run.history.base
    }
    self.run?.stop()
    return target == run.playhead ? [] : move(.position(target))
  }

  /// The event that stands in a column of the screen in the pane of time; none left of its axis.
  private func position(inTimeAt x: Int, _ inside: Rect) -> Int? {
    guard let run, x >= inside.x else { return nil }
    return TimePane.position(
      atColumn: x - inside.x, run.context(glyphs, for: .time), width: inside.width,
      height: inside.height)
  }

  /// Where the answers to why lie, while they are open.
  private var whyFrame: Rect { WhyView.frame(size, wholeLayout) }

  private mutating func wheel(by rows: Int, x: Int, y: Int) -> [Effect] {
    if case .help(let scroll) = overlay {
      overlay = .help(scroll: min(max(0, scroll + rows), HelpView.lastScroll(self)))
    }
    guard overlay == nil else { return [] }
    if quiz != nil {
      wheelInQuiz(by: rows, x: x, y: y)
      return []
    }
    if isExploring {
      guard let place = exploreLayout.places.first(where: { $0.frame.contains(x, y) }) else {
        return []
      }
      let focus = exploring?.focus ?? .outcomes
      exploring?.focus = place.pane
      defer { exploring?.focus = focus }
      return arrowInExploration(place.pane == .outcomes ? rows.signum() : rows)
    }
    guard let run else {
      picked = min(max(0, picked + rows.signum()), max(0, demos.count - 1))
      return []
    }
    if run.lesson != nil, whyFrame.contains(x, y) {
      arrowInLesson(rows)
      return []
    }
    if run.why != nil, whyFrame.contains(x, y) {
      arrowInWhy(rows)
      return []
    }
    if run.whatIf != nil, whyFrame.contains(x, y) {
      selectInWhatIf((run.whatIf?.selected ?? 0) + rows.signum())
      return []
    }
    guard let place = layout.places.first(where: { $0.frame.contains(x, y) }) else { return [] }
    let inside = place.frame.inside
    let content = run.content(of: place.pane, inside, glyphs)
    guard place.pane.arrows != .step || content.count > inside.height else {
      self.run?.stop()
      self.run?.move(to: run.playhead + rows)
      return []
    }
    let scroll = run.scrolls[place.pane] ?? Scroll()
    self.run?.scrolls[place.pane] = scroll.settled(
      on: content, height: inside.height, movedBy: rows)
    return []
  }
}

// MARK: - Lists

extension State {
  /// Selects a demo of the list; the selected one is opened.
  private mutating func pressInPicker(x: Int, y: Int) -> [Effect] {
    guard let row = PickerView.demo(atColumn: x, row: y, self) else { return [] }
    if row == picked { return perform(.open) }
    picked = row
    return []
  }

  /// Selects an outcome; the selected one is opened.
  private mutating func pressInExploration(x: Int, y: Int) -> [Effect] {
    guard let place = exploreLayout.places.first(where: { $0.frame.contains(x, y) }) else {
      return []
    }
    exploring?.focus = place.pane
    guard place.pane == .outcomes, let exploring,
      let outcome = ExploreView.outcome(atRow: y - place.frame.inside.y, self)
    else { return [] }
    if outcome == exploring.selected { return openOutcome() }
    return arrowInExploration(outcome - exploring.selected)
  }
}

extension Rect {
  /// The cell lies in it.
  func contains(_ x: Int, _ y: Int) -> Bool {
    x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
  }
}
