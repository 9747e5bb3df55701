import PromiseEvents

/// What still goes on at the end of a run: nothing, or only what repeats itself by a timer, such as a heartbeat, and the
/// handlers in which the program ended.
struct Rest {
  private let graph: Graph
  /// The timers that lead to what goes on, each set by what followed from an earlier one of its line.
  private let timers: [PromiseID]
  /// The promises whose handlers or bodies run.
  let running: [PromiseID]

  /// Creates it; `nil` if something else goes on.
  init?(_ graph: Graph) {
    self.graph = graph
    guard !graph.isAtRest else {
      (timers, running) = ([], [])
      return
    }
    guard graph.waits.isEmpty, graph.pendingTimerCount <= Self.most else { return nil }
    let queues = graph.queues(listing: Self.most)
    guard queues.allSatisfy({ $0.waitingCount + $0.runningCount <= Self.most }) else { return nil }
    func child(_ job: JobID) -> PromiseID? { graph.jobTable.read(job.rawValue) { $0.child } ?? nil }
    let running = queues.flatMap(\.running).map(child)
    guard !running.contains(nil) else { return nil }
    self.running = running.compactMap { $0 }
    let lasting =
      graph.pendingTimers.map(\.promise) + queues.flatMap(\.waiting).map(child)
    var timers: [PromiseID] = []
    for promise in lasting {
      guard let promise, let timer = Self.timers(above: promise, graph).first else { return nil }
      timers.append(timer)
    }
    self.timers = timers
  }

  /// Returns whether what goes on has repeated itself twice since an event, and never led to one of the handlers.
  func holds(since sequence: Int, without handlers: [PromiseID]) -> Bool {
    let lines = Set(timers.compactMap { graph.read($0) { $0.line } })
    guard !lines.isEmpty else { return true }
    let isRepeated = timers.allSatisfy { timer in
      let line = graph.read(timer) { $0.line }
      let rounds = Self.timers(above: timer, graph).filter { round in
        graph.read(round) { $0.line == line && $0.created.sequence > sequence } ?? false
      }
      return rounds.count > Self.fewest
    }
    return isRepeated
      && handlers.allSatisfy { handler in
        Self.timers(above: handler, graph).allSatisfy { timer in
          graph.read(timer) { !lines.contains($0.line) } ?? true
        }
      }
  }

  /// Returns the timers from which a promise follows, by links and by the handlers that made them, the last one
  /// first. A timer is one that repeats itself only if the line has an earlier one.
  private static func timers(above promise: PromiseID, _ graph: Graph) -> [PromiseID] {
    var timers: [PromiseID] = []
    var next: PromiseID? = promise
    for _ in 0..<mostLinks {
      guard let id = next, let link = graph.read(id, { ($0.creation.operation, $0.parent) }) else {
        break
      }
      if link.0 == .after { timers.append(id) }
      next = link.1 ?? graph.maker(of: id)
    }
    return timers
  }

  private static var most: Int { 16 }
  private static var mostLinks: Int { 96 }
  private static var fewest: Int { 2 }
}

extension Graph {
  /// Whether nothing is left to happen: no timer is set, and no job waits or runs.
  var isAtRest: Bool {
    pendingTimerCount == 0 && waits.isEmpty
      && queues(listing: 0).allSatisfy { $0.waitingCount == 0 && $0.runningCount == 0 }
  }
}
