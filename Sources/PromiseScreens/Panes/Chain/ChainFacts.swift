import PromiseEvents
import PromiseGraph

/// The texts of the chain pane's columns for a promise.
struct ChainFacts {
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

  /// Creates the facts at the playhead, or for another `graph` of the same events.
  init(_ context: PaneContext, of graph: Graph? = nil, width: Int) {
    let graph = graph ?? context.graph
    self.graph = graph
    glyphs = context.glyphs
    language = context.language
    clock = ShortClock(context)
    filtered = context.filter
    patterns = context.patterns
    columns = ChainColumn.wanted(width: width)
    isWide = columns == ChainColumn.wide
  }

  /// Returns the label of a queue, or its id if it was not declared.
  func label(_ queue: QueueID) -> String { graph.queueLabel(queue) }

  /// Returns the text of `column`; ``ChainColumn/value`` and ``ChainColumn/span`` are made elsewhere.
  func text(_ column: ChainColumn, _ node: PromiseNode) -> String {
    switch column {
    case .id: node.id.description
    case .name: name(node)
    case .kind: kind(node)
    case .queue: queue(node)
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
      return "\(node.title)(\(node.inputs.map(\.promise.description).joined(separator: ",")))"
    }
    return graph.name(of: node, clock: clock)
  }

  private func kind(_ node: PromiseNode) -> String {
    switch node.creation.operation {
    case .body: language.text("new")
    case .after: language.text("timer")
    default: node.creation.operation.rawValue
    }
  }

  /// Returns the queue of its handler; in the narrow form, the progress of a fan-in's inputs.
  private func queue(_ node: PromiseNode) -> String {
    if let queue = node.queue { return label(queue) }
    if !isWide, node.creation.operation.isFanIn { return fill(node) ?? "--" }
    return "--"
  }

  /// Returns the progress of an all, `▓░░`, or the winner of a race, `★p5`.
  func fill(_ node: PromiseNode) -> String? {
    switch node.creation.operation {
    case .all, .allSettled:
      let total = node.inputs.count
      guard total > 0 else { return nil }
      let cells = min(total, 5)
      let done = node.heard.total
      let filled = done * cells / total
      return glyphs.line(.filled, filled) + glyphs.line(.empty, cells - filled)
    case .race, .any:
      return node.settlement?.from.map { "\(glyphs[.winner])\($0)" }
    default: return nil
    }
  }
}

extension ChainFacts {
  /// Returns the outcome of a promise or what it waits for, the longest form first.
  func value(_ node: PromiseNode) -> [String] {
    switch node.state {
    case .fulfilled, .rejected, .cancelled: outcome(node)
    case .queued: queued(node)
    case .running: running(node)
    case .lockedIn(let inner):
      isWide
        ? [language.text("locked in to \(inner)"), language.text("adopts \(inner)")]
        : [language.text("adopts \(inner)"), "\(inner)"]
    case .pending: waiting(node)
    case .lost: [language.text("freed pending"), language.text("freed")]
    case .forwarded(let outer):
      [language.text("forwarded to \(outer)"), language.text("as \(outer)")]
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
      return [language.text("adopted"), language.text("adopt")]
    }
    return [text]
  }

  private func queued(_ node: PromiseNode) -> [String] {
    guard let job = node.job, let queue = graph.job(job)?.queue else {
      return [language.text("queued")]
    }
    let place = graph.place(of: job).map { " #\($0)" } ?? ""
    return [
      language.text("queued \(label(queue))\(place)"), "\(label(queue))\(place)",
      place.isEmpty ? language.text("queued") : String(place.dropFirst()),
    ]
  }

  private func running(_ node: PromiseNode) -> [String] {
    guard let started = started(node) else { return [language.text("running")] }
    if isWide {
      let time = milliseconds(graph.time.saturatingMinus(started.time))
      return [language.text("running \(time) ms"), language.text("running")]
    }
    let mark = language.text("RUN")
    return started.thread.map { ["\(mark) \($0)", mark] } ?? [mark]
  }

  private func waiting(_ node: PromiseNode) -> [String] {
    if let freed = node.strandedBy {
      return [language.text("forever: \(freed) was freed"), language.text("forever")]
    }
    if node.creation.operation.isFanIn { return waitingForInputs(node) }
    if let next = node.settlesNext(in: graph, language) {
      return isWide ? [next.long, next.short] : [next.short]
    }
    if let parent = node.creation.parents.first {
      return [language.text("waits \(parent)"), language.text("for \(parent)"), "\(parent)"]
    }
    if let timer = node.timer.flatMap({ graph.timer($0) }) {
      let due = milliseconds(timer.due)
      let short = clock.text(timer.due)
      return isWide
        ? [language.text("timer due \(due)"), language.text("due \(due)")]
        : [language.text("due \(short)"), "@\(short)"]
    }
    return isWide
      ? [language.text("in flight")] : [language.text("pending"), language.text("pend")]
  }

  private func waitingForInputs(_ node: PromiseNode) -> [String] {
    let total = node.inputs.count
    let left = total - node.heard.total
    let missing = node.inputs.prefix(Self.mostLookedAt).lazy.filter { $0.outcome == nil }
    let names = listed(missing.map(\.promise), of: left)
    let first = language.text("first of \(total)")
    switch node.creation.operation {
    case .race, .any:
      return isWide ? [language.text("first of \(names)"), first] : [first, "0/\(total)"]
    default: break
    }
    let done = "\(node.heard.total)/\(total)"
    guard isWide else { return [language.text("\(done) \(left) left"), done] }
    return [
      "\(done) \(fill(node) ?? "")  " + language.text("waits \(names)"),
      "\(done) " + language.text("waits \(names)"), done,
    ]
  }

  /// Returns the inputs that a settled fan-in did not wait for: `lost p4 p6 (still running)`.
  func losers(_ node: PromiseNode) -> String {
    let losers = node.losers.prefix(Self.mostLookedAt)
    let count = node.inputs.count - node.heard.total
    let running = losers.filter { $0.outcome == nil }
    let names = listed(losers.map(\.promise), of: count)
    if running.isEmpty { return language.text("lost \(names)") }
    if losers.allSatisfy({ $0.outcome == nil }) {
      return language.text("lost \(names) (still running)")
    }
    let others = listed(running.map(\.promise), of: running.count)
    return language.text("lost \(names) (\(others) still running)")
  }

  /// Returns the first few names, and how many of `count` are not listed.
  private func listed(_ promises: some Sequence<PromiseID>, of count: Int) -> String {
    let names = promises.prefix(4).map(\.description)
    let more = count - names.count
    return (names + (more > 0 ? ["+\(more)"] : [])).joined(separator: " ")
  }

  /// The most inputs of a promise that are examined for its row.
  private static let mostLookedAt = 1000
}
