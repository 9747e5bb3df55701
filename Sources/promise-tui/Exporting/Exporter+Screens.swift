import Dispatch
import PromiseGraph
import PromiseKitLite
import PromiseScreens

extension Exporter {
  private static let queue = DispatchQueue(label: "promise-tui.exporting", qos: .userInitiated)

  /// Writes the run that the screens show to a new file in the current folder, on a queue of its own, and
  /// tells where it is, or why there is none.
  static func write(
    _ run: Run, _ request: ExportRequest, theme: Theme, tell: @escaping @Sendable (String) -> Void
  ) {
    queue.async {
      let events = Array(run.history.events)
      var header = TraceHeader(isVirtual: !run.real, title: run.demo.name)
      let since = max(run.history.since, run.history.base)
      header.since = since > 0 ? since : nil
      let recorded = RecordedRun(
        entry: run.demo, isVirtual: !run.real, events: events, header: header)
      // Colours for any ground are no colours of one: a reader's own preference is asked.
      let theme = [.light, .highContrast, .monochrome].contains(theme.name) ? theme : nil
      let exporter = Exporter(
        run: recorded, range: request.range, size: request.size, theme: theme,
        glyphs: request.glyphs)
      tell(exporter.written(request))
    }
  }

  /// Writes a file, and says so.
  private func written(_ request: ExportRequest) -> String {
    do {
      let export = try export(request.format)
      let path = try OutputFile.create(
        request.name, request.format.ending, with: export.bytes)
      let more = export.shortfall.map { "; \($0)" } ?? ""
      return "wrote \(Folder.absolute(path)), \(grouped(export.bytes.count)) bytes\(more)"
    } catch {
      return "nothing is exported: \(error)"
    }
  }
}
