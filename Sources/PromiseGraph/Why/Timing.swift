import PromiseEvents

/// Where the time of a promise went, from when it was made to when it was settled, or to the playhead.
struct Timing {
  /// What it did for a while.
  enum Phase: Hashable {
    case waitingFor(PromiseID), inputs(PromiseID?), adopted(PromiseID)
    case queue(JobID), running(JobID), body, timer, resolver, handing
  }

  /// One phase and the nanoseconds that it took.
  struct Share: Hashable {
    var phase: Phase
    var length: Int64
    var start: Moment
  }

  let node: PromiseNode
  let graph: Graph
  /// The phases in order; their lengths add up to ``whole``.
  let shares: [Share]
  /// Nanoseconds from the creation on.
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

  /// When it began to do something else, and what.
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
      add(job.ended, .resolver)
    }
    add(node.bodyStarted, .body)
    add(node.bodyEnded, .resolver)
    if let inner = node.adopted { add(node.adoptedAt, .adopted(inner)) }
    return changes
  }

  /// The input that settled a fan-in, or that it waits for.
  private static func decisiveInput(_ node: PromiseNode) -> PromiseID? {
    if let from = node.settlement?.from { return from }
    guard node.settlement != nil else { return node.inputs.first { $0.outcome == nil }?.promise }
    var last: InputNode?
    for input in node.inputs where !input.ignored {
      if input.settled?.sequence ?? .min >= last?.settled?.sequence ?? .min { last = input }
    }
    return last?.promise
  }

  /// The lengths in whole per cent; they add up to 100 where the lengths do to the whole.
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

/// Where the time went, in sentences.
extension Timing {
  /// The question, and a line for each share, in the order of time.
  func lines(_ history: History?) -> [Explanation.Line] {
    let name = graph.plainName(of: node.id)
    let isSettled = node.settled != nil
    let length = "\(milliseconds(whole)) ms"
    let question =
      isSettled
      ? "Why so late? \(name) took \(length) from made to settled"
      : "Where does the time go? \(name) is \(length) old"
    var lines = [Explanation.Line(.question, question)]
    guard !shares.isEmpty else {
      lines.append(Explanation.Line(.answer, "no time has passed since it was made"))
      return lines
    }
    lines += Self.rows(
      shares.map { share in
        let (text, promise) = words(share, history)
        return Row(length: share.length, text: text, promise: promise, event: share.start.sequence)
      }, of: whole)
    let path = CriticalPath(self)
    if path.goesDeeper { lines += path.lines(history) }
    return lines
  }

  /// So many nanoseconds for something.
  struct Row {
    var length: Int64
    var text: String
    var promise: PromiseID?
    var event: Int?
  }

  /// Rows with their times and shares in columns; the longest is the answer.
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

  func words(
    _ share: Share, _ history: History?
  ) -> (text: String, promise: PromiseID) {
    switch share.phase {
    case .waitingFor(let parent):
      return ("waiting for \(graph.plainName(of: parent))", parent)
    case .inputs(let input):
      return (
        "waiting for its inputs"
          + (input.map {
            ", \(node.settled == nil ? "first" : "last") for \(graph.plainName(of: $0))"
          }
            ?? ""),
        input ?? node.id
      )
    case .adopted(let inner):
      return ("waiting for \(graph.plainName(of: inner)), which it adopted", inner)
    case .queue(let id):
      let queue = graph.job(id).map { graph.plainName(of: $0.queue) } ?? ""
      let others = ahead(of: id, history)
      return (
        "waiting in the queue \(queue)" + (others.map { ", behind \($0.text)" } ?? ""),
        others?.promise ?? node.id
      )
    case .running(let id):
      let queue = graph.job(id).map {
        graph.queueKind($0.queue) == .immediate ? "inline" : "on \(graph.plainName(of: $0.queue))"
      }
      return ("running \(queue ?? "")", node.id)
    case .body: return ("running its body", node.id)
    case .timer: return ("waiting for its timer", node.id)
    case .resolver: return ("until its resolver was used", node.id)
    case .handing: return ("until its handler was queued", node.id)
    }
  }

  /// Who ran in the queue of a job when that was put there.
  private func ahead(of id: JobID, _ history: History?) -> (text: String, promise: PromiseID?)? {
    guard let job = graph.job(id), let enqueued = job.enqueued,
      let then = history?.graph(at: enqueued.sequence),
      let queue = then.queueTable[job.queue.rawValue], queue.gaps == then.gaps
    else { return nil }
    let before = max(0, queue.waitingJobs.count - 1)
    guard let holder = queue.runningJobs.first.map({ JobID($0) }) else {
      return before > 0 ? (plural(before, "job"), nil) : nil
    }
    let more = before > 0 ? " and \(plural(before, "job"))" : ""
    return (graph.plainName(of: holder) + more, graph.job(holder)?.child)
  }
}
