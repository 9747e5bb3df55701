import PromiseGraph
import PromiseKitLite

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
    for pattern in patterns {
      let ranges = pattern.ranges(in: text)
      guard !ranges.isEmpty else { continue }
      var spans: [Span] = []
      var start = text.startIndex
      for range in ranges {
        if start < range.lowerBound {
          spans.append(Span(String(text[start..<range.lowerBound]), role))
        }
        spans.append(Span(String(text[range]), .match))
        start = range.upperBound
      }
      if start < text.endIndex { spans.append(Span(String(text[start...]), role)) }
      return spans
    }
    return [Span(text, role)]
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
