import PromiseEvents
import PromiseGraph
import PromiseInsight

/// Draws the whole screen for `state`: a pure function, defined at every size. Without keys the last row
/// is empty.
package func view(_ state: State, hasKeys: Bool = true) -> Canvas {
  var canvas = Canvas(width: state.size.width, height: state.size.height)
  guard Layout.fits(state.size) else {
    let needed = Layout.minimum
    let text = state.language.text(
      "too small: needs \(needed.width)x\(needed.height), is "
        + "\(state.size.width)x\(state.size.height); q quits")
    canvas.draw(text, .warning, x: 0, y: 0)
    return canvas
  }
  HeaderView.draw(state, on: &canvas)
  let layers = state.layers
  // The help covers the whole screen.
  let hidden = layers.firstIndex(of: .help) ?? 0
  for layer in layers[hidden...] where !(layer == .picker && state.isOpening) {
    draw(layer, state, on: &canvas)
  }
  if hasKeys { FooterView.draw(state, on: &canvas) }
  return canvas
}

private func draw(_ layer: Mode, _ state: State, on canvas: inout Canvas) {
  switch layer {
  case .picker: PickerView.draw(state, on: &canvas)
  case .demo, .choosing: if let run = state.run { drawPanes(of: run, state, on: &canvas) }
  case .quiz: if let quiz = state.quiz { QuizView.draw(state, quiz, on: &canvas) }
  case .explore, .compare: PairScreen.draw(layer, state, on: &canvas)
  case .ended, .why, .whatIf, .breakpoints, .lesson, .export, .help, .prompt:
    state.sheet(of: layer)?.draw(state.glyphs, state.language, on: &canvas)
  // The what-if panel shows its own question.
  case .settling: break
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
    if let search = context.search, place.pane != .chain, place.pane != .time {
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

/// The lines above the footer: the event at the playhead as a sentence, and the rule behind it.
enum NarrationView {
  /// Draws as many lines as fit into `rows`.
  static func draw(
    _ run: Run, _ glyphs: GlyphSet, _ language: Language, _ rows: Rect, on canvas: inout Canvas
  ) {
    let lines = lines(run, glyphs, language, width: rows.width, height: rows.height)
    for (row, line) in lines.enumerated() {
      canvas.draw(line, x: rows.x, y: rows.y + row, width: rows.width)
    }
  }

  /// Returns the sentence, which may take two lines, and the rule if the remaining room holds all of it.
  static func lines(
    _ run: Run, _ glyphs: GlyphSet, _ language: Language = .english, width: Int, height: Int
  ) -> [StyledLine] {
    let mark = "\(glyphs[.playhead]) "
    let room = width - mark.count
    guard room > 0, height > 0 else { return [] }
    let (sentence, rule) = text(run, language)
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

  private static func text(_ run: Run, _ language: Language) -> (sentence: String, rule: String?) {
    guard run.playhead > run.history.base else {
      let (base, since) = (run.history.base, run.history.since)
      if run.history.evicted > 0 {
        return (language.text("events up to \(base) were dropped to save memory"), nil)
      }
      return (
        since > 0
          ? language.text("what existed at event \(since)")
          : language.text("before the first event"), nil
      )
    }
    guard let event = run.history[run.playhead] else {
      return (language.text("event \(run.playhead) was lost"), nil)
    }
    if let caption = run.caption, !caption.isEmpty { return (caption, nil) }
    if run.clock > run.graph.time {
      return (run.graph.caption(at: run.clock, language: language), nil)
    }
    let narration = Narration(event, in: run.graph, language: language)
    return (narration.sentence, narration.rule)
  }
}
