import PromiseEvents

/// Where the time of a promise went, from its creation until it settled, or until the playhead.
struct Timing {
  /// What the promise did for a while.
  enum Phase: Hashable {
    case waitingFor(PromiseID), inputs(PromiseID?), adopted(PromiseID)
    case queue(JobID), running(JobID), body, timer, resolver, handing
  }

  /// A phase and the nanoseconds that it took.
  struct Share: Hashable {
    var phase: Phase
    var length: Int64
    var start: Moment
  }

  let node: PromiseNode
  let graph: Graph
  /// The phases in order; their lengths add up to ``whole``.
  let shares: [Share]
  /// The nanoseconds since the creation.
  let whole: Int64

  init(_ node: PromiseNode, _ graph: Graph) {
    self.node = node
    self.graph = graph
    let end = node.settled?.time ?? node.freed?.time ?? graph.time
    whole = max(0, end.saturatingMinus(node.created.time))
    var shares: [Share] = []
    var changes = Self.changes(node, graph)
    changes.sort { $0.moment.sequence < $1.moment.sequence }
    for (place, change) in changes.enumerated() {
      let from = min(max(change.moment.time, node.created.time), end)
      let next = place + 1 < changes.count ? changes[place + 1].moment.time : end
      let length = max(0, min(max(next, from), end).saturatingMinus(from))
      if length > 0 {
        shares.append(Share(phase: change.phase, length: length, start: change.moment))
      }
    }
    self.shares = shares
  }

  /// Returns when each phase began.
  private static func changes(
    _ node: PromiseNode, _ graph: Graph
  ) -> [(moment: Moment, phase: Phase)] {
    var changes: [(moment: Moment, phase: Phase)] = []
    let limit = node.settled?.sequence ?? .max
    func add(_ moment: Moment?, _ phase: Phase) {
      guard let moment, moment.sequence < limit else { return }
      changes.append((moment, phase))
    }
    let parent = node.parent ?? node.creation.parents.first
    if node.creation.operation.isFanIn {
      add(node.created, .inputs(decisiveInput(node)))
    } else if let parent {
      add(node.created, .waitingFor(parent))
      add(graph[parent]?.settled, .handing)
    } else {
      add(node.created, .resolver)
    }
    if let timer = node.timer.flatMap({ graph.timer($0) }), node.creation.operation != .timeout {
      add(timer.scheduled, .timer)
      add(timer.fired, .handing)
    }
    if let job = node.job.flatMap({ graph.job($0) }) {
      add(job.enqueued, .queue(job.id))
      add(job.started, .running(job.id))
      // A delay sets its timer in its handler.
      add(
        job.ended,
        node.creation.operation.hasResolver ? .resolver : node.timer == nil ? .handing : .timer)
    }
    add(node.bodyStarted, .body)
    add(node.bodyEnded, .resolver)
    if let inner = node.adopted { add(node.adoptedAt, .adopted(inner)) }
    return changes
  }

  /// Returns the input that settled a fan-in, or that it waits for.
  private static func decisiveInput(_ node: PromiseNode) -> PromiseID? {
    if let from = node.settlement?.from { return from }
    guard node.settlement != nil else { return node.inputs.first { $0.outcome == nil }?.promise }
    var last: InputNode?
    for input in node.inputs where !input.ignored {
      if input.settled?.sequence ?? .min >= last?.settled?.sequence ?? .min { last = input }
    }
    return last?.promise
  }

  /// Returns the lengths in whole percent, which add up to 100 if the lengths add up to the whole.
  static func percentages(_ lengths: [Int64], of whole: Int64) -> [Int] {
    guard whole > 0 else { return lengths.map { _ in 0 } }
    let exact = lengths.map { Double($0) * 100 / Double(whole) }
    var rounded = exact.map { Int($0) }
    let rest = Int(exact.reduce(0, +).rounded()) - rounded.reduce(0, +)
    let order = exact.indices.sorted {
      exact[$0] - Double(rounded[$0]) > exact[$1] - Double(rounded[$1])
    }
    for index in order.prefix(max(0, rest)) { rounded[index] += 1 }
    return rounded
  }
}

// Where the time went, in sentences.
extension Timing {
  /// Returns the question, and a line for each share, in the order of time.
  func lines(_ history: History?, _ language: Language) -> [Explanation.Line] {
    let name = graph.plainName(of: node.id)
    let isSettled = node.settled != nil
    let length = "\(milliseconds(whole)) ms"
    let question =
      isSettled
      ? language.text("Why so late? \(name) took \(length) to settle")
      : language.text("Where does the time go? \(name) has been pending for \(length)")
    var lines = [Explanation.Line(.question, question)]
    guard !shares.isEmpty else {
      lines.append(
        Explanation.Line(.answer, language.text("no time has passed since it was created")))
      return lines
    }
    lines += Self.rows(
      shares.map { share in
        let (text, promise) = self.text(share, history, language)
        return Row(length: share.length, text: text, promise: promise, event: share.start.sequence)
      }, of: whole)
    let path = CriticalPath(self)
    if path.goesDeeper { lines += path.lines(history, language) }
    return lines
  }

  /// A line with the nanoseconds that it is about.
  struct Row {
    var length: Int64
    var text: String
    var promise: PromiseID?
    var event: Int?
  }

  /// Returns the rows with their times and shares in columns; the longest one is the answer.
  static func rows(_ rows: [Row], of whole: Int64) -> [Explanation.Line] {
    let longest = rows.map(\.length).max() ?? 0
    let widest = rows.map { milliseconds($0.length).count }.max() ?? 0
    return zip(rows, percentages(rows.map(\.length), of: whole)).map { row, percentage in
      let time = milliseconds(row.length)
      let share = percentage == 0 ? "<1%" : "\(percentage)%"
      let left =
        String(repeating: " ", count: widest - time.count) + "\(time) ms  "
        + String(repeating: " ", count: max(0, 4 - share.count)) + share
      var line = Explanation.Line(
        row.length == longest ? .answer : .step, row.text, promise: row.promise, event: row.event)
      line.lead = "\(left)  "
      return line
    }
  }

  func text(
    _ share: Share, _ history: History?, _ language: Language
  ) -> (text: String, promise: PromiseID) {
    switch share.phase {
    case .waitingFor(let parent):
      return (language.text("waiting for \(graph.plainName(of: parent))"), parent)
    case .inputs(nil): return (language.text("waiting for its inputs"), node.id)
    case .inputs(let input?):
      let name = graph.plainName(of: input)
      return (
        node.settled == nil
          ? language.text("waiting for its inputs: the next is \(name)")
          : language.text("waiting for its inputs: the last was \(name)"), input
      )
    case .adopted(let inner):
      return (
        language.text("waiting for \(graph.plainName(of: inner)), which it adopted"), inner
      )
    case .queue(let id):
      let queue = graph.job(id).map { graph.plainName(of: $0.queue) } ?? ""
      guard let others = ahead(of: id, history, language) else {
        return (language.text("waiting in queue \(queue)"), node.id)
      }
      return (
        language.text("waiting in queue \(queue), behind \(others.text)"),
        others.promise ?? node.id
      )
    case .running(let id):
      let place = graph.job(id).map { graph.place(of: $0, language) } ?? ""
      return (language.text("running \(place)"), node.id)
    case .body: return (language.text("running its body"), node.id)
    case .timer: return (language.text("waiting for its timer"), node.id)
    case .resolver: return (language.text("until its resolver was called"), node.id)
    case .handing: return (language.text("until its handler was queued"), node.id)
    }
  }

  /// Returns what was ahead in the queue of a job when the job was enqueued.
  private func ahead(
    of id: JobID, _ history: History?, _ language: Language
  ) -> (text: String, promise: PromiseID?)? {
    guard let job = graph.job(id), let enqueued = job.enqueued,
      let then = history?.graph(at: enqueued.sequence),
      let queue = then.queueTable[job.queue.rawValue], queue.gaps == then.gaps
    else { return nil }
    let before = max(0, queue.waitingJobs.count - 1)
    guard let holder = queue.runningJobs.first.map({ JobID($0) }) else {
      return before > 0 ? (language.plural(before, "job"), nil) : nil
    }
    let first = graph.plainName(of: holder, language: language)
    return (
      before > 0 ? language.text("\(first) and \(language.plural(before, "job"))") : first,
      graph.job(holder)?.child
    )
  }
}
