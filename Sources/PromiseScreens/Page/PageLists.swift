import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The other parts of a page: the source, the queues, the warnings, and the events as sentences.
struct PageLists {
  let facts: PageFacts
  let files: [String]
  let promises: Set<PromiseID>

  private var graph: Graph { facts.graph }
  private var language: Language { facts.language }

  // MARK: Source

  /// The source files in which promises were created, each with its promises beside the lines.
  var source: String {
    files.enumerated().compactMap { index, file in
      graph.sources[file].map { self.file($0, index) }
    }.joined()
  }

  /// How many lines around those that create promises are shown, and the most lines of a file.
  private static let around = 12
  private static let mostLines = 600

  private func file(_ source: SourceText, _ index: Int) -> String {
    let lines = source.lines.indices.map { source.firstLine + $0 }
    let making = lines.filter { graph.made(in: source.file, line: $0) != nil }
    guard let first = making.first, let last = making.last else { return "" }
    let shown = lines.filter { $0 >= first - Self.around && $0 <= last + Self.around }
      .prefix(Self.mostLines)
    let name = SourceSite(file: source.file, line: 1, column: 1).fileName
    let rows = shown.map { number in
      let text = PageFacts.brief(
        source.lines[number - source.firstLine].replacing("\t", with: "  "))
      return "<li value=\"\(number)\" data-l=\"\(number)\"><code>\(html(text))</code>"
        + "\(marks(number, of: source.file))</li>\n"
    }
    return "<div class=\"file\" data-z=\"\(index)\"><h3>\(html(name))</h3>\n"
      + "<ol class=\"code\">\n\(rows.joined())</ol></div>\n"
  }

  private func marks(_ line: Int, of file: String) -> String {
    guard let made = graph.made(in: file, line: line) else { return "" }
    let nodes = made.promises.prefix(4).filter(promises.contains).compactMap { graph[$0] }
    let more = made.promises.count - nodes.count
    let marks = nodes.map { node in
      "<span data-p=\"\(node.id.rawValue)\"><b data-s=\"\(node.id.rawValue)\""
        + " class=\"s-\(PageChain.name(of: node))\">\(GlyphSet.unicode[node.glyph])</b>"
        + " \(node.id)</span>"
    }.joined()
    return "<span class=\"marks\">\(marks)\(more > 0 ? "<span>+\(more)</span>" : "")</span>"
  }

  // MARK: Queues

  /// The queues, with how many jobs each has run; the script shows what they do.
  var queues: String {
    let rows = graph.queues(listing: 0).prefix(100).map { queue in
      let ran = language.plural(queue.finished, "job")
      return "<li class=\"queue\" data-q=\"\(queue.id.rawValue)\"><div class=\"queue-head\">"
        + "<span class=\"name\">\(html(graph.queueName(queue.id)))</span> "
        + "<span class=\"id\">\(html(queue.kind.words(in: language)))</span>"
        + "<span class=\"load\">\(ran)</span></div><ul class=\"jobs\"></ul></li>\n"
    }
    return "<ul id=\"queue-list\" class=\"queues\">\n\(rows.joined())</ul>\n"
  }

  // MARK: Warnings

  /// The warnings, ranked, each with what followed from it; empty if there are none.
  var warnings: String {
    let culprits = facts.state.culprits(isOver: true, language: language)
    guard !culprits.isEmpty else { return "" }
    let rows = culprits.prefix(Self.mostWarnings).map { culprit in
      let warning = culprit.warning
      let promise = warning.promise.map { " data-p=\"\($0.rawValue)\"" } ?? ""
      let consequences = culprit.consequences.map {
        "<span class=\"consequence\">\(html($0.sentence(in: language)))</span>"
      }.joined()
      return "<li data-after=\"\(warning.moment.sequence)\"\(promise)>"
        + "<span class=\"sentence\">\(html(culprit.located(in: language)))</span>"
        + consequences
        + "<span class=\"fix\">\(html(warning.fix))</span></li>\n"
    }
    return "<ul class=\"warnings\">\n\(rows.joined())</ul>\n"
  }

  private static let mostWarnings = 200

  // MARK: Events

  /// The events as sentences.
  var events: String {
    var time: Int64?
    let rows = facts.lines.map { line in
      let shown = line.time == time ? "" : milliseconds(line.time)
      time = line.time
      let name = line.outcome.map { " class=\"s-\($0.rawValue)\"" } ?? ""
      let promise = line.promise.map { " data-p=\"\($0.rawValue)\"" } ?? ""
      let rule = line.rule.map { " <span class=\"rule\">\(html($0))</span>" } ?? ""
      return "<li value=\"\(line.number)\"\(line.isQuiet ? " class=\"quiet\"" : "")\(promise)>"
        + "<span class=\"at\">\(shown)</span><span class=\"number\">\(line.number)</span>"
        + "<span class=\"text\"><span\(name)>\(html(line.sentence))</span>\(rule)</span></li>\n"
    }
    return
      "<ol id=\"event-list\" class=\"events\(facts.lines.count > 2000 ? " long" : "")\">\n\(rows.joined())</ol>\n"
  }
}
