import PromiseEvents
import PromiseGraph

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
  let layers = state.layers
  // The help is the whole screen.
  for layer in layers.last == .help ? [.help] : layers { draw(layer, state, on: &canvas) }
  if hasKeys { FooterView.draw(state, on: &canvas) }
  return canvas
}

private func draw(_ layer: Mode, _ state: State, on canvas: inout Canvas) {
  switch layer {
  case .picker: PickerView.draw(state, on: &canvas)
  case .demo, .choosing: if let run = state.run { drawPanes(of: run, state, on: &canvas) }
  case .quiz: if let quiz = state.quiz { QuizView.draw(state, quiz, on: &canvas) }
  case .explore: if let found = state.exploring { ExploreView.draw(state, found, on: &canvas) }
  case .why, .whatIf, .lesson, .export, .help:
    state.sheet(of: layer)?.draw(state.glyphs, on: &canvas)
  // What the panel asks for stands in it; a line that is typed stands in the footer.
  case .settling, .prompt: break
  }
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
  if let row = layout.scrubber { ScrubberView.draw(run, state.glyphs, row: row, on: &canvas) }
}

/// The lines above the footer: the event at the playhead in a plain sentence, and the rule behind it.
enum NarrationView {
  /// Draws as many lines as there are `rows`.
  static func draw(_ run: Run, _ glyphs: GlyphSet, _ rows: Rect, on canvas: inout Canvas) {
    let lines = lines(run, glyphs, width: rows.width, height: rows.height)
    for (row, line) in lines.enumerated() {
      canvas.draw(line, x: rows.x, y: rows.y + row, width: rows.width)
    }
  }

  /// The sentence, which may go on in the second line; the rule in what room is left, whole or not at
  /// all.
  static func lines(_ run: Run, _ glyphs: GlyphSet, width: Int, height: Int) -> [StyledLine] {
    let mark = "\(glyphs[.playhead]) "
    let room = width - mark.count
    guard room > 0, height > 0 else { return [] }
    let (sentence, rule) = words(run)
    let texts = wrapped(sentence, to: room, atMost: height, ellipsis: glyphs[.ellipsis])
    var lines = texts.enumerated().map { row, text in
      StyledLine([Span(row == 0 ? mark : "  ", .running), Span(text)])
    }
    guard let rule else { return lines }
    if lines.count < height, displayWidth(rule) <= room {
      lines.append(StyledLine([Span("  "), Span(rule, .dim)]))
    } else if let last = texts.last, displayWidth(last) + 2 + displayWidth(rule) <= room {
      lines[lines.count - 1].add("  \(rule)", .dim)
    }
    return lines
  }

  private static func words(_ run: Run) -> (sentence: String, rule: String?) {
    guard run.playhead > run.history.base else {
      let (base, since) = (run.history.base, run.history.since)
      if run.history.evicted > 0 { return ("the events up to \(base) were given up", nil) }
      return (since > 0 ? "what was alive at event \(since)" : "before the first event", nil)
    }
    guard let event = run.history[run.playhead] else {
      return ("event \(run.playhead) was lost", nil)
    }
    let narration = Narration(event, in: run.graph)
    return (narration.sentence, narration.rule)
  }
}
