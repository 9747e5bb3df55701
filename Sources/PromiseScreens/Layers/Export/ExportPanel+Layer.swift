import PromiseGraph
import PromiseInsight

extension State {
  /// The export panel, if it is open.
  var exporting: ExportPanel? {
    get { overlays[ExportPanel.self] }
    set { overlays[ExportPanel.self] = newValue }
  }
}

extension ExportPanel: Layer {
  var mode: Mode { .export }

  /// Returns the formats over the lower part of the panes, and below them what is written.
  func sheet(_ state: State) -> Sheet? {
    guard let run = state.run else { return nil }
    let (formats, language) = (ExportFormat.allCases, state.language)
    let height = min(formats.count + 4, state.size.height - 2)
    let width = min(64, state.size.width)
    let frame = Rect(
      x: (state.size.width - width) / 2, y: state.size.height - 1 - height, width: width,
      height: height)
    let arrows = "\(Key.left.name(state.glyphs)) \(Key.right.name(state.glyphs))"
    let part = StyledLine([
      Span(" \(format == .svg ? "   " : arrows) ", .key), Span(text(in: run, language)),
    ])
    let name = ExportPanel.fileName(of: run) + format.ending
    let file = clipped(
      "     " + language.text("to \(name), readable only by you"), to: frame.inside.width,
      ellipsis: state.glyphs[.ellipsis])
    return Sheet(
      frame: frame, title: language.text("Export"),
      footing: language.text("Enter writes  Esc closes"),
      rows: formats.enumerated().map { place, format in
        Sheet.Row(line: line(format, state, width: frame.inside.width), item: place)
      }, below: [part, StyledLine(file, .dim)], first: selected - (height - 4) + 1,
      selected: selected)
  }

  private func line(_ format: ExportFormat, _ state: State, width: Int) -> StyledLine {
    let name = format.rawValue
    let text =
      " \(name)" + blanks(max(1, 12 - name.count)) + state.language.text(Phrase(format.about))
    return StyledLine(clipped(text, to: width, ellipsis: state.glyphs[.ellipsis]))
  }

  func back(_ state: inout State) { state.exporting = nil }

  /// Selects another format.
  func move(by rows: Int, isPage: Bool, _ state: inout State) {
    state.exporting?.selected = min(max(0, selected + rows), ExportFormat.allCases.count - 1)
  }

  fileprivate func choosePart(_ step: Int, _ state: inout State) {
    guard format != .svg else {
      return state.notice = state.language.text(
        "a picture shows a single event: the one at the playhead")
    }
    state.exporting?.part = (part + step + parts.count) % parts.count
  }

  fileprivate func write(_ state: inout State) {
    guard let run = state.run else { return }
    state.exporting = nil
    state.notice = state.language.text("writing \(format.rawValue) ...")
    state.ask(
      .export(
        ExportRequest(
          format: format, range: range(in: run), size: state.size, glyphs: state.glyphs,
          name: ExportPanel.fileName(of: run))))
  }
}

extension State {
  /// Opens the export panel.
  mutating func openExport() {
    guard let run else { return }
    guard !run.history.isEmpty else {
      return notice = language.text("there is nothing to export yet")
    }
    if run.isLive { self.run?.stop() }
    exporting = ExportPanel(run)
  }
}

extension Action {
  static let export = Action("export") { $0.openExport() }
  static let writeExport = Action("write-export") { $0.exporting?.write(&$0) }
  static let nextPart = Action("next-part") { $0.exporting?.choosePart(1, &$0) }
  static let previousPart = Action("previous-part") { $0.exporting?.choosePart(-1, &$0) }
}

extension KeyTable {
  static let export: [Binding] = [
    Binding(
      [(.enter, .writeExport)], .program, in: [.export], "write",
      "in the export panel: write the file; only you can read it"),
    Binding(
      [(.right, .nextPart), (.left, .previousPart)], .program, in: [.export], "part",
      "in the export panel: the whole run, up to here, from here on, between the bookmarks"),
    Binding(
      arrows, .program, in: [.export], "format", "in the export panel: previous, next format"),
  ]
}
