import PromiseEvents
import PromiseGraph

extension LinearReport {
  /// Returns everything that is known of a promise at the end.
  static func promise(_ node: PromiseNode, in graph: Graph) -> [String] {
    var lines = folded("\(graph.title(of: node.id)): \(stateWords(node, in: graph))")
    for (title, text) in facts(node, in: graph) where !text.isEmpty {
      lines += field(title, text)
    }
    return lines + handlers(node, in: graph)
  }

  /// Returns the state as an adjective, with the time and the place.
  static func stateWords(_ node: PromiseNode, in graph: Graph) -> String {
    let queue = node.queue.map { " on \(graph.queueName($0))" } ?? ""
    return switch node.state {
    case .queued, .running: node.state.adjective + queue
    case .fulfilled, .rejected, .cancelled: settledText(node)
    case .lost: "never settled: freed while pending"
    case .unknown: "unknown since events were lost"
    case .pending, .lockedIn, .forwarded, .idle: node.state.adjective
    }
  }

  /// Returns the handlers and bodies in which the run ended, as a program does that calls `exit` in one.
  static func running(_ graph: Graph) -> [String] {
    graph.openPromises.compactMap { id in
      guard let job = graph[id].flatMap({ $0.state == .running ? $0.job : nil }) else { return nil }
      let site = graph[id]?.creation.site
      return graph.plainName(of: job) + (site.map { " at \($0.fileName):\($0.line)" } ?? "")
    }
  }

  /// Returns a sentence for each promise that is pending at the end and waits for no other one of them, with how many
  /// wait for it, and for each of those that wait in a circle.
  static func pending(_ graph: Graph) -> [String] {
    let open = Set(graph.openPromises)
    var sources: [PromiseID] = []
    var readers: [PromiseID: [PromiseID]] = [:]
    for id in open.sorted() {
      let before = graph[id].map { node in
        (node.inputs.isEmpty
          ? node.creation.parents : node.inputs.filter { $0.settled == nil }.map(\.promise))
          + [node.adopted].compactMap { $0 }
      }
      let waits = before?.filter { open.contains($0) } ?? []
      if waits.isEmpty { sources.append(id) }
      for source in waits { readers[source, default: []].append(id) }
    }
    var met = Set(sources)
    var lines: [String] = []
    for source in sources {
      var next = [source]
      var count = 0
      while let id = next.popLast() {
        let new = readers[id, default: []].filter { met.insert($0).inserted }
        count += new.count
        next += new
      }
      guard let node = graph[source], node.state != .running else { continue }
      let waits = waitedOn(node, in: graph, isOpen: true)
      lines.append(
        "\(graph.title(of: source)) is \(stateWords(node, in: graph))"
          + (waits.isEmpty ? "" : "; it waits on \(waits)")
          + (count == 0
            ? "" : count == 1 ? "; 1 promise waits for it" : "; \(count) promises wait for it"))
    }
    return lines
      + open.subtracting(met).sorted().compactMap { id in
        graph[id].map {
          "\(graph.title(of: id)) is \(stateWords($0, in: graph)); it waits on \(waitedOn($0, in: graph, isOpen: true))"
        }
      }
  }

  /// Returns the promises and timers that a promise waits for; unless `isOpen`, also those that it waited for.
  static func waitedOn(_ node: PromiseNode, in graph: Graph, isOpen: Bool = false) -> String {
    func counts(_ promise: PromiseID) -> Bool { !isOpen || graph[promise]?.settlement == nil }
    var parts: [String] = []
    if node.inputs.isEmpty {
      parts += node.creation.parents.filter(counts).map { graph.title(of: $0) }
    } else {
      parts += node.inputs.filter { counts($0.promise) }.map { input in
        let outcome = input.outcome?.rawValue ?? "not settled"
        return "\(graph.title(of: input.promise)) (\(outcome)\(input.ignored ? ", too late" : ""))"
      }
    }
    if let inner = node.adopted, counts(inner) {
      parts.append("\(graph.title(of: inner)) (adopted)")
    }
    if let timer = node.timer.flatMap({ graph.timer($0) }),
      !isOpen || timer.fired == nil && timer.cancelled == nil
    {
      parts.append("timer \(timer.id) (due \(milliseconds(timer.due)))")
    }
    return parts.joined(separator: ", ")
  }

  private static func settledText(_ node: PromiseNode) -> String {
    guard let settlement = node.settlement, let settled = node.settled else { return "settled" }
    let place = "at \(milliseconds(settled.time)) (event \(settled.sequence))"
    return "\(settlement.outcome.rawValue) \(place)"
      + (settlement.from.map { " from \($0)" } ?? "")
  }

  private static func facts(_ node: PromiseNode, in graph: Graph) -> [(String, String)] {
    let settlement = node.settlement
    return [
      (settlement?.outcome == .fulfilled ? "value" : "error", settlement?.description ?? ""),
      ("label", node.creation.label ?? ""),
      ("operation", node.creation.spelling),
      ("source", node.creation.site?.fileAndLine ?? ""),
      ("process", process(node.id, in: graph)),
      (
        "request of",
        graph.request(handledBy: node.id).map { graph.nameInProcess(of: $0, .english) } ?? ""
      ),
      (
        "handled by",
        graph.handlings(of: node.id).map { graph.nameInProcess(of: $0, .english) }.joined(
          separator: ", ")
      ),
      ("created", created(node)),
      ("queue", node.queue.map(graph.queueName) ?? ""),
      ("ran", ran(node, in: graph)),
      ("skipped", node.skipped.map(\.briefWords) ?? ""),
      ("waited on", waitedOn(node, in: graph)),
      ("handled by", node.handledBy.map { graph.title(of: $0) } ?? ""),
    ]
  }

  private static func process(_ promise: PromiseID, in graph: Graph) -> String {
    guard graph.hasProcesses, let process = graph.process(of: promise) else { return "" }
    return ([graph.name(of: process)] + graph.details(of: process, .english)).joined(
      separator: ", ")
  }

  private static func created(_ node: PromiseNode) -> String {
    "at \(milliseconds(node.created.time)) (event \(node.created.sequence))"
      + (node.creation.late ? ", seen late" : "")
  }

  private static func ran(_ node: PromiseNode, in graph: Graph) -> String {
    guard let job = node.job.flatMap({ graph.job($0) }), let started = job.started else {
      return ""
    }
    let thread = started.thread.map { " on \($0)" } ?? ""
    let end = job.ended.map { " to \(milliseconds($0.time))" } ?? ", still running"
    let wait = job.waited.flatMap { $0 > 0 ? ", after waiting \(milliseconds($0))" : nil } ?? ""
    return "from \(milliseconds(started.time))\(end)\(thread)\(wait)"
  }

  /// Returns `  title      text`, with further lines of the text below its first.
  private static func field(_ title: String, _ text: String) -> [String] {
    folded(text, after: "  \(title.padded(to: 12))", indent: 14)
  }

  private static func handlers(_ node: PromiseNode, in graph: Graph) -> [String] {
    guard !node.handlers.isEmpty else { return [] }
    var table = TextTable([
      .init(title: "attached", limit: 8, isNumber: true),
      .init(title: "enqueued", limit: 8, isNumber: true),
      .init(title: "ran", limit: 8, isNumber: true),
      .init(title: "promise", limit: 24), .init(title: "queue", limit: 12),
      .init(title: "outcome", limit: 26),
    ])
    for handler in node.handlers {
      let job = handler.job.flatMap { graph.job($0) }
      table.add([
        "\(handler.ordinal)", job?.enqueueNumber.map { "\($0)" } ?? "--",
        job?.runNumber.map { "\($0)" } ?? "--", graph.title(of: handler.child),
        graph.queueName(handler.queue), fate(handler, job),
      ])
    }
    return table.lines(indent: 2)
  }

  private static func fate(_ handler: HandlerNode, _ job: JobNode?) -> String {
    if let reason = handler.skipped { return "skipped: \(reason.briefWords)" }
    if let ended = job?.ended { return "ended at \(milliseconds(ended.time))" }
    if let started = job?.started { return "running since \(milliseconds(started.time))" }
    if let enqueued = job?.enqueued { return "queued since \(milliseconds(enqueued.time))" }
    return "waiting"
  }
}
