import PromiseCourse
import PromiseGraph
import PromiseInsight

extension PickerLayer {
  func sheet(_ state: State) -> Sheet? { PickerView.list(state) }

  /// Draws the list and, below it or at its right, the description of the selected demo.
  func draw(_ state: State, on canvas: inout Canvas) {
    if state.isOpening { return }
    PickerView.list(state).draw(state.glyphs, state.language, on: &canvas)
    PreviewView.sheet(state, in: PickerView.frames(state.size).about)
      .draw(state.glyphs, state.language, on: &canvas)
  }
}

/// The list of demos by chapter, or those that match what is typed, and a description of the selected one.
enum PickerView {
  /// A row of the list.
  private enum Row: Hashable {
    case chapter(RunDescriptor.Chapter)
    case demo(Int)
  }

  /// Returns the frames of the list and of the description.
  static func frames(_ size: Size) -> (list: Rect, about: Rect) {
    let height = size.height - 2
    if size.width >= previewWidth {
      let width = min(110, size.width * 56 / 100)
      return (
        Rect(x: 0, y: 1, width: width, height: height),
        Rect(x: width, y: 1, width: size.width - width, height: height)
      )
    }
    let below = height < 14 ? 3 : min(9, max(4, height / 3))
    let list = Rect(x: 0, y: 1, width: size.width, height: height - below)
    return (list, Rect(x: 0, y: list.y + list.height, width: size.width, height: below))
  }

  /// From this width on, the description is at the right, with what is known about the demo's run.
  static let previewWidth = 100

  /// The rows of the list: each chapter's heading precedes its first demo. What matches has no headings.
  private static func rows(_ state: State) -> [Row] {
    if state.finds { return state.listed.map { .demo($0) } }
    var rows: [Row] = []
    var chapter: RunDescriptor.Chapter?
    for index in state.listed {
      let own = state.demos[index].listedChapter
      if let own, own != chapter { rows.append(.chapter(own)) }
      chapter = own
      rows.append(.demo(index))
    }
    return rows
  }

  /// Returns the first visible row; a chapter's heading is visible with its first demo.
  private static func first(_ state: State, _ rows: [Row], height: Int) -> Int {
    let anchor = rows.firstIndex(of: .demo(state.demoList.picked)) ?? 0
    let first = Scroll().first(
      count: rows.count, frozen: 0, anchor: anchor, subject: nil, height: height)
    guard first == anchor, first > 0, case .chapter = rows[first - 1] else { return first }
    return first - 1
  }

  /// Returns the list; only the visible rows have text.
  static func list(_ state: State) -> Sheet {
    let frame = frames(state.size).list
    let inside = frame.inside
    let rows = rows(state)
    let columns = PickerColumns(state, width: inside.width)
    let first = first(state, rows, height: inside.height)
    var sheet = Sheet(
      frame: frame, title: title(state), status: status(state), footing: "", rows: [],
      first: first,
      selected: state.listed.contains(state.demoList.picked) ? state.demoList.picked : nil)
    if rows.isEmpty {
      let text =
        state.demos.isEmpty
        ? state.language.text("there are no demos")
        : state.language.text("no demo matches; Esc shows all of them")
      sheet.rows = Sheet.Row.rows(
        wrapped(text, to: inside.width - 2).map { StyledLine(" " + $0, .dim) })
    }
    for (place, row) in rows.enumerated() {
      let isSeen = (first..<first + inside.height).contains(place)
      switch row {
      case .chapter(let chapter):
        sheet.rows.append(Sheet.Row(line: heading(chapter, width: inside.width, state)))
      case .demo(let index):
        sheet.rows.append(
          Sheet.Row(line: isSeen ? columns.line(index) : StyledLine(), item: index))
      }
    }
    return sheet
  }

  /// The line being typed, or what to type.
  private static func title(_ state: State) -> String {
    guard let line = state.demoList.finder?.line else {
      return "\(state.language.text("Demos")) \(state.glyphs[.frameHorizontal]) "
        + state.language.text("type to find one")
    }
    let cursor = state.glyphs == .ascii ? "_" : "▏"
    return state.language.text("find: \(line.text + cursor)")
  }

  /// How many demos match or, if all are listed, how many were played.
  private static func status(_ state: State) -> String {
    let count = state.demos.count
    if state.finds { return state.course.part(state.listed.count, of: count) }
    let played = state.demos.count { state.courseProgress.hasPlayed($0.name) }
    return played == 0 ? "\(count)" : state.language.text("\(played) of \(count) played")
  }

  private static func heading(
    _ chapter: RunDescriptor.Chapter, width: Int, _ state: State
  ) -> StyledLine {
    var line = StyledLine(" \(state.language.text(Phrase(chapter.name)))  ", .heading)
    line.add(state.language.text(Phrase(chapter.about)), .dim)
    return line.cut(to: width, ellipsis: state.glyphs[.ellipsis])
  }
}

/// The columns of the list: the digit that runs a demo, whether it was played, its name, what it teaches, and the
/// result of its quiz.
private struct PickerColumns {
  private let state: State
  private let width: Int
  private let names: Int
  private let results: Int

  init(_ state: State, width: Int) {
    self.state = state
    self.width = width
    names = min(24, state.demos.map { displayWidth($0.name) }.max() ?? 0)
    results =
      state.demos.compactMap { state.courseProgress.result(of: $0.name)?.text.count }.max() ?? 0
  }

  /// Returns the row of a demo.
  func line(_ index: Int) -> StyledLine {
    let demo = state.demos[index]
    let ellipsis = state.glyphs[.ellipsis]
    let place = state.listed.prefix(9).firstIndex(of: index)
    var line = StyledLine(place.map { " \($0 + 1) " } ?? "   ", .key)
    let isPlayed = state.courseProgress.hasPlayed(demo.name)
    line.add(isPlayed ? "\(state.glyphs[.fulfilled]) " : "  ", .fulfilled)
    line.spans += name(demo, index).spans
    line.add("  ")
    let result = state.courseProgress.result(of: demo.name)?.text ?? ""
    let room = width - line.width - (results > 0 ? results + 2 : 1)
    line.add(padded(demo.topic(state.language), to: room, ellipsis: ellipsis))
    if results > 0 { line.add(" " + aligned(result, to: results), .dim) }
    return line.cut(to: width, ellipsis: ellipsis)
  }

  /// The name, with the characters marked that match what is typed.
  private func name(_ demo: RunDescriptor, _ index: Int) -> StyledLine {
    let text = padded(demo.name, to: names, ellipsis: state.glyphs[.ellipsis])
    let hit = state.demoList.finder?.hits.first { $0.demo == index }
    guard let offsets = hit.map({ Set($0.offsets) }), !offsets.isEmpty else {
      return StyledLine(text, .title)
    }
    var line = StyledLine()
    for (offset, character) in text.enumerated() {
      line.join(character, offsets.contains(offset) ? .match : .title)
    }
    return line
  }
}

extension CourseProgress.Result {
  /// `3/4`
  var text: String { "\(right)/\(questions)" }
}
