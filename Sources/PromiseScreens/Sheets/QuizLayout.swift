/// Where the question, a pane of the run and the table of other libraries stand: integers only.
struct QuizLayout: Hashable, Sendable {
  /// The question, the choices and, afterwards, the explanation; none while a pane has the screen.
  var sheet: Rect?
  /// The pane of the run.
  var pane: Rect?
  /// What other libraries do, after the answer, where there is room beside the pane.
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
    // The table at the width that it likes best, and whether it fits beside the rest.
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
