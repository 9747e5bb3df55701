import Dispatch
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens

/// Exports a run: which part of it, and how its screens look.
struct Exporter: Sendable {
  /// The run.
  var run: Recording
  /// The part of the run to export.
  var range = ExportRange()
  /// The size of the screen in a picture, in cells.
  var size = Size(width: 100, height: 30)
  /// The colors of a picture or a page; `nil` for light or dark, as the reader prefers.
  var theme: Theme.Name?
  /// The characters of a picture.
  var glyphs = GlyphSet.unicode
  /// The language of a picture or a page.
  var language = Language.english
  /// For spans: the name of the service, by default that of the run, and when the time 0 of the run
  /// was, in nanoseconds since 1970. By default that is what the trace says, or else 0.
  var service: String?
  var epoch: Int64?

  /// The result of an export.
  struct Export: Sendable {
    var bytes: [UInt8]
    /// What was left out, as a sentence; `nil` if nothing was.
    var shortfall: String?

    init(_ text: String, shortfall: String? = nil) {
      bytes = Array(text.utf8)
      self.shortfall = shortfall
    }

    init(_ bytes: [UInt8], shortfall: String? = nil) {
      (self.bytes, self.shortfall) = (bytes, shortfall)
    }
  }

  /// Exports the run in `format`: the same bytes for the same events.
  ///
  /// - Throws: An error that explains that no event lies in the range.
  func export(_ format: ExportFormat) throws(InputError) -> Export {
    let numbers = try range.numbers(in: run.events)
    guard range.isWhole || format == .svg else {
      var exporter = self
      exporter.run = run.part(numbers)
      return exporter.export(format, numbers)
    }
    return export(format, numbers)
  }

  private func export(_ format: ExportFormat, _ range: ClosedRange<Int>) -> Export {
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
        Picture(
          screen(at: range.upperBound).withoutLastRow, title: title,
          theme: theme.map { Theme($0) }
        ).svg)
    case .perfetto:
      return Export(
        PerfettoTrace.bytes(
          run.events, range: range, title: title, process: run.header.pid ?? 1,
          isVirtual: run.isVirtual))
    case .html:
      let page = RunPage(
        run.withoutPlace, range: range, theme: theme, language: language
      ).document
      return Export(page.html, shortfall: shortfall(page))
    case .jsonl: return Export(lines)
    case .otlp: return spans(as: .json)
    case .otlpProto: return spans(as: .protobuf)
    }
  }

  private func shortfall(_ leftOut: (count: Int, what: String)...) -> String? {
    let parts = leftOut.filter { $0.count > 0 }.map { "\(grouped($0.count)) \($0.what)" }
    guard !parts.isEmpty else { return nil }
    return "\(parts.joined(separator: " and ")) are left out: they are more than Mermaid draws. "
      + "Export a range, as in --at 120ms..180ms, or choose another format"
  }

  /// Returns what a page leaves out, as a sentence.
  private func shortfall(_ page: RunPage.Document) -> String? {
    var parts: [String] = []
    if page.listed < page.events {
      parts.append(
        "\(grouped(page.listed)) of \(grouped(page.events)) events are listed in the page")
    }
    if page.shown < page.promises, range.from == nil {
      parts.append(
        "\(grouped(page.shown)) of \(grouped(page.promises)) promises are shown in it: "
          + "export a range, as in --at 4000..5000, to see others")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Returns the promises that the range mentions; `nil` if it begins with the run.
  private func promises(in numbers: ClosedRange<Int>) -> Set<PromiseID>? {
    guard range.from != nil else { return nil }
    var promises: Set<PromiseID> = []
    for event in run.events where numbers.contains(event.sequence) {
      event.kind.forEachPromise { promises.insert($0) }
    }
    return promises
  }

  private func graph(at number: Int) -> Graph {
    var graph = Graph(since: run.since)
    for event in run.events where event.sequence <= number { graph.apply(event) }
    return graph
  }

  private func screen(at number: Int) -> Canvas {
    var state = State(
      size: size, glyphs: glyphs, theme: .monochrome, keys: .standard, demos: [], language: language
    )
    _ = update(&state, .recorded(run.withoutPlace))
    state.show(event: number)
    return view(state)
  }

  private func spans(as encoding: SpanEncoding) -> Export {
    var export = SpanExport(
      run.header, epoch: epoch ?? run.header.origin?.unix ?? 0,
      resource: SpanResource(
        run.header, service: service ?? run.entry.name, version: programVersion),
      as: encoding)
    var bytes: [UInt8] = []
    for batch in export.add(run.events) + export.finish() {
      bytes += batch.bytes
    }
    return Export(bytes, shortfall: Self.shortfall(cut: export.cutCount))
  }

  /// Returns a sentence about promises whose spans ended early; `nil` if there is none.
  static func shortfall(cut count: Int) -> String? {
    guard count > 0 else { return nil }
    return "too many promises are pending at the same time: \(plural(count, "span")) of the oldest "
      + "end early"
  }

  private var lines: [UInt8] {
    var header = TraceHeader(isVirtual: run.isVirtual, title: run.header.title ?? run.entry.name)
    header.pid = run.header.pid
    header.since = run.header.since
    header.language = run.header.language
    header.origin = run.header.origin
    return TraceWriter().bytes(header, run.events)
  }
}

extension Recording {
  /// Returns the part of the run with these events, and with those before that it needs.
  func part(_ numbers: ClosedRange<Int>) -> Recording {
    var part = self
    part.events = EventExcerpt.events(of: events, in: numbers)
    // Events before the range are not counted as lost.
    if let first = events.first?.sequence, first < numbers.lowerBound {
      part.header.since = numbers.lowerBound - 1
    }
    return part
  }

  /// The run as a reader of the export sees it, who need not know where the trace was on this machine.
  fileprivate var withoutPlace: Recording {
    var run = self
    if entry.chapter == nil { run.entry.teaches = "" }
    return run
  }
}

extension Exporter {
  private static let queue = DispatchQueue(label: "promise-tui.exporting", qos: .userInitiated)

  /// Writes the run on the screen to a new file in the current folder, on a separate queue, and
  /// reports its path, or why it was not written.
  static func write(
    _ run: Run, _ request: ExportRequest, theme: Theme, language: Language = .english,
    report: @escaping @Sendable (String) -> Void
  ) {
    queue.async {
      let history = run.wholeHistory
      let events = Array(history.events)
      var header = TraceHeader(isVirtual: !run.real, title: run.demo.name)
      let since = max(history.since, history.base)
      header.since = since > 0 ? since : nil
      header.language = run.graph.programLanguage.headerName
      let recorded = Recording(
        entry: run.demo, header: header, events: events)
      // A theme that suits any background is not made for a particular one: the reader's preference
      // applies.
      let theme = [.light, .highContrast, .monochrome].contains(theme.name) ? theme.name : nil
      let exporter = Exporter(
        run: recorded, range: request.range, size: request.size, theme: theme,
        glyphs: request.glyphs, language: language, epoch: SpanEpoch.ending(events))
      report(exporter.written(request, language))
    }
  }

  /// Writes the file, and returns a sentence that says so.
  private func written(_ request: ExportRequest, _ language: Language) -> String {
    do {
      let export = try export(request.format)
      let path = try OutputFile.create(
        request.name, request.format.ending, with: export.bytes)
      let more = export.shortfall.map { language.text("; ") + $0 } ?? ""
      let size = grouped(export.bytes.count)
      return language.text("wrote \(Folder.absolute(path)), \(size) bytes\(more)")
    } catch {
      let problem = "\(error)"
      return language.text("nothing was exported: \(problem)")
    }
  }
}
