import Dispatch
import PromiseGraph
import PromiseKitLite
import PromiseScreens

/// A run, and the part of it and the looks in which it is given to other programs.
struct Exporter: Sendable {
  /// The run.
  var run: RecordedRun
  /// The part of it.
  var range = ExportRange()
  /// The cells of the screens that are shown in it.
  var size = Size(width: 100, height: 30)
  /// Their colours; without them those that the reader prefers, light or dark.
  var theme: Theme?
  /// Their signs.
  var glyphs = GlyphSet.unicode

  /// What a run has become.
  struct Export: Sendable {
    var bytes: [UInt8]
    /// What is not in it, in a sentence.
    var shortfall: String?

    init(_ text: String, shortfall: String? = nil) {
      bytes = Array(text.utf8)
      self.shortfall = shortfall
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }
  }

  /// The run in this form: the same bytes for the same events.
  ///
  /// - Throws: A sentence, where no event lies in the range.
  func export(_ format: ExportFormat) throws(ExportRange.Problem) -> Export {
    let range = try range.numbers(in: run.events)
    let title = run.entry.name
    switch format {
    case .mermaid:
      let (text, leftOut, arrows) = MermaidFlowchart.text(
        graph(at: range.upperBound), only: promises(in: range), title: title)
      return Export(text, shortfall: shortfall((leftOut, "promises"), (arrows, "arrows")))
    case .sequence:
      let (text, leftOut) = MermaidSequence.text(
        run.events.lazy.filter { range.contains($0.sequence) }, graph(at: range.upperBound),
        title: title)
      return Export(text, shortfall: shortfall((leftOut, "events")))
    case .dot:
      return Export(
        DotGraph.text(graph(at: range.upperBound), only: promises(in: range), title: title))
    case .svg:
      return Export(
        Picture(screen(at: range.upperBound).withoutLastRow, title: title, theme: theme).svg)
    case .perfetto:
      return Export(
        PerfettoTrace.bytes(
          run.events, range: range, title: title, process: run.header.pid ?? 1,
          isVirtual: run.isVirtual))
    case .html:
      let (html, frames, events) = RunPage(
        run.recording, range: range, size: size, glyphs: glyphs, theme: theme
      ).document
      let words = "\(grouped(frames)) of \(grouped(events)) events have a frame in the page"
      return Export(html, shortfall: frames < events ? words : nil)
    case .jsonl: return Export(lines(range))
    }
  }

  private func shortfall(_ leftOut: (count: Int, what: String)...) -> String? {
    let parts = leftOut.filter { $0.count > 0 }.map { "\(grouped($0.count)) \($0.what)" }
    guard !parts.isEmpty else { return nil }
    return "\(parts.joined(separator: " and ")) are left out: Mermaid draws no more. "
      + "Export a range with --from and --to, or another form"
  }

  /// The promises that the range speaks of; none where it begins with the run.
  private func promises(in numbers: ClosedRange<Int>) -> Set<PromiseID>? {
    guard range.from != nil else { return nil }
    var promises: Set<PromiseID> = []
    for event in run.events where numbers.contains(event.sequence) {
      event.kind.forEachPromise { promises.insert($0) }
    }
    return promises
  }

  private func graph(at number: Int) -> Graph {
    var graph = Graph(since: run.header.since ?? 0)
    for event in run.events where event.sequence <= number { graph.apply(event) }
    return graph
  }

  private func screen(at number: Int) -> Canvas {
    var state = State(size: size, glyphs: glyphs, theme: .monochrome, demos: [])
    _ = update(&state, .recorded(run.recording))
    state.show(event: number)
    return view(state)
  }

  private func lines(_ numbers: ClosedRange<Int>) -> [UInt8] {
    var header = TraceHeader(isVirtual: run.isVirtual, title: run.header.title ?? run.entry.name)
    header.pid = run.header.pid
    header.since = run.header.since
    // What is not there of the events before is over, and no loss.
    if let first = run.events.first?.sequence, first < numbers.lowerBound {
      header.since = numbers.lowerBound - 1
    }
    return TraceWriter().bytes(header, EventExcerpt.events(of: run.events, in: numbers))
  }
}

extension RecordedRun {
  /// The run as the screens show it.
  var recording: Recording {
    var entry = entry
    // Where a trace lay is nobody's business but that of who has recorded it.
    if entry.chapter == nil { entry.teaches = "" }
    return Recording(
      entry: entry, isVirtual: isVirtual, events: events, since: header.since ?? 0)
  }
}

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
