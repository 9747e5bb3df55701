import PromiseEvents
package import PromiseGraph
import PromiseInsight

/// A run as a self-contained web page: its chain, time, queues, source and events, and a script that plays it.
///
/// The page contains facts instead of pictures: the script computes the state at an event and a time, as the
/// screens do. Without scripts the page shows the end of the run, and every event as a sentence.
package struct RunPage {
  private let recording: Recording
  private let range: ClosedRange<Int>
  private let theme: Theme.Name?
  private let lints: LintSettings
  private let language: Language
  /// The most events that the page lists: of a longer run, only those that settle a promise or end a turn, or
  /// some of them.
  package var mostListed = 30_000

  /// Creates a page of the events of `range`, in the colors of `theme` or, if it is `nil`, in light or dark
  /// colors as the reader prefers.
  package init(
    _ recording: Recording, range: ClosedRange<Int>, theme: Theme.Name? = nil,
    lints: LintSettings = LintSettings(), language: Language = .english
  ) {
    self.recording = recording
    self.range = range
    self.theme = theme
    self.lints = lints
    self.language = language
  }

  /// The document, and how much of the run it contains.
  package struct Document {
    package var html: String
    /// How many events are listed, and how many are in the range.
    package var listed: Int
    package var events: Int
    /// How many promises are in the page, and how many there are.
    package var shown: Int
    package var promises: Int
  }

  /// The most promises of a page, and the most jobs.
  package static let mostPromises = 2000
  private static let mostJobs = 20_000

  /// The document.
  package var document: Document {
    let facts = PageFacts(
      recording, range: range, mostListed: mostListed, lints: lints, language: language)
    let graph = facts.graph
    let clock = ShortClock(end: facts.history.endTime)
    let kept = self.kept(graph)
    let promises = kept ?? graph.promises.map(\.id)
    let members = Set(promises)
    let jobs = graph.jobs.lazy.filter { job in
      (job.started != nil || job.enqueued != nil)
        && job.child.map(members.contains) ?? true
    }.prefix(Self.mostJobs)
    let files = Self.files(promises, graph)
    let data = PageData(
      facts: facts, plan: BeatPlan(facts.history, language: language), promises: promises,
      jobs: Array(jobs), files: files)
    let lists = PageLists(facts: facts, files: files, promises: members)
    let boxes = kept == nil ? PageGraph(graph, clock: clock)?.markup ?? "" : ""
    let chain = PageChain(graph, keeping: kept, clock: clock, language: language).markup + boxes
    let time = PageTime(facts, jobs: Array(jobs), clock: clock).markup
    return Document(
      html: html(data, lists, chain: chain, time: time), listed: facts.lines.count,
      events: facts.count, shown: promises.count, promises: graph.counts.total)
  }

  /// Returns the promises in the page; `nil` for all. Of a part of a run, those that its events name, and what
  /// these follow from.
  private func kept(_ graph: Graph) -> [PromiseID]? {
    guard range.lowerBound > (recording.events.first?.sequence ?? 0) else {
      return graph.counts.total > Self.mostPromises
        ? graph.promises.prefix(Self.mostPromises).map(\.id) : nil
    }
    var work: [PromiseID] = []
    for event in recording.events where range.contains(event.sequence) {
      work += event.kind.promises
    }
    var kept: Set<PromiseID> = []
    while let next = work.popLast(), kept.count < Self.mostPromises {
      guard let node = graph[next], kept.insert(next).inserted else { continue }
      work += node.creation.parents.prefix(Self.mostPromises)
      if let adopted = node.adopted { work.append(adopted) }
    }
    return kept.sorted()
  }

  /// Returns the files in which the promises were created, by name.
  private static func files(_ promises: [PromiseID], _ graph: Graph) -> [String] {
    Set(promises.compactMap { graph[$0]?.creation.site?.file })
      .filter { graph.sources[$0] != nil }.sorted()
  }
}

// MARK: - The document

extension RunPage {
  private func html(
    _ data: PageData, _ lists: PageLists, chain: String, time: String
  ) -> String {
    let title = PromiseScreens.html(recording.entry.name)
    let about = PromiseScreens.html(recording.entry.teaches)
    let style = PageStyle(theme: theme).css
    return """
      <!DOCTYPE html>
      <html lang="\(language.code)">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; script-src '\(PageScript.hash)'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="\(PageStyle(theme: theme).scheme)">
      <title>\(title)</title>
      <style>
      \(style)</style>
      </head>
      <body>
      <header>
      <h1>\(title)</h1>
      \(about.isEmpty ? "" : "<p class=\"about\">\(about)</p>")
      <p class="outcome">\(outcome(data))</p>
      </header>
      <main>
      <div class="column">
      \(section("chain", "Chain", chain, note: chainNote(data)))\
      \(section("time", "Time", time))\
      \(section("source", "Source", lists.source))\
      </div>
      <div class="column">
      <section id="inspector" hidden><h2>\(language.text("Inspect"))</h2><div id="facts"></div></section>
      \(section("queues", "Queues", lists.queues))\
      \(section("warnings", "Warnings", lists.warnings))\
      \(section("events", "Events", lists.events, note: eventsNote(data)))\
      </div>
      </main>
      \(player)
      <p class="about keys" id="keys" hidden>\(keys)</p>
      <script id="run" type="application/json">
      \(data.json)
      </script>
      <script>\(PageScript.text)</script>
      </body>
      </html>

      """
  }

  /// Returns a part of the page, or nothing if it is empty.
  private func section(
    _ id: String, _ title: String, _ content: String, note: String = ""
  ) -> String {
    guard !content.isEmpty else { return "" }
    let title = language.text(Phrase(title))
    return "<section id=\"\(id)\"><h2>\(title)\(note)</h2>\n\(content)</section>\n"
  }

  private func outcome(_ data: PageData) -> String {
    let end = data.plan.beats.last { $0.kind == .end }?.caption.sentence ?? ""
    let clock = recording.isVirtual ? language.text("virtual time") : language.text("real time")
    let length = "\(milliseconds(data.facts.history.endTime)) ms"
    return [PromiseScreens.html(end), length, clock].filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  private func chainNote(_ data: PageData) -> String {
    let (shown, all) = (data.promises.count, data.facts.graph.counts.total)
    let text =
      shown < all
      ? language.text("\(grouped(shown)) of \(grouped(all)) promises")
      : language.plural(all, "promise")
    guard shown == all, all <= PageGraph.mostBoxes else { return " <small>\(text)</small>" }
    return
      " <small>\(text)</small><button id=\"form\" type=\"button\" aria-pressed=\"false\" hidden>"
      + "\(language.text("graph"))</button>"
  }

  private func eventsNote(_ data: PageData) -> String {
    let (listed, all) = (data.facts.lines.count, data.facts.count)
    let text =
      listed < all
      ? language.text("\(grouped(listed)) of \(grouped(all)) events")
      : language.plural(all, "event")
    let quiet = data.facts.lines.contains { $0.isQuiet }
    return " <small>\(text)</small>"
      + (quiet
        ? "<label class=\"script\" hidden><input type=\"checkbox\" id=\"all\"> "
          + "\(language.text("with threads, queues and freed promises"))</label>" : "")
  }

  private var player: String {
    """
    <footer id="player" hidden>
    <p id="caption" aria-live="off"></p>
    <div class="controls">
    <button id="back" type="button" aria-label="\(language.text("one event back"))">‹</button>
    <button id="toggle" type="button"><span id="sign">▶</span> <span id="word"></span></button>
    <button id="on" type="button" aria-label="\(language.text("one event forward"))">›</button>
    <input id="slider" type="range" min="0" value="0" aria-label="\(language.text("moment"))">
    <span id="clock"></span>
    <button id="speed" type="button" aria-label="\(language.text("speed"))">×1</button>
    </div>
    </footer>
    """
  }

  private var keys: String {
    let parts = [
      language.text("Space plays and pauses"), language.text("← → step by event"),
      language.text("{ } from one settlement to the next"), language.text("[ ] skip a tenth"),
      language.text("↑ ↓ select a promise"), language.text("+ - change the speed"),
      language.text("V draws the graph"), language.text("Home and End"),
    ]
    return parts.map(PromiseScreens.html).joined(separator: " · ")
  }
}
