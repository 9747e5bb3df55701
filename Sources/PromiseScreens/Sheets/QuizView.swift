import PromiseCourse

/// The screen of a quiz: the question with its choices, a pane of the run, and afterwards why.
enum QuizView {
  static func draw(_ state: State, _ quiz: Quizzing, on canvas: inout Canvas) {
    let layout = state.quizLayout
    if let frame = layout.pane, let run = quiz.run {
      var context = run.context(state.glyphs, for: quiz.pane)
      context.showsToken = false
      let inside = frame.inside
      let content = quiz.pane.content(context, width: inside.width, height: inside.height)
      canvas.drawPane(
        content, number: quiz.pane.rawValue, frame: frame, scroll: context.scroll,
        focused: quiz.focus != nil, selection: run.selection, glyphs: state.glyphs)
    }
    if let frame = layout.sheet { drawSheet(state, quiz, frame, layout, on: &canvas) }
    if let frame = layout.table, let table = table(state, width: frame.inside.width - 2) {
      canvas.drawFrame(frame, title: tableTitle(state) ?? "", glyphs: state.glyphs)
      draw(table, from: 0, in: frame.inside, on: &canvas)
    }
  }

  private static func drawSheet(
    _ state: State, _ quiz: Quizzing, _ frame: Rect, _ layout: QuizLayout,
    on canvas: inout Canvas
  ) {
    let lines = sheetLines(state, layout).map(\.line)
    let height = frame.inside.height
    let first = min(quiz.scroll, max(0, lines.count - height))
    let shown = min(height, lines.count - first)
    let footing = shown < lines.count ? "\(first + 1)-\(first + shown) of \(lines.count)" : ""
    canvas.drawFrame(
      frame, title: title(state, quiz), status: status(state, quiz), footing: footing,
      focused: quiz.focus == nil, glyphs: state.glyphs)
    draw(lines, from: first, in: frame.inside, on: &canvas)
  }

  private static func draw(
    _ lines: [StyledLine], from first: Int, in inside: Rect, on canvas: inout Canvas
  ) {
    for row in 0..<max(0, min(inside.height, lines.count - first)) {
      canvas.draw(
        lines[first + row], x: inside.x + 1, y: inside.y + row, width: inside.width - 2)
    }
  }

  private static func title(_ state: State, _ quiz: Quizzing) -> String {
    quiz.stage == .over ? state.words.summary : quiz.demo
  }

  private static func status(_ state: State, _ quiz: Quizzing) -> String {
    guard let question = quiz.question, quiz.stage != .over else { return "" }
    return state.words.name(of: question.kind)
  }

  // MARK: - Lines

  /// The lines of the question at the width of its frame.
  static func sheetLines(_ state: State, _ layout: QuizLayout) -> [QuizLines.Line] {
    guard let quiz = state.quiz, let frame = layout.sheet else { return [] }
    let width = frame.inside.width - 2
    let table = layout.table == nil ? self.table(state, width: width) : nil
    return QuizLines(state: state, quiz: quiz, width: width).lines(
      table: table.map { ([tableTitle(state) ?? ""], $0) })
  }

  /// The lines without what stands in a frame of its own.
  static func height(_ state: State, width: Int) -> Int {
    guard let quiz = state.quiz else { return 0 }
    return QuizLines(state: state, quiz: quiz, width: width).lines(table: nil).count
  }

  /// How far the question can be scrolled.
  static func lastScroll(_ state: State) -> Int {
    let layout = state.quizLayout
    return max(0, sheetLines(state, layout).count - (layout.sheet?.inside.height ?? 0))
  }

  /// How far it is to be scrolled so that a reason is seen whole.
  static func scroll(showing reason: Int, _ state: State) -> Int {
    let layout = state.quizLayout
    let lines = sheetLines(state, layout)
    let height = layout.sheet?.inside.height ?? 0
    guard let top = lines.firstIndex(where: { $0.reason == reason }),
      let bottom = lines.lastIndex(where: { $0.reason == reason }), lines.count > height
    else { return 0 }
    // Of the verdict above as much as there is room for.
    let lowest = max(0, bottom + 1 - height)
    let old = state.quiz?.scroll ?? 0
    return min(max(old, lowest), min(top, max(0, lines.count - height)))
  }

  /// The choice that stands in a row of the screen.
  static func choice(atRow y: Int, _ state: State) -> Int? {
    let layout = state.quizLayout
    guard let quiz = state.quiz, let inside = layout.sheet?.inside, y >= inside.y,
      y < inside.y + inside.height
    else { return nil }
    let lines = sheetLines(state, layout)
    let first = min(quiz.scroll, max(0, lines.count - inside.height))
    let index = first + y - inside.y
    return lines.indices.contains(index) ? lines[index].choice : nil
  }

  // MARK: - Other libraries

  private static func section(_ state: State) -> LessonSection? {
    guard let quiz = state.quiz, case .answered = quiz.stage else { return nil }
    return quiz.run?.demo.lesson?.sections.first { TableLines.first(in: $0.blocks) != nil }
  }

  /// What the table is about.
  static func tableTitle(_ state: State) -> String? { section(state)?.title }

  /// What other libraries do in the same scenario, after the answer, where the lesson has a table of it.
  static func table(_ state: State, width: Int) -> [StyledLine]? {
    section(state).flatMap { TableLines.first(in: $0.blocks) }
      .map { TableLines.lines($0.header, $0.rows, width: width, state.glyphs) }
  }
}
