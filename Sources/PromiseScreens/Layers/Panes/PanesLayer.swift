import PromiseGraph
import PromiseInsight

extension PanesLayer {
  func draw(_ state: State, on canvas: inout Canvas) {
    if let run = state.run { drawPanes(of: run, state, on: &canvas) }
  }

  func copied(_ state: State) -> String? { state.run.flatMap { state.selectedText(of: $0) } }

  func move(by rows: Int, isPage: Bool, _ state: inout State) { state.arrowInPane(rows) }

  func pageRows(_ state: State) -> Int {
    let frame = state.layout.frame(of: state.run?.focus ?? .chain)
    return frame.map { $0.inside.height - 1 } ?? state.size.height - 4
  }

  func press(x: Int, y: Int, _ state: inout State) {
    state.run?.endCard = nil
    state.pressInPanes(x: x, y: y)
  }

  func wheel(by rows: Int, x: Int, y: Int, _ state: inout State) {
    state.wheelInPanes(by: rows, x: x, y: y)
  }

  func look(_ step: Int, _ state: inout State) { state.look(step) }

  /// Does the first of these that applies: ends the search, stops choosing, zooms out, returns to the
  /// original run, folds, clears the selection, clears the filter, leaves the run.
  func back(_ state: inout State) {
    if state.run?.search != nil {
      state.run?.search = nil
    } else if state.run?.choosing == true {
      state.run?.choosing = false
    } else if state.run?.zoomed == true {
      state.run?.zoomed = false
    } else if state.unchanged != nil {
      state.returnToUnchanged()
    } else if state.closeFold() {
      return
    } else if state.run?.selection != nil {
      state.run?.selection = nil
      state.run?.trail = []
    } else if state.run?.filtered != nil {
      state.run?.showAll()
      state.notice = state.language.text("filter cleared: all promises are shown")
    } else if state.comparing != nil {
      state.returnToComparison()
    } else if state.exploring != nil {
      state.returnToExploration()
    } else if state.demoList.isOrigin {
      state.leaveRun()
    } else {
      state.notice =
        state.demos.isEmpty
        ? state.language.text("nothing is open: q quits")
        : state.language.text("nothing is open: D goes to the list of demos, q quits")
    }
  }
}

private func drawPanes(of run: Run, _ state: State, on canvas: inout Canvas) {
  let layout = state.layout
  var context = run.context(state.glyphs, state.language)
  let footing =
    context.token.map { displayWidth(state.language.text("schedule \($0)")) } ?? 0
  context.showsToken = layout.frame(of: .time).map { $0.width - 4 >= footing } ?? false
  for place in layout.places {
    let inside = place.frame.inside
    context.scroll = run.scrolls[place.pane] ?? Scroll()
    var content = place.pane.content(context, width: inside.width, height: inside.height)
    // The chain pane marks its own matches; the lanes of the time pane have no text.
    if let search = context.search?.pattern, place.pane != .chain, place.pane != .time {
      content.lines = content.lines.map { $0.marked(search) }
    }
    let focused = place.pane == run.focus
    let selects = place.pane == .chain || (focused && place.pane.arrows == .select)
    canvas.drawPane(
      content, number: place.pane.rawValue, frame: place.frame,
      scroll: context.scroll, focused: focused,
      selection: selects ? run.selection : nil, glyphs: state.glyphs, language: state.language)
    if place.pane == .chain, let marked = run.marked {
      canvas.drawMark(marked, of: content, frame: place.frame, scroll: context.scroll)
    }
  }
  if let rows = layout.narration {
    NarrationView.draw(run, state.glyphs, state.language, rows, on: &canvas)
  }
  if let row = layout.scrubber { ScrubberView.draw(run, state.glyphs, row: row, on: &canvas) }
}

extension State {
  mutating func arrowInPane(_ rows: Int) {
    guard let run, let inside = layout.frame(of: run.focus)?.inside else { return }
    if run.focus.arrows == .step {
      if rows == 1 { return Action.stepForward.perform(&self) }
      self.run?.stop()
      self.run?.move(to: run.playhead + rows)
      return
    }
    if run.focus.arrows == .choose { return chooseWarning(rows) }
    let focus = run.focus
    let next =
      focus.arrows != .select
      ? nil
      : focus.promise(
        rows, from: run.subject, run.context(glyphs, language, for: focus), width: inside.width,
        height: inside.height)
    scrollRun(focus, by: next == nil ? rows : 0, in: inside)
    if let next { self.run?.selection = next }
  }
}
