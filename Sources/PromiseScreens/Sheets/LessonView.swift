import PromiseCourse

/// The panel of a lesson: a sheet where the answers to why would lie, so that the chain stays in view.
enum LessonView {
  static func draw(_ panel: LessonPanel, _ state: State, on canvas: inout Canvas) {
    let frame = WhyView.frame(state.size, state.wholeLayout)
    let inside = frame.inside
    let lines = lines(state)
    let first = min(panel.scroll, max(0, lines.count - inside.height))
    let shown = min(inside.height, lines.count - first)
    let footing = shown < lines.count ? "\(first + 1)-\(first + shown) of \(lines.count)" : ""
    canvas.drawFrame(
      frame, title: "\(state.words.lesson)\(state.words.colon)\(Prose.plain(panel.lesson.title))",
      status: status(panel, state.words), footing: footing, focused: true, glyphs: state.glyphs)
    let blank = StyledLine(String(repeating: " ", count: inside.width))
    for y in 0..<inside.height {
      canvas.draw(blank, x: inside.x, y: inside.y + y, width: inside.width)
      guard lines.indices.contains(first + y) else { continue }
      canvas.draw(
        lines[first + y], x: inside.x + 1, y: inside.y + y, width: inside.width - 2)
    }
  }

  private static func status(_ panel: LessonPanel, _ words: CourseWords) -> String {
    switch panel.page {
    case .introduction: words.introduction
    case .step(let index): words.step(index + 1, of: panel.lesson.steps.count)
    case .section: ""
    }
  }

  /// The lines of the open page.
  static func lines(_ state: State) -> [StyledLine] { text(state).lines }

  private static func text(_ state: State) -> LessonLines {
    guard let run = state.run, let panel = run.lesson else {
      return LessonLines(width: 0, words: state.words, glyphs: state.glyphs)
    }
    let width = WhyView.frame(state.size, state.wholeLayout).inside.width - 2
    var lines = LessonLines(width: width, words: state.words, glyphs: state.glyphs)
    lines.add(panel, playhead: run.playhead)
    return lines
  }

  /// How far the page can be scrolled.
  static func lastScroll(_ state: State) -> Int {
    let height = WhyView.frame(state.size, state.wholeLayout).inside.height
    return max(0, lines(state).count - height)
  }

  /// How far it is to be scrolled so that the question and its answer are seen.
  static func scrollToAnswer(_ state: State) -> Int {
    let text = text(state)
    let height = WhyView.frame(state.size, state.wholeLayout).inside.height
    let old = state.run?.lesson?.scroll ?? 0
    guard let question = text.question else { return old }
    let lowest = max(0, text.lines.count - height)
    return min(max(old, lowest), min(question, lowest))
  }
}
