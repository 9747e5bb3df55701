import PromiseKitLite

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
