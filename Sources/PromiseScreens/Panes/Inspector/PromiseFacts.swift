import PromiseEvents
import PromiseGraph
import PromiseInsight

extension PromiseFacts {
  /// Returns its name and, if `placed`, its queue and thread.
  func headline(placed: Bool) -> StyledLine {
    var line = StyledLine("\(context.glyphs[node.glyph]) ", node.role)
    line.add(node.creation.operation.isFanIn ? node.name : node.title, .heading)
    if placed, let queue { line.add("  " + language.text("on \(graph.queueName(queue.id))"), .dim) }
    if placed, let thread { line.add("  \(thread)", .dim) }
    return line
  }

  /// The value, or the error with its origin; before the settlement, what it waits for.
  var outcome: [StyledLine] {
    guard let settlement = node.settlement else { return [waits] }
    let text = settlement.description.isEmpty ? language.text("(nothing)") : settlement.description
    var lines: [StyledLine]
    switch settlement.outcome {
    case .fulfilled: lines = [fact(language.text("value"), text)]
    case .rejected: lines = [fact(language.text("error"), text, .rejected)]
    case .cancelled: lines = [fact(language.text("cancelled"), text, .cancelled)]
    }
    if let origin = settlement.origin, origin != node.id {
      lines.append(fact(language.text("came from"), mention(origin)))
    }
    if let from = settlement.from, from != settlement.origin {
      lines.append(fact(language.text("taken from"), mention(from)))
    }
    if let reason = node.skipped {
      lines.append(fact(language.text("passed"), reason.words(in: language)))
    }
    if let by = node.handledBy { lines.append(fact(language.text("handled by"), mention(by))) }
    if node.unhandled != nil {
      lines.append(
        fact(language.text("unhandled"), language.text("no handler took it"), .warning))
    }
    return lines
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
    let kind =
      queue.kind == .immediate
      ? language.text("inline") : queue.kind.words(in: language) + (queue.assumed ? "?" : "")
    return [
      fact(
        language.text("queue"),
        language.text("\(graph.queueName(queue.id)) (\(kind))") + (thread.map { "  \($0)" } ?? ""))
    ]
  }

  /// What its task awaits, and what awaits it: each with the time since when, and the actor.
  var awaits: [StyledLine] {
    var lines: [StyledLine] = []
    if let wait = node.awaiting, graph.programLanguage == .swift {
      lines.append(fact(language.text("awaits"), since(wait, mention(wait.promise))))
    }
    if let wait = node.awaited.last(where: { $0.ended != nil }), let ended = wait.ended,
      node.creation.operation == .task
    {
      let (other, until) = (mention(wait.promise), milliseconds(ended.time))
      lines.append(
        wait.ending == .cancelled
          ? fact(
            language.text("cancelled"), language.text("awaiting \(other), at \(until)"),
            .cancelled)
          : fact(language.text("awaited"), language.text("\(other) until \(until)")))
    }
    for by in graph.awaits(of: node.id)?.functions.prefix(Self.mostTasks) ?? [] {
      let wait = graph[by]?.awaited.last { $0.promise == node.id && $0.ended == nil }
      guard let wait else { continue }
      lines.append(fact(language.text("awaited by"), since(wait, mention(by))))
    }
    return lines
  }

  private func since(_ wait: AwaitedNode, _ name: String) -> String {
    let since = milliseconds(wait.began.time)
    guard graph.programLanguage == .swift, let queue = wait.began.queue else {
      return language.text("\(name) since \(since)")
    }
    return language.text("\(name) since \(since) on \(graph.queueLabel(queue))")
  }

  private static var mostTasks: Int { 8 }

  /// The argument of its handler: the value or the error of its parent.
  var input: [StyledLine] {
    guard node.creation.operation.isFanIn == false, let parent = node.creation.parents.first,
      let settlement = graph[parent]?.settlement, !settlement.description.isEmpty
    else { return [] }
    return [fact(language.text("input"), settlement.description, .dim)]
  }

  /// Where it was created, and how it is related to other promises.
  var relations: [StyledLine] {
    var lines = processes
    if let tag = node.creation.tag { lines.append(fact(language.text("tag"), tag)) }
    lines += spans
    if let site = node.creation.site {
      lines.append(fact(language.text("source"), site.description))
    }
    if !node.creation.parents.isEmpty, node.inputs.isEmpty {
      lines.append(fact(language.text("parent"), mentions(node.creation.parents)))
    }
    if !node.children.isEmpty {
      lines.append(fact(language.text("children"), mentions(node.children)))
    }
    if let inner = node.adopted { lines.append(fact(language.text("adopts"), mention(inner))) }
    if !node.adoptedBy.isEmpty {
      lines.append(fact(language.text("adopted by"), mentions(node.adoptedBy)))
    }
    if let maker = node.createdIn.flatMap({ graph.job($0)?.child }) {
      let who =
        graph.hasBody(maker)
        ? language.text("the body of \(mention(maker))")
        : language.text("the handler of \(mention(maker))")
      lines.append(fact(language.text("created in"), who))
    }
    if !node.ignoredResolutions.isEmpty {
      let times = node.ignoredResolutions.prefix(12).map { milliseconds($0.time) }
        .joined(separator: " ")
      lines.append(
        fact(
          language.text("ignored"), language.text("resolved again at \(times)"), .warning))
    }
    if let freed = node.freed {
      lines.append(
        fact(
          language.text("freed"),
          milliseconds(freed.time) + "  " + language.text("event \(freed.sequence)")))
    }
    return lines
  }

  func mentions(_ ids: some Collection<PromiseID>) -> String {
    ids.prefix(12).map(mention).joined(separator: "  ")
      + (ids.count > 12 ? "  +\(ids.count - 12)" : "")
  }
}

extension PromiseFacts {
  /// The handlers of the promise, each with its attach, enqueue and run number, its queue and its state:
  /// together these explain the order in which they run.
  var handlers: [StyledLine] {
    guard !node.handlers.isEmpty else { return [] }
    let wide = width >= 40
    let heading =
      wide
      ? language.text("handler  attach enqueue run queue  state")
      : language.text("handler att enq run queue")
    return [StyledLine(heading, .dim)]
      + node.handlers.prefix(Self.most).map { row($0, wide: wide) }
      + more(node.handlers.count - Self.most) { language.text("\($0) more handlers") }
  }

  private func row(_ handler: HandlerNode, wide: Bool) -> StyledLine {
    let job = handler.job.flatMap { graph.job($0) }
    let (glyph, role, word) = state(of: handler, job)
    let queue = graph.queueLabel(handler.queue)
    let attach = aligned("\(handler.ordinal)", to: wide ? 6 : 3)
    let enqueue = aligned(job?.enqueueNumber.map(String.init) ?? "--", to: wide ? 8 : 4)
    let run = aligned(job?.runNumber.map(String.init) ?? "--", to: 4)
    var line = StyledLine("\(context.glyphs[glyph]) ", role)
    line.add(padded("\(handler.child)", to: max(wide ? 7 : 6, longestID + 1), ellipsis: ellipsis))
    line.add(attach + enqueue + run)
    line.add(" " + padded(queue, to: 6, ellipsis: ellipsis))
    if wide { line.add(" " + word, role) }
    return line
  }

  /// Returns the state of a handler: its sign, its role and a word.
  private func state(of handler: HandlerNode, _ job: JobNode?) -> (Glyph, Role, String) {
    if handler.skipped != nil { return (.passed, .passed, language.text("passed")) }
    guard let job else { return (.pending, .pending, language.text("waits")) }
    guard job.started != nil else { return (.queued, .queued, language.text("queued")) }
    guard job.ended != nil else { return (.running, .running, language.text("running")) }
    return job.ending == .threw
      ? (.rejected, .rejected, language.text("threw"))
      : (.fulfilled, .fulfilled, language.text("ran"))
  }

  /// The inputs of a fan-in in order, each with its sign.
  var inputs: [StyledLine] {
    guard !node.inputs.isEmpty else { return [] }
    var heading = StyledLine(language.text("inputs"), .dim)
    if node.inputs.count > Self.most {
      let (settled, all) = (grouped(node.heard.total), grouped(node.inputs.count))
      heading.add("  " + language.text("\(settled) of \(all) settled"))
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
      line.add(padded("\(input.promise)", to: max(4, longestID + 1), ellipsis: ellipsis))
      line.add(input.outcome?.word(in: language) ?? language.text("still pending"))
      if let settled = input.settled { line.add("  \(milliseconds(settled.time))", .dim) }
      if input.ignored { line.add("  " + language.text("too late"), .warning) }
      lines.append(line)
    }
    return lines + more(node.inputs.count - Self.most) { language.text("\($0) more inputs") }
  }

  /// The width of the longest number of a listed handler or input.
  private var longestID: Int {
    let ids =
      node.handlers.prefix(Self.most).map(\.child) + node.inputs.prefix(Self.most).map(\.promise)
    return ids.map(\.description.count).max() ?? 0
  }

  /// Returns a line for those that are not listed.
  private func more(_ count: Int, _ text: (String) -> String) -> [StyledLine] {
    count > 0 ? [StyledLine("\(ellipsis) \(text(grouped(count)))", .dim)] : []
  }

  /// The most handlers and inputs that are listed; the others are counted.
  private static let most = 100
}
