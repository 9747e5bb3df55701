import PromiseGraph

extension State {
  /// Opens the panel of exports.
  mutating func openExport() {
    guard let run else { return }
    guard !run.history.isEmpty else {
      notice = "nothing has happened yet that could be exported"
      return
    }
    self.run?.stop()
    overlay = .export(ExportPanel(run))
  }

  /// Does what a key asks for in the panel.
  mutating func export(_ action: Action) -> [Effect] {
    guard case .export(var panel) = overlay, let run else { return [] }
    switch action {
    case .nextPart, .previousPart:
      guard panel.format != .svg else {
        notice = "a picture shows the screen at one event: the one that the playhead stands on"
        return []
      }
      let step = action == .nextPart ? 1 : panel.parts.count - 1
      panel.part = (panel.part + step) % panel.parts.count
      overlay = .export(panel)
      return []
    default:
      overlay = nil
      notice = "writing the \(panel.format.rawValue) ..."
      return [
        .export(
          ExportRequest(
            format: panel.format, range: panel.range(in: run), size: size, glyphs: glyphs,
            name: ExportPanel.fileName(of: run)))
      ]
    }
  }

  /// Selects another form.
  mutating func arrowInExport(_ rows: Int) {
    guard case .export(var panel) = overlay else { return }
    panel.selected = min(max(0, panel.selected + rows), ExportFormat.allCases.count - 1)
    overlay = .export(panel)
  }
}
