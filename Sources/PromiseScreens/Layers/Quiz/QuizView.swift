import PromiseCourse

extension QuizState: Layer {
  var mode: Mode { .quiz }
  var showsRun: Bool { false }

  /// Draws the question with its choices, a pane of the run, and then the explanation.
  func draw(_ state: State, on canvas: inout Canvas) {
    let layout = QuizLayout(self, state)
    if let frame = layout.pane, let run {
      var context = run.context(state.glyphs, state.language, for: pane)
      context.showsToken = false
      context.showsClosureOnly = true
      let inside = frame.inside
      let content = pane.content(context, width: inside.width, height: inside.height)
      canvas.drawPane(
        content, number: pane.rawValue, frame: frame, scroll: context.scroll,
        focused: focus != nil, selection: run.selection, glyphs: state.glyphs,
        language: state.language)
    }
    sheet(state)?.draw(state.glyphs, state.language, on: &canvas)
    if let frame = layout.table, let table = table(state, width: frame.inside.width - 2) {
      Sheet(
        frame: frame, title: otherLibraries?.title ?? "", footing: "",
        rows: Sheet.Row.rows(table), margin: 1, isFocused: false
      ).draw(state.glyphs, state.language, on: &canvas)
    }
  }

  /// Returns the question; `nil` while a pane covers the screen.
  func sheet(_ state: State) -> Sheet? {
    let layout = QuizLayout(self, state)
    guard let frame = layout.sheet else { return nil }
    let width = frame.inside.width - 2
    let table = layout.table == nil ? table(state, width: width) : nil
    let lines = QuizLines(state: state, quiz: self, width: width)
    let kind = stage == .over ? nil : question?.kind
    return Sheet(
      frame: frame, title: stage == .over ? state.course.summary : demo,
      status: kind.map { state.course.name(of: $0) } ?? "",
      rows: lines.rows(table: table.map { ([otherLibraries?.title ?? ""], $0) }), first: scroll,
      margin: 1, isFocused: focus == nil)
  }

  /// Returns the number of rows, without what has a frame of its own.
  func height(_ state: State, width: Int) -> Int {
    QuizLines(state: state, quiz: self, width: width).rows(table: nil).count
  }

  /// The lesson's section about what other libraries do in the same scenario, once the question is answered.
  private var otherLibraries: LessonSection? {
    guard case .answered = stage else { return nil }
    return run?.demo.lesson?.sections.first { TableLines.first(in: $0.blocks) != nil }
  }

  /// Returns the table of that section.
  func table(_ state: State, width: Int) -> [StyledLine]? {
    otherLibraries.flatMap { TableLines.first(in: $0.blocks) }
      .map { TableLines.lines($0.header, $0.rows, width: width, state.glyphs) }
  }

  /// Returns the progress of the quiz, and the score.
  func header(_ state: State, wide: Bool) -> (name: StyledLine, items: [HeaderItem]) {
    let (score, course) = (state.score, state.course)
    var items: [HeaderItem] = []
    if demos.count > 1, place < demos.count {
      items.append(
        HeaderItem(StyledLine(course.demo(place + 1, of: demos.count), .dim), rank: .warnings))
    }
    if let sheet {
      let text = course.question(index + 1, of: sheet.questions.count)
      items.append(HeaderItem(StyledLine(text), rank: .mark))
    }
    let part = course.part(score.right, of: score.records.count)
    items.append(HeaderItem(StyledLine("\(course.score) \(part)"), rank: .position))
    return (StyledLine([Span(" "), Span("\(course.quizMark)  ", .heading), Span(demo)]), items)
  }

  func about(_ state: State) -> PaneHelp? { nil }
}

/// The frames of the question, a pane of the run, and the table of other libraries: integers only.
struct QuizLayout: Hashable, Sendable {
  /// The question, the choices and then the explanation; `nil` while a pane covers the screen.
  var sheet: Rect?
  /// The pane of the run.
  var pane: Rect?
  /// The table of other libraries, after the answer, if there is room beside the pane.
  var table: Rect?

  init(_ quiz: QuizState, _ state: State) {
    let size = state.size
    let body = Rect(x: 0, y: 1, width: size.width, height: size.height - 2)
    guard quiz.run != nil else {
      sheet = body
      return
    }
    guard size.width >= 80, size.height >= 18 else {
      (sheet, pane) = quiz.focus == nil ? (body, nil) : (nil, body)
      return
    }
    let isWide = size.width >= 120
    // The table at its natural width, to see whether it fits beside the rest.
    let table = quiz.table(state, width: size.width)
    let tableSize = table.map { (width: Self.width(of: $0) + 4, height: $0.count + 2) }
    if isWide {
      let left = body.width / 2
      pane = Rect(x: 0, y: body.y, width: left, height: body.height)
      var right = Rect(x: left, y: body.y, width: body.width - left, height: body.height)
      if let tableSize, tableSize.width <= right.width, tableSize.height <= body.height / 2 {
        right.height -= tableSize.height
        self.table = Rect(
          x: left, y: right.y + right.height, width: right.width, height: tableSize.height)
      }
      sheet = right
      return
    }
    let needed = quiz.height(state, width: body.width - 4) + 2
    let low = min(max(needed, 7), body.height * 3 / 5)
    var top = Rect(x: 0, y: body.y, width: body.width, height: body.height - low)
    sheet = Rect(x: 0, y: body.y + top.height, width: body.width, height: low)
    if let tableSize, tableSize.width <= body.width * 62 / 100, tableSize.height <= top.height {
      top.width -= tableSize.width
      self.table = Rect(x: top.width, y: top.y, width: tableSize.width, height: top.height)
    }
    pane = top
  }

  private static func width(of lines: [StyledLine]) -> Int { lines.map(\.width).max() ?? 0 }
}
