import PromiseGraph
import PromiseKitLite

extension PromiseFacts {
  /// Name and state; value, error or what it waits for; queue and thread.
  var summary: [StyledLine] {
    let headline = StyledLine([
      Span("\(context.glyphs[node.glyph]) ", node.role), Span(node.title, .heading),
      Span("  \(node.stateWords)", node.role),
    ])
    var lines = [headline] + outcome
    if let place { lines.append(place) }
    return lines
  }

  /// The value or the error with its origin; while there is none, what it waits for.
  private var outcome: [StyledLine] {
    guard let settlement = node.settlement else { return [fact("waits", waits)] }
    let text = settlement.description.isEmpty ? "(nothing)" : settlement.description
    var lines: [StyledLine]
    switch settlement.outcome {
    case .fulfilled: lines = [fact("value", text)]
    case .rejected: lines = [fact("error", text, .rejected)]
    case .cancelled: lines = [fact("cancelled", text, .cancelled)]
    }
    if let origin = settlement.origin, origin != node.id {
      lines.append(fact("arose in", mention(origin)))
    }
    if let from = settlement.from, from != settlement.origin {
      lines.append(fact("taken from", mention(from)))
    }
    if let reason = node.skipped { lines.append(fact("passed", reason.words)) }
    if let by = node.handledBy { lines.append(fact("handled", "by \(mention(by))")) }
    if node.unhandled != nil { lines.append(fact("unhandled", "nobody handled it", .warning)) }
    return lines
  }

  /// What has to happen before it settles.
  private var waits: String {
    if let by = node.strandedBy { return "for ever: \(by) was freed pending" }
    switch node.state {
    case .lockedIn(let inner): return "for \(mention(inner)), adopted"
    case .queued: return "its handler is queued\(queueWords)"
    case .running: return "its handler runs\(queueWords)"
    case .lost: return "for ever: freed while pending"
    case .unknown: return "unknown since events were lost"
    case .pending, .forwarded, .fulfilled, .rejected, .cancelled: break
    }
    if let timer = node.timer.flatMap({ graph.timer($0) }), timer.fired == nil {
      return "for its timer, due \(milliseconds(timer.due))"
    }
    let open = (node.inputs.isEmpty ? node.creation.parents : node.inputs.map(\.promise))
      .filter { graph[$0]?.isFinal != true }
    if !open.isEmpty { return "for " + open.map(mention).joined(separator: " ") }
    return "for whoever resolves it"
  }

  private var queueWords: String {
    node.queue.flatMap { graph.queue($0) }.map { " on \($0.label)" } ?? ""
  }

  /// Where its handler or body runs.
  private var place: StyledLine? {
    guard let queue = (node.queue ?? job?.queue).flatMap({ graph.queue($0) }) else { return nil }
    var text = "\(queue.label) (\(queue.kind.words))"
    if let thread = job?.started?.thread {
      text += "  \(graph.threadNames[thread] ?? thread.description)"
    }
    return fact("queue", text)
  }

  /// Where it was made, and how it hangs together with others.
  var relations: [StyledLine] {
    var lines: [StyledLine] = []
    if let site = node.creation.site { lines.append(fact("source", site.description)) }
    if !node.creation.parents.isEmpty, node.inputs.isEmpty {
      lines.append(fact("parent", mentions(node.creation.parents)))
    }
    if !node.children.isEmpty { lines.append(fact("children", mentions(Array(node.children)))) }
    if let inner = node.adopted { lines.append(fact("adopts", mention(inner))) }
    if !node.adoptedBy.isEmpty {
      lines.append(fact("adopted by", mentions(Array(node.adoptedBy))))
    }
    if let maker = node.createdIn.flatMap({ graph.job($0)?.child }) {
      lines.append(fact("made in", "the handler of \(mention(maker))"))
    }
    if !node.ignoredResolutions.isEmpty {
      let times = node.ignoredResolutions.map { milliseconds($0.time) }.joined(separator: " ")
      lines.append(fact("ignored", "resolved again at \(times)", .warning))
    }
    if let freed = node.freed {
      lines.append(fact("freed", "\(milliseconds(freed.time))  event \(freed.sequence)"))
    }
    return lines
  }

  private func mentions(_ ids: [PromiseID]) -> String {
    ids.prefix(12).map(mention).joined(separator: "  ")
      + (ids.count > 12 ? "  +\(ids.count - 12)" : "")
  }
}

extension PromiseEvent.QueueKind {
  /// The kind in words.
  fileprivate var words: String {
    switch self {
    case .serial: "serial"
    case .concurrent(let width): width.map { "concurrent \($0)" } ?? "concurrent"
    case .immediate: "inline"
    }
  }
}

extension PromiseEvent.SkipReason {
  /// The reason in words.
  fileprivate var words: String {
    switch self {
    case .valuePassesErrorHandler: "a value passes an error handler"
    case .errorPassesValueHandler: "an error passes a value handler"
    case .cancellationPassesByPolicy: "a cancellation passes, by policy"
    case .ownerGone: "the owner is gone"
    }
  }
}
