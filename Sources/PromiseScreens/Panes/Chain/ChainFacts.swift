import PromiseEvents
import PromiseGraph

/// What the columns of the chain pane say about one promise.
struct ChainFacts {
  let graph: Graph
  let glyphs: GlyphSet
  let clock: ShortClock
  /// There is room for the long forms.
  let isWide: Bool
  /// What is searched for, and what else the user looks for.
  private let patterns: [SearchPattern]
  /// What a filter lets through, where there is one.
  let filtered: FilteredPromises?
  /// The columns that are wanted at this width.
  let columns: [ChainColumn]

  /// What is said at the playhead, or about another `graph` of the same events.
  init(_ context: PaneContext, of graph: Graph? = nil, width: Int) {
    let graph = graph ?? context.graph
    self.graph = graph
    glyphs = context.glyphs
    clock = ShortClock(context)
    filtered = context.filter
    patterns = context.patterns
    columns = ChainColumn.wanted(width: width)
    isWide = columns == ChainColumn.wide
  }

  /// The label of a queue, or its identity where nobody declared it.
  func label(_ queue: QueueID) -> String { graph.queueLabel(queue) }

  /// What `column` says; ``ChainColumn/value`` and ``ChainColumn/span`` are made elsewhere.
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

  /// `text` with the places marked that are searched for.
  func marked(_ text: String, _ role: Role) -> [Span] {
    let span = Span(text, role)
    return patterns.lazy.map(span.marked).first { $0.contains { $0.role == .match } } ?? [span]
  }

  /// When the handler or body that settles it began.
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
    case .body: "new"
    case .after: "timer"
    default: node.creation.operation.rawValue
    }
  }

  /// Where its handler runs; in the narrow form a fan-in shows its inputs there.
  private func queue(_ node: PromiseNode) -> String {
    if let queue = node.queue { return label(queue) }
    if !isWide, node.creation.operation.isFanIn { return fill(node) ?? "--" }
    return "--"
  }

  /// How far the inputs of an all are, or the winner of a race: `▓░░`, `★p5`.
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
  /// What a promise has become or what it waits for, the longest wording first.
  func value(_ node: PromiseNode) -> [String] {
    switch node.state {
    case .fulfilled, .rejected, .cancelled: outcome(node)
    case .queued: queued(node)
    case .running: running(node)
    case .lockedIn(let inner):
      isWide ? ["locked in to \(inner)", "adopts \(inner)"] : ["adopts \(inner)", "\(inner)"]
    case .pending: waiting(node)
    case .lost: ["freed pending", "freed"]
    case .forwarded(let outer): ["forwarded to \(outer)", "as \(outer)"]
    case .unknown: ["unknown since the gap", "unknown"]
    }
  }

  private func outcome(_ node: PromiseNode) -> [String] {
    guard let settlement = node.settlement else { return [node.stateWords] }
    var text = settlement.description.isEmpty ? "()" : settlement.description
    if settlement.outcome == .cancelled, settlement.description.isEmpty { text = "cancelled" }
    if node.unhandled != nil { return ["unhandled: \(text)", text] }
    if node.skipped != nil { return ["passed: \(text)", "passed", "pass"] }
    if let from = settlement.from {
      if node.adopted == from { return ["\(text) via \(from)", text] }
      if node.creation.operation.isFanIn { return ["\(text) from \(from)", text] }
    } else if let origin = settlement.origin, origin != node.id {
      return ["\(text) from \(origin)", text]
    }
    if graph.hasWon(node) {
      return ["\(text)  \(glyphs[.winner]) winner", "\(text) \(glyphs[.winner])", text]
    }
    if !isWide, !node.adoptedBy.isEmpty { return ["adopted", "adopt"] }
    return [text]
  }

  private func queued(_ node: PromiseNode) -> [String] {
    guard let job = node.job, let queue = graph.job(job)?.queue else { return ["queued"] }
    let place = graph.place(of: job).map { " #\($0)" } ?? ""
    return [
      "queued \(label(queue))\(place)", "\(label(queue))\(place)",
      place.isEmpty ? "queued" : String(place.dropFirst()),
    ]
  }

  private func running(_ node: PromiseNode) -> [String] {
    guard let started = started(node) else { return ["running"] }
    if isWide {
      return ["running \(milliseconds(graph.time.saturatingMinus(started.time))) ms", "running"]
    }
    return started.thread.map { ["RUN \($0)", "RUN"] } ?? ["RUN"]
  }

  private func waiting(_ node: PromiseNode) -> [String] {
    if let freed = node.strandedBy { return ["for ever: \(freed) was freed", "for ever"] }
    if node.creation.operation.isFanIn { return waitingForInputs(node) }
    if let next = node.settlesNext(in: graph) {
      return isWide ? [next.long, next.short] : [next.short]
    }
    if let parent = node.creation.parents.first { return ["waits \(parent)", "on \(parent)"] }
    if let timer = node.timer.flatMap({ graph.timer($0) }) {
      let due = milliseconds(timer.due)
      let short = clock.text(timer.due)
      return isWide ? ["timer due \(due)", "due \(due)"] : ["due \(short)", "@\(short)"]
    }
    return isWide ? ["in flight"] : ["pending", "pend"]
  }

  private func waitingForInputs(_ node: PromiseNode) -> [String] {
    let total = node.inputs.count
    let left = total - node.heard.total
    let missing = node.inputs.prefix(Self.mostLookedAt).lazy.filter { $0.outcome == nil }
    let names = listed(missing.map(\.promise), of: left)
    let first = "first of \(total)"
    switch node.creation.operation {
    case .race, .any: return isWide ? ["first of \(names)", first] : [first, "0/\(total)"]
    default: break
    }
    let done = "\(node.heard.total)/\(total)"
    guard isWide else { return ["\(done) \(left) left", done] }
    return ["\(done) \(fill(node) ?? "")  waits \(names)", "\(done) waits \(names)", done]
  }

  /// Which inputs a settled fan-in no longer waited for: `lost p4 p6 (still running)`.
  func losers(_ node: PromiseNode) -> String {
    let losers = node.losers.prefix(Self.mostLookedAt)
    let count = node.inputs.count - node.heard.total
    let running = losers.filter { $0.outcome == nil }
    let names = listed(losers.map(\.promise), of: count)
    if running.isEmpty { return "lost \(names)" }
    if losers.allSatisfy({ $0.outcome == nil }) { return "lost \(names) (still running)" }
    return "lost \(names) (\(listed(running.map(\.promise), of: running.count)) still running)"
  }

  /// The first few names, and how many more of `count` there are.
  private func listed(_ promises: some Sequence<PromiseID>, of count: Int) -> String {
    let names = promises.prefix(4).map(\.description)
    let more = count - names.count
    return (names + (more > 0 ? ["+\(more)"] : [])).joined(separator: " ")
  }

  /// At most so many inputs or children of one promise are looked at for its row.
  private static let mostLookedAt = 1000
}
