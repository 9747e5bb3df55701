import PromiseEvents
import PromiseGraph

extension PromiseFacts {
  /// Its name and, where it is to be `placed`, its queue and thread.
  func headline(placed: Bool) -> StyledLine {
    var line = StyledLine("\(context.glyphs[node.glyph]) ", node.role)
    line.add(node.creation.operation.isFanIn ? node.name : node.title, .heading)
    if placed, let queue { line.add("  on \(queue.label)", .dim) }
    if placed, let thread { line.add("  \(thread)", .dim) }
    return line
  }

  /// The value, or the error with its origin; while there is none, what it waits for.
  var outcome: [StyledLine] {
    guard let settlement = node.settlement else { return [waits] }
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
    if let by = node.handledBy { lines.append(fact("handled by", mention(by))) }
    if node.unhandled != nil { lines.append(fact("unhandled", "nobody handled it", .warning)) }
    return lines
  }

  /// What has to happen before it settles.
  private var waits: StyledLine {
    if let by = node.strandedBy {
      return fact("waits", "for ever: \(by) was freed pending", .warning)
    }
    switch node.state {
    case .lockedIn(let inner), .forwarded(let inner): return fact("waits for", mention(inner))
    case .queued: return fact("waits for", "its turn in the queue")
    case .running: return fact("now", "its handler runs", .running)
    case .lost: return fact("waits", "for ever: freed pending", .warning)
    case .unknown: return fact("unknown", "since events were lost", .warning)
    case .pending, .fulfilled, .rejected, .cancelled: break
    }
    if let next = node.settlesNext(in: graph) { return fact("now", next.long) }
    if let timer = node.timer.flatMap({ graph.timer($0) }) {
      return fact("waits for", "timer due \(milliseconds(timer.due))")
    }
    // Of very many inputs nobody wants to read which are open.
    if node.inputs.count > 256 {
      let left = grouped(node.inputs.count - node.heard.total)
      return fact("waits for", "\(left) of \(grouped(node.inputs.count)) inputs")
    }
    let open = (node.inputs.isEmpty ? node.creation.parents : node.inputs.map(\.promise))
      .filter { graph[$0]?.isFinal != true }
    guard open.isEmpty else { return fact("waits for", mentions(open)) }
    return fact("waits for", "whoever resolves it")
  }

  private var queue: QueueNode? { (node.queue ?? job?.queue).flatMap { graph.queue($0) } }

  private var thread: String? {
    job?.started?.thread.map { thread in
      graph.threadNames[thread].map { "\(thread) \($0)" } ?? "\(thread)"
    }
  }

  /// Where its handler or body runs.
  var place: [StyledLine] {
    guard let queue else { return [] }
    let kind = queue.kind == .immediate ? "inline" : queue.kind.words
    return [
      fact("queue", "\(queue.label) (\(kind))" + (thread.map { "  \($0)" } ?? ""))
    ]
  }

  /// What its handler is given: the value or the error of what it hangs on.
  var input: [StyledLine] {
    guard node.creation.operation.isFanIn == false, let parent = node.creation.parents.first,
      let settlement = graph[parent]?.settlement, !settlement.description.isEmpty
    else { return [] }
    return [fact("input", settlement.description, .dim)]
  }

  /// Where it was made, and how it hangs together with others.
  var relations: [StyledLine] {
    var lines: [StyledLine] = []
    if let tag = node.creation.tag { lines.append(fact("tag", tag)) }
    if let site = node.creation.site { lines.append(fact("source", site.description)) }
    if !node.creation.parents.isEmpty, node.inputs.isEmpty {
      lines.append(fact("parent", mentions(node.creation.parents)))
    }
    if !node.children.isEmpty { lines.append(fact("children", mentions(node.children))) }
    if let inner = node.adopted { lines.append(fact("adopts", mention(inner))) }
    if !node.adoptedBy.isEmpty {
      lines.append(fact("adopted by", mentions(node.adoptedBy)))
    }
    if let maker = node.createdIn.flatMap({ graph.job($0)?.child }) {
      lines.append(fact("made in", "the handler of \(mention(maker))"))
    }
    if !node.ignoredResolutions.isEmpty {
      let times = node.ignoredResolutions.prefix(12).map { milliseconds($0.time) }
        .joined(separator: " ")
      lines.append(fact("ignored", "resolved again at \(times)", .warning))
    }
    if let freed = node.freed {
      lines.append(fact("freed", "\(milliseconds(freed.time))  event \(freed.sequence)"))
    }
    return lines
  }

  private func mentions(_ ids: some Collection<PromiseID>) -> String {
    ids.prefix(12).map(mention).joined(separator: "  ")
      + (ids.count > 12 ? "  +\(ids.count - 12)" : "")
  }
}

extension PromiseFacts {
  /// The handlers that hang on the promise, each with its attach, enqueue and run number, its queue
  /// and its state: the order in which they run, explained.
  var handlers: [StyledLine] {
    guard !node.handlers.isEmpty else { return [] }
    let wide = width >= 40
    let heading =
      wide ? "handler   attach enqueue run queue  state" : "handler  att enq run queue"
    return [StyledLine(heading, .dim)]
      + node.handlers.prefix(Self.most).map { row($0, wide: wide) }
      + more(node.handlers.count - Self.most, "handlers")
  }

  private func row(_ handler: HandlerNode, wide: Bool) -> StyledLine {
    let job = handler.job.flatMap { graph.job($0) }
    let (glyph, role, word) = state(of: handler, job)
    let queue = graph.queueLabel(handler.queue)
    let attach = aligned("\(handler.ordinal)", to: wide ? 6 : 3)
    let enqueue = aligned(job?.enqueueNumber.map(String.init) ?? "--", to: wide ? 8 : 4)
    let run = aligned(job?.runNumber.map(String.init) ?? "--", to: 4)
    var line = StyledLine("\(context.glyphs[glyph]) ", role)
    line.add(padded("\(handler.child)", to: wide ? 7 : 6, ellipsis: ellipsis))
    line.add(attach + enqueue + run)
    line.add(" " + padded(queue, to: 6, ellipsis: ellipsis))
    if wide { line.add(" " + word, role) }
    return line
  }

  /// What has become of a handler: its sign, its role and a word.
  private func state(of handler: HandlerNode, _ job: JobNode?) -> (Glyph, Role, String) {
    if handler.skipped != nil { return (.passed, .passed, "passed") }
    guard let job else { return (.pending, .pending, "waits") }
    guard job.started != nil else { return (.queued, .queued, "queued") }
    guard job.ended != nil else { return (.running, .running, "running") }
    return job.ending == .threw ? (.rejected, .rejected, "threw") : (.fulfilled, .fulfilled, "ran")
  }

  /// The inputs of a fan-in in order, each with its sign.
  var inputs: [StyledLine] {
    guard !node.inputs.isEmpty else { return [] }
    var heading = StyledLine("inputs", .dim)
    if node.inputs.count > Self.most {
      heading.add("  heard of \(grouped(node.heard.total)) of \(grouped(node.inputs.count))")
    }
    var lines = [heading]
    let winner = node.creation.operation == .all ? nil : node.settlement?.from
    for (index, input) in node.inputs.prefix(Self.most).enumerated() {
      let other = graph[input.promise]
      let won = input.promise == winner
      var line = StyledLine(aligned("\(index + 1)", to: 3) + " ", .dim)
      line.add(
        "\(context.glyphs[won ? .winner : other?.glyph ?? .unknown]) ",
        won ? .winner : other?.role ?? .pending)
      line.add(padded("\(input.promise)", to: 4, ellipsis: ellipsis))
      line.add(input.outcome?.rawValue ?? "still open")
      if let settled = input.settled { line.add("  \(milliseconds(settled.time))", .dim) }
      if input.ignored { line.add("  too late", .warning) }
      lines.append(line)
    }
    return lines + more(node.inputs.count - Self.most, "inputs")
  }

  /// A line for those that are not listed.
  private func more(_ count: Int, _ noun: String) -> [StyledLine] {
    count > 0 ? [StyledLine("\(ellipsis) \(grouped(count)) more \(noun)", .dim)] : []
  }

  /// So many handlers and inputs are listed; the others are counted.
  private static let most = 100
}
