/// The whole screen for `state`: a pure function, and total at every size. Without keys its last row is empty.
package func view(_ state: State, hasKeys: Bool = true) -> Canvas {
  var canvas = Canvas(width: state.size.width, height: state.size.height)
  guard Layout.fits(state.size) else {
    let needed = Layout.minimum
    let text =
      "too small: needs \(needed.width)x\(needed.height), is "
      + "\(state.size.width)x\(state.size.height); q quits"
    canvas.draw(text, .warning, x: 0, y: 0)
    return canvas
  }
  HeaderView.draw(state, on: &canvas)
  if case .help(let scroll) = state.overlay {
    HelpView.draw(state, scroll: scroll, on: &canvas)
  } else if let quiz = state.quiz {
    QuizView.draw(state, quiz, on: &canvas)
  } else if let exploring = state.exploring, exploring.isInFront {
    ExploreView.draw(state, exploring, on: &canvas)
  } else if let run = state.run {
    drawPanes(of: run, state, on: &canvas)
  } else {
    PickerView.draw(state, on: &canvas)
  }
  if case .export(let panel) = state.overlay, let run = state.run {
    ExportView.draw(panel, run, state, on: &canvas)
  }
  if hasKeys { FooterView.draw(state, on: &canvas) }
  return canvas
}

private func drawPanes(of run: Run, _ state: State, on canvas: inout Canvas) {
  let layout = state.layout
  var context = run.context(state.glyphs)
  let footing = context.token.map { displayWidth("schedule \($0)") } ?? 0
  context.showsToken = layout.frame(of: .time).map { $0.width - 4 >= footing } ?? false
  for place in layout.places {
    let inside = place.frame.inside
    context.scroll = run.scrolls[place.pane] ?? Scroll()
    var content = place.pane.content(context, width: inside.width, height: inside.height)
    // The chain marks what it finds by itself; the lanes of time hold no texts.
    if let search = context.search, place.pane != .chain, place.pane != .time {
      content.lines = content.lines.map { $0.marked(search) }
    }
    let focused = place.pane == run.focus
    let selects = place.pane == .chain || (focused && place.pane.arrows == .select)
    canvas.drawPane(
      content, number: place.pane.rawValue, frame: place.frame,
      scroll: context.scroll, focused: focused,
      selection: selects ? run.selection : nil, glyphs: state.glyphs)
    if place.pane == .chain, let marked = run.marked {
      canvas.drawMark(marked, of: content, frame: place.frame, scroll: context.scroll)
    }
  }
  if let rows = layout.narration { NarrationView.draw(run, state.glyphs, rows, on: &canvas) }
  if let panel = run.lesson { LessonView.draw(panel, state, on: &canvas) }
  if let panel = run.whatIf { WhatIfView.draw(panel, state, on: &canvas) }
  if let panel = run.why { WhyView.draw(panel, state, on: &canvas) }
  if let row = layout.scrubber { ScrubberView.draw(run, state.glyphs, row: row, on: &canvas) }
}
