import PromiseEvents
import PromiseGraph

/// Where the time of a promise went, from its creation until it settled, or until the playhead.
struct Timing {
  /// What the promise did for a while.
  enum Phase: Hashable {
    /// It waited for its parent, an input, an attempt of a retry, or the promise that it adopted.
    case waitingFor(PromiseID), inputs(PromiseID?), attempt(PromiseID), adopted(PromiseID)
    /// A retry waited before its next attempt.
    case pause
    /// Its handler or body waited in a queue, ran, or blocked while it waited for a promise.
    case queue(JobID), running(JobID), blocked(PromiseID)
    case body, timer
    /// Its resolver had yet to be called; the job that called it, if that is known.
    case resolver(by: JobID?)
    /// Its handler had yet to be queued, or its promise to be settled.
    case handing, settling
  }

  /// A phase and the nanoseconds that it took.
  struct Share: Hashable {
    var phase: Phase
    var length: Int64
    var start: Moment
    /// For how many of them a job waited in its queue, or a timer stood, while the gate was closed.
    var closed: Int64 = 0
  }

  let node: PromiseNode
  let graph: Graph
  /// The phases in order; their lengths add up to ``whole``.
  let shares: [Share]
  /// Whether code has called its resolver.
  var isResolved: Bool { node.settled != nil || node.adopted != nil }
  /// The nanoseconds since the creation.
  let whole: Int64

  /// Splits the time of a promise. If `beyond` is true, a promise that was freed after another one took its place
  /// lasts as long as that one.
  init(_ node: PromiseNode, _ graph: Graph, beyond: Bool = false) {
    self.node = node
    self.graph = graph
    var last = node.settled?.time ?? node.freed?.time
    if beyond, case .forwarded(let outer) = node.state { last = graph[outer]?.settled?.time }
    let end = last ?? graph.time
    whole = max(0, end.saturatingMinus(node.created.time))
    var shares: [Share] = []
    var changes = Self.changes(node, graph)
    changes.sort { $0.moment.sequence < $1.moment.sequence }
    for (place, change) in changes.enumerated() {
      let from = min(max(change.moment.time, node.created.time), end)
      let next = place + 1 < changes.count ? changes[place + 1].moment.time : end
      let length = max(0, min(max(next, from), end).saturatingMinus(from))
      if length > 0 {
        var share = Share(phase: change.phase, length: length, start: change.moment)
        share.closed = Self.closedTime(in: change.phase, from: from, length, graph)
        shares.append(share)
      }
    }
    self.shares = shares
  }

  /// Returns for how long of a part of a phase the gate was closed, if it holds back what is waited for then.
  static func closedTime(
    in phase: Phase, from start: Int64, _ length: Int64, _ graph: Graph
  ) -> Int64 {
    switch phase {
    case .queue, .timer, .pause:
      graph.gate.closedTime(from: start, to: start.saturatingPlus(length))
    case .waitingFor, .inputs, .attempt, .adopted, .running, .blocked, .body, .resolver, .handing,
      .settling:
      0
    }
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
    // What cancelled it did not call its resolver.
    let isCancelled = node.settlement?.outcome == .cancelled && node.adopted == nil
    // What settled a promise that had adopted another one did not call its resolver either.
    let user = node.adopted == nil ? node.settledIn : nil
    // The handling of a request in another process is what it waited for.
    let answer = graph.handlings(of: node.id).last.map(Phase.waitingFor)
    let resolver = isCancelled ? Phase.settling : answer ?? .resolver(by: user)
    switch node.creation.operation {
    case .retry:
      add(node.created, .pause)
      for input in node.inputs.prefix(mostAttempts) {
        add(graph[input.promise]?.created, .attempt(input.promise))
        let isLast = input.promise == node.settlement?.from
        add(input.settled, isLast ? .settling : .pause)
      }
      return changes
    case .all, .allSettled, .race, .any: add(node.created, .inputs(decisiveInput(node)))
    case _ where parent != nil:
      let settled = parent.flatMap { graph[$0]?.settled }
      let after = node.skipped == nil ? Phase.handing : .settling
      let isLate = settled.map { $0.sequence < node.created.sequence } ?? false
      parent.map { add(node.created, isLate ? after : .waitingFor($0)) }
      if !isLate { add(settled, after) }
    case .task, .async:
      add(node.created, graph.isAsyncFunction(node.id) || graph.isTask(node.id) ? .body : .handing)
      for wait in node.awaited {
        add(wait.began, .waitingFor(wait.promise))
        add(wait.ended, .body)
      }
    default: add(node.created, resolver)
    }
    let timer = node.timer.flatMap { graph.timer($0) }
    if let timer, node.creation.operation != .timeout {
      add(timer.scheduled, .timer)
      add(timer.fired, .settling)
    }
    if let job = node.job.flatMap({ graph.job($0) }) {
      add(job.enqueued, .queue(job.id))
      add(job.started, .running(job.id))
      for wait in graph.waits(of: job.id) {
        add(wait.began, .blocked(wait.promise))
        add(wait.ended, .running(job.id))
      }
      let thread = job.started.map { graph.threadNumber($0.thread) }
      if let wait = thread.flatMap({ graph.waitTables.threads[$0] }), job.ended == nil,
        wait.job == job.id
      {
        add(wait.began, .blocked(wait.promise))
      }
      let isDelayed = node.creation.operation == .delay && timer != nil
      let isResolver = node.creation.operation == .thenResolving
      // A function that awaits again is not done.
      if !isDelayed, job.ending != .suspended {
        add(job.ended, isResolver ? resolver : .settling)
      }
    }
    add(node.bodyStarted, .body)
    let isOver = node.bodyThrew || node.creation.operation == .async
    add(node.bodyEnded, isOver ? .settling : resolver)
    if let inner = graph.inner(of: node) { add(node.adoptedAt, .adopted(inner)) }
    return changes
  }

  /// The most attempts of a retry whose times are shown separately.
  private static var mostAttempts: Int { 1000 }

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
