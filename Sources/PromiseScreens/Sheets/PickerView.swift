import PromiseCourse
import PromiseGraph

/// The list of demos by chapter, and a description of the selected one.
enum PickerView {
  /// A row of the list.
  private enum Row: Hashable {
    case chapter(RunDescriptor.Chapter)
    case demo(Int)
  }

  /// Draws the list and, below it, the description of the selected demo.
  static func draw(_ state: State, on canvas: inout Canvas) {
    list(state).draw(state.glyphs, state.language, on: &canvas)
    about(state).draw(state.glyphs, state.language, on: &canvas)
  }

  private static func frames(_ size: Size) -> (list: Rect, about: Rect) {
    let below = min(9, max(4, (size.height - 2) / 3))
    let list = Rect(x: 0, y: 1, width: size.width, height: size.height - 2 - below)
    return (list, Rect(x: 0, y: list.y + list.height, width: size.width, height: below))
  }

  /// The rows of the list: each chapter's heading precedes its first demo.
  private static func rows(_ state: State) -> [Row] {
    var rows: [Row] = []
    var chapter: RunDescriptor.Chapter?
    for (index, demo) in state.demos.enumerated() {
      if let own = demo.chapter, own != chapter { rows.append(.chapter(own)) }
      chapter = demo.chapter
      rows.append(.demo(index))
    }
    return rows
  }

  /// Returns the first visible row; a chapter's heading is visible with its first demo.
  private static func first(_ state: State, _ rows: [Row], height: Int) -> Int {
    let anchor = rows.firstIndex(of: .demo(state.picked)) ?? 0
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
    let names = min(24, state.demos.map { displayWidth($0.name) }.max() ?? 0)
    let count = state.demos.count
    let first = first(state, rows, height: inside.height)
    var sheet = Sheet(
      frame: frame, title: state.language.text("Demos"),
      status: count > 1 ? state.course.part(state.picked + 1, of: count) : "\(count)",
      footing: "", rows: [], first: first, selected: state.picked)
    if rows.isEmpty {
      sheet.rows = Sheet.Row.rows([
        StyledLine(" " + state.language.text("there are no demos"), .dim)
      ])
    }
    for (place, row) in rows.enumerated() {
      let isSeen = (first..<first + inside.height).contains(place)
      switch row {
      case .chapter(let chapter):
        sheet.rows.append(Sheet.Row(line: heading(chapter, width: inside.width, state)))
      case .demo(let index):
        let line = isSeen ? line(index, names: names, width: inside.width, state) : StyledLine()
        sheet.rows.append(Sheet.Row(line: line, item: index))
      }
    }
    return sheet
  }

  private static func heading(
    _ chapter: RunDescriptor.Chapter, width: Int, _ state: State
  ) -> StyledLine {
    var line = StyledLine(" \(chapter.name)  ", .heading)
    line.add(state.language.text(Phrase(chapter.about)), .dim)
    return line.cut(to: width, ellipsis: state.glyphs[.ellipsis])
  }

  private static func line(_ index: Int, names: Int, width: Int, _ state: State) -> StyledLine {
    let demo = state.demos[index]
    let ellipsis = state.glyphs[.ellipsis]
    var line = StyledLine(index < 9 ? " \(index + 1)  " : "    ", .key)
    line.add(padded(demo.name, to: names, ellipsis: ellipsis) + "  ", .title)
    let room = width - displayWidth(line.text) - 1
    line.add(clipped(demo.topic(state.language), to: room, ellipsis: ellipsis))
    return line
  }

  private static func about(_ state: State) -> Sheet {
    let frame = frames(state.size).about
    let demo = state.demos.indices.contains(state.picked) ? state.demos[state.picked] : nil
    var lines: [StyledLine] = []
    if let demo {
      let width = frame.inside.width - 2
      lines = wrapped(demo.about(state.language), to: width).map { StyledLine($0) }
      if !demo.variants.isEmpty { lines += variants(demo, width: width, state) }
      let names = (state.language.text("from"), "--set")
      for (name, text) in [(names.0, demo.from), (names.1, demo.knobs)] where !text.isEmpty {
        lines += wrapped("\(name) \(text)", to: width).map { StyledLine($0, .dim) }
      }
    }
    return Sheet(
      frame: frame, title: demo?.title(state.language) ?? "", footing: "",
      rows: Sheet.Row.rows(lines), margin: 1,
      isFocused: false)
  }

  /// Returns which variant is selected, and what it changes; in another language than English only its name,
  /// because there is no translation of the rest.
  private static func variants(
    _ demo: RunDescriptor, width: Int, _ state: State
  ) -> [StyledLine] {
    let count = demo.variants.count
    let chosen = state.pickedVariant
    let names = demo.variants.map(\.name).joined(separator: state.course.comma)
    var text = state.language.text("default; variants: \(names)")
    if chosen > 0, chosen <= count {
      let variant = demo.variants[chosen - 1]
      text = variant.name
      if state.language == .english { text += ": \(variant.about)" }
    }
    var line = StyledLine("\(Key.left.name(state.glyphs))\(Key.right.name(state.glyphs)) ", .key)
    line.add("\(chosen + 1)/\(count + 1)  ", .dim)
    line.add(text)
    return [line.cut(to: width, ellipsis: state.glyphs[.ellipsis])]
  }
}

extension RunDescriptor {
  /// Returns what it teaches, in a line: in another language than English, the title of its lesson.
  func topic(_ language: Language) -> String { translated(language)?.title ?? teaches }

  /// Returns what it teaches: in another language than English, the introduction of its lesson.
  fileprivate func about(_ language: Language) -> String {
    let paragraphs = translated(language)?.introduction.compactMap { block in
      if case .paragraph(let text) = block { Prose.plain(text) } else { nil }
    }
    return paragraphs?.first ?? teaches
  }

  fileprivate func title(_ language: Language) -> String { translated(language)?.title ?? title }

  /// The lesson, if it is a translation.
  private func translated(_ language: Language) -> Lesson? {
    lesson.flatMap { language != .english && $0.language == language ? $0 : nil }
  }
}
