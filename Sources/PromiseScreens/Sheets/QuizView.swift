import PromiseCourse

/// The screen of a quiz: the question with its choices, a pane of the run, and then the explanation.
enum QuizView {
  static func draw(_ state: State, _ quiz: QuizState, on canvas: inout Canvas) {
    let layout = state.quizLayout
    if let frame = layout.pane, let run = quiz.run {
      var context = run.context(state.glyphs, state.language, for: quiz.pane)
      context.showsToken = false
      context.showsClosureOnly = true
      let inside = frame.inside
      let content = quiz.pane.content(context, width: inside.width, height: inside.height)
      canvas.drawPane(
        content, number: quiz.pane.rawValue, frame: frame, scroll: context.scroll,
        focused: quiz.focus != nil, selection: run.selection, glyphs: state.glyphs,
        language: state.language)
    }
    sheet(state)?.draw(state.glyphs, state.language, on: &canvas)
    if let frame = layout.table, let table = table(state, width: frame.inside.width - 2) {
      Sheet(
        frame: frame, title: tableTitle(state) ?? "", footing: "", rows: Sheet.Row.rows(table),
        margin: 1, isFocused: false
      ).draw(state.glyphs, state.language, on: &canvas)
    }
  }

  /// Returns the question; `nil` while a pane covers the screen.
  static func sheet(_ state: State) -> Sheet? {
    let layout = state.quizLayout
    guard let quiz = state.quiz, let frame = layout.sheet else { return nil }
    let width = frame.inside.width - 2
    let table = layout.table == nil ? self.table(state, width: width) : nil
    let lines = QuizLines(state: state, quiz: quiz, width: width)
    return Sheet(
      frame: frame, title: title(state, quiz), status: status(state, quiz),
      rows: lines.rows(table: table.map { ([tableTitle(state) ?? ""], $0) }), first: quiz.scroll,
      margin: 1, isFocused: quiz.focus == nil)
  }

  private static func title(_ state: State, _ quiz: QuizState) -> String {
    quiz.stage == .over ? state.course.summary : quiz.demo
  }

  private static func status(_ state: State, _ quiz: QuizState) -> String {
    guard let question = quiz.question, quiz.stage != .over else { return "" }
    return state.course.name(of: question.kind)
  }

  /// Returns the number of rows, without what has a frame of its own.
  static func height(_ state: State, width: Int) -> Int {
    guard let quiz = state.quiz else { return 0 }
    return QuizLines(state: state, quiz: quiz, width: width).rows(table: nil).count
  }

  // MARK: - Other libraries

  private static func section(_ state: State) -> LessonSection? {
    guard let quiz = state.quiz, case .answered = quiz.stage else { return nil }
    return quiz.run?.demo.lesson?.sections.first { TableLines.first(in: $0.blocks) != nil }
  }

  /// The heading of the table.
  static func tableTitle(_ state: State) -> String? { section(state)?.title }

  /// Returns the lesson's table of what other libraries do in the same scenario, once the question is
  /// answered.
  static func table(_ state: State, width: Int) -> [StyledLine]? {
    section(state).flatMap { TableLines.first(in: $0.blocks) }
      .map { TableLines.lines($0.header, $0.rows, width: width, state.glyphs) }
  }
}

/// The frames of the question, a pane of the run, and the table of other libraries: integers only.
struct QuizLayout: Hashable, Sendable {
  /// The question, the choices and then the explanation; `nil` while a pane covers the screen.
  var sheet: Rect?
  /// The pane of the run.
  var pane: Rect?
  /// The table of other libraries, after the answer, if there is room beside the pane.
  var table: Rect?

  init(_ state: State) {
    let size = state.size
    let body = Rect(x: 0, y: 1, width: size.width, height: size.height - 2)
    guard let quiz = state.quiz, quiz.run != nil else {
      sheet = body
      return
    }
    guard size.width >= 80, size.height >= 18 else {
      (sheet, pane) = quiz.focus == nil ? (body, nil) : (nil, body)
      return
    }
    let isWide = size.width >= 120
    // The table at its natural width, to see whether it fits beside the rest.
    let table = QuizView.table(state, width: size.width)
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
    let needed = QuizView.height(state, width: body.width - 4) + 2
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

extension State {
  /// The frames of the question and the pane beside it.
  var quizLayout: QuizLayout { QuizLayout(self) }
}
