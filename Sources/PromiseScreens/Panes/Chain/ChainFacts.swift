import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The texts of the chain pane's columns for a promise.
struct ChainFacts {
  let context: PaneContext
  let graph: Graph
  let glyphs: GlyphSet
  let language: Language
  let clock: ShortClock
  /// Whether there is room for the long forms.
  let isWide: Bool
  /// The patterns of the search and the filter.
  private let patterns: [SearchPattern]
  /// The promises that match the filter, if there is one.
  let filtered: FilteredPromises?
  /// The wanted columns at this width.
  let columns: [ChainColumn]

  /// Creates the facts at the playhead.
  init(_ context: PaneContext, width: Int) {
    self.context = context
    graph = context.graph
    glyphs = context.glyphs
    language = context.language
    clock = ShortClock(context)
    filtered = context.filtered
    patterns = context.patterns
    columns = ChainColumn.wanted(width: width)
    isWide = columns == ChainColumn.wide
  }

  /// How many of the first rows have the headings of the columns, in a pane of this height.
  func headingRows(height: Int) -> Int {
    isWide ? 2 : height >= 8 ? 1 : 0
  }

  /// Returns the label of a queue, or its id if it was not declared.
  func label(_ queue: QueueID) -> String { graph.queueLabel(queue) }

  /// Returns the text of `column`; ``ChainColumn/value`` and ``ChainColumn/span`` are made elsewhere.
  func text(_ column: ChainColumn, _ node: PromiseNode) -> String {
    switch column {
    case .id: node.id.description
    case .name: name(node)
    case .kind: kind(node)
    case .queue: queue(node) ?? "--"
    case .thread:
      (started(node)?.thread ?? node.settled?.thread)?.description ?? "--"
    case .created: time(node.created)
    case .queued: time(node.job.flatMap { graph.job($0)?.enqueued })
    case .ran: time(started(node))
    case .settled: time(node.settled)
    case .span, .value: ""
    }
  }

  /// Returns `text` with matches of the search marked.
  func marked(_ text: String, _ role: Role) -> [Span] {
    let span = Span(text, role)
    return patterns.lazy.map(span.marked).first { $0.contains { $0.role == .match } } ?? [span]
  }

  /// Returns when the handler or body that settles the promise started.
  func started(_ node: PromiseNode) -> Moment? {
    node.job.flatMap { graph.job($0)?.started } ?? node.bodyStarted
  }

  private func time(_ moment: Moment?) -> String {
    moment.map { milliseconds($0.time) } ?? "--"
  }

  private func name(_ node: PromiseNode) -> String {
    let operation = node.creation.operation
    if operation.isFanIn, node.creation.label == nil, isWide, node.inputs.count <= 4 {
      return inProcess(
        node, "\(node.title)(\(node.inputs.map(\.promise.description).joined(separator: ",")))")
    }
    return inProcess(node, graph.name(of: node, clock: clock))
  }

  /// Returns a name with that of its process, where a chain enters one of several processes.
  private func inProcess(_ node: PromiseNode, _ name: String) -> String {
    graph.entersProcess(node.id) ? graph.titleInProcess(of: node.id, name) : name
  }

  private func kind(_ node: PromiseNode) -> String {
    switch node.creation.operation {
    case .body: language.text("new")
    case .after: language.text("timer")
    default: node.creation.word
    }
  }

  /// Returns the queue of its handler, or that it is a timer; `nil` if the events up to `known` name neither.
  func queue(_ node: PromiseNode, in known: Graph? = nil) -> String? {
    let known = known ?? graph
    if let queue = node.queue ?? known.actorQueue(of: node) { return known.queueLabel(queue) }
    return node.timer == nil ? nil : language.text("timer")
  }

  /// Returns the progress of an all: `▓░░`.
  func fill(_ node: PromiseNode) -> String? {
    let total = node.inputs.count
    guard total > 0 else { return nil }
    let cells = min(total, 5)
    let filled = node.heard.total * cells / total
    return glyphs.line(.filled, filled) + glyphs.line(.empty, cells - filled)
  }
}

extension ChainFacts {
  /// Returns the outcome of a promise or what it waits for, the longest form first.
  func value(_ node: PromiseNode) -> [String] {
    switch node.state {
    case .fulfilled, .rejected, .cancelled: outcome(node)
    case .queued: queued(node)
    case .running: running(node)
    case .lockedIn(let inner): lockedIn(node, to: inner)
    case .pending: waiting(node)
    case .lost: [language.text("freed pending"), language.text("freed")]
    case .forwarded(let outer):
      [language.text("forwarded to \(outer)"), language.text("as \(outer)")]
    case .idle: idle(node)
    case .unknown: [language.text("unknown since the gap"), language.text("unknown")]
    }
  }

  private func outcome(_ node: PromiseNode) -> [String] {
    guard let settlement = node.settlement else {
      return [node.stateWords(in: language)]
    }
    var text = settlement.description.isEmpty ? "()" : settlement.description
    if settlement.outcome == .cancelled, settlement.description.isEmpty {
      text = language.text("cancelled")
    }
    if node.unhandled != nil { return [language.text("unhandled: \(text)"), text] }
    if node.skipped != nil {
      return [
        language.text("passed: \(text)"), language.text("passed"), language.text("pass"),
      ]
    }
    if let from = settlement.from {
      if node.adopted == from { return [language.text("\(text) via \(from)"), text] }
      if node.creation.operation.isFanIn { return [language.text("\(text) from \(from)"), text] }
    } else if let origin = settlement.origin, origin != node.id {
      return [language.text("\(text) from \(origin)"), text]
    }
    if graph.hasWon(node) {
      return [
        "\(text)  \(glyphs[.winner]) \(language.text("winner"))", "\(text) \(glyphs[.winner])",
        text,
      ]
    }
    if !isWide, !node.adoptedBy.isEmpty {
      return node.adoptedBy.prefix(1).map { language.text("adopted by \($0)") }
        + [language.text("adopted"), language.text("adopt")]
    }
    return [text]
  }

  /// Returns the inputs that a settled fan-in did not wait for: `lost p4 p6 (still pending)`.
  func losers(_ node: PromiseNode) -> String {
    let losers = Array(node.losers.prefix(Self.mostLookedAt))
    let count = node.inputs.count - node.heard.total
    let pending = losers.filter { graph[$0.promise]?.isFinal == false }
    let names = listed(losers.map(\.promise), of: count)
    if pending.isEmpty { return language.text("lost \(names)") }
    if pending.count == losers.count { return language.text("lost \(names) (still pending)") }
    let others = listed(pending.map(\.promise), of: pending.count)
    return language.text("lost \(names) (\(others) still pending)")
  }

  /// Returns the first few names, and how many of `count` are not listed.
  func listed(_ promises: some Sequence<PromiseID>, of count: Int) -> String {
    let names = promises.prefix(4).map(\.description)
    let more = count - names.count
    return (names + (more > 0 ? ["+\(more)"] : [])).joined(separator: " ")
  }

  /// The most inputs of a promise that are examined for its row.
  static let mostLookedAt = 1000
}
