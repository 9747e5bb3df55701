import PromiseGraph
import PromiseInsight

extension State {
  /// Opens the export panel.
  mutating func openExport() {
    guard let run else { return }
    guard !run.history.isEmpty else {
      notice = language.text("there is nothing to export yet")
      return
    }
    self.run?.stop()
    overlay = .export(ExportPanel(run))
  }

  /// Performs an action of the export panel.
  mutating func export(_ action: Action) {
    guard case .export(var panel) = overlay, let run else { return }
    switch action {
    case .nextPart, .previousPart:
      guard panel.format != .svg else {
        notice = language.text("a picture shows a single event: the one at the playhead")
        return
      }
      let step = action == .nextPart ? 1 : panel.parts.count - 1
      panel.part = (panel.part + step) % panel.parts.count
      overlay = .export(panel)
      return
    default:
      overlay = nil
      notice = language.text("writing \(panel.format.rawValue) ...")
      ask(
        .export(
          ExportRequest(
            format: panel.format, range: panel.range(in: run), size: size, glyphs: glyphs,
            name: ExportPanel.fileName(of: run)))
      )
    }
  }

  /// Selects another format.
  mutating func arrowInExport(_ rows: Int) {
    guard case .export(var panel) = overlay else { return }
    panel.selected = min(max(0, panel.selected + rows), ExportFormat.allCases.count - 1)
    overlay = .export(panel)
  }
}
