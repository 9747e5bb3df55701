import PromiseEvents
import PromiseGraph

/// Why one promise is not settled, and what that depends on.
struct Obstacle {
  /// The reasons.
  enum Reason {
    /// Events were lost, or its creation was not recorded.
    case unknown
    /// It or the promise that it waited for was freed: nothing can settle it.
    case freed, stranded(by: PromiseID)
    /// Another promise settles in its place, or before it.
    case forwarded(to: PromiseID), lockedIn(to: PromiseID), follows(PromiseID)
    /// Its async function or its task awaits another promise.
    case awaits(AwaitedNode)
    /// Its handler or body runs, or blocks while waiting for another promise.
    case runs(JobNode), blocks(JobNode, WaitNode), bodyRuns(Moment)
    /// Its handler or body waits in a queue.
    case queued(JobNode, QueueLine)
    /// A timer settles it, or ends its wait for `parent`.
    case timer(TimerNode, parent: PromiseID?)
    /// The number of its inputs that are pending, and the first of them.
    case inputs(open: Int, of: Int, first: [PromiseID])
    /// All its inputs so far have settled, and more may come.
    case nextInput
    /// A retry tries again when a timer fires.
    case nextAttempt(TimerNode)
    /// Its value or error is the result of its body, which no event reports.
    case body
    /// It stands for a request that is handled by other promises, of which the first is not settled; or that no
    /// process has received.
    case request([PromiseID]), unreceived
    /// Its resolver was not called; the end of its body, if it had one, and what the body made that is pending.
    case resolver(bodyEnded: Moment?, made: [PromiseID])
    /// Its timer is set by one of the next events.
    case timerToSet
    /// What it waited for has happened: its parent settled, or something else.
    case now(parent: PromiseID?)
  }

  var promise: PromiseID
  var reason: Reason

  /// The promises that it waits for: several inputs, or one promise for any other reason.
  var next: [PromiseID] {
    switch reason {
    case .forwarded(let next), .lockedIn(let next), .follows(let next): [next]
    case .blocks(_, let wait): [wait.promise]
    case .awaits(let wait): [wait.promise]
    case .queued(_, let line): line.wait.map { [$0.promise] } ?? []
    case .timer(_, let parent): parent.map { [$0] } ?? []
    case .inputs(_, _, let first): first
    case .request(let handlings): handlings
    case .resolver(_, let made): made
    case .stranded(let freed): [freed]
    case .unknown, .freed, .runs, .bodyRuns, .nextInput, .nextAttempt, .body, .timerToSet, .now,
      .unreceived:
      []
    }
  }
}

/// The state of a queue ahead of a job.
struct QueueLine {
  /// How many jobs are ahead; `nil` if there are very many.
  var before: Int?
  /// A job that is running on the queue.
  var holder: JobNode?
  /// The wait that blocks the queue, if one does.
  var wait: WaitNode?
  /// Whether no job of that queue has ever started.
  var isUntouched: Bool
}

extension Graph {
  /// Returns why a promise is not settled; `nil` if it is. O(its inputs, and up to some hundred jobs ahead
  /// of its own)
  func obstacle(of node: PromiseNode) -> Obstacle? {
    guard node.settlement == nil, node.state != .idle else { return nil }
    return Obstacle(promise: node.id, reason: reason(node))
  }

  private func reason(_ node: PromiseNode) -> Obstacle.Reason {
    switch node.state {
    case .unknown: return .unknown
    case .lost: return .freed
    case .forwarded(let outer): return .forwarded(to: outer)
    case .lockedIn(let inner): return .lockedIn(to: inner)
    case .fulfilled, .rejected, .cancelled, .idle: return .now(parent: nil)
    case .pending, .queued, .running: break
    }
    if let freed = node.strandedBy { return .stranded(by: freed) }
    // The job of a body may go on for a moment after the body.
    if let job = node.job.flatMap({ self.job($0) }), job.ended == nil, node.bodyEnded == nil {
      if job.started == nil { return .queued(job, line(before: job)) }
      return wait(of: job).map { .blocks(job, $0) } ?? .runs(job)
    }
    if let wait = node.awaiting { return .awaits(wait) }
    if let began = node.bodyStarted, node.bodyEnded == nil { return .bodyRuns(began) }
    if node.creation.operation.isFanIn { return inputReason(node) }
    let parent = (node.parent ?? node.creation.parents.first).flatMap { self[$0] }
    let isOpen = parent.map { $0.settlement == nil } ?? false
    if let timer = node.timer.flatMap({ self.timer($0) }), timer.fired == nil,
      timer.cancelled == nil
    {
      return .timer(timer, parent: isOpen ? parent?.id : nil)
    }
    if let parent, isOpen { return .follows(parent.id) }
    if let request = requestReason(node) { return request }
    switch node.creation.operation {
    case .async:
      return node.job == nil && node.bodyEnded == nil ? .body : .now(parent: nil)
    case .body, .pending, .thenResolving:
      let ended = node.bodyEnded ?? node.job.flatMap { self.job($0) }?.ended
      return .resolver(bodyEnded: ended, made: Array(made(inBodyOf: node).prefix(3)))
    case .after where node.timer == nil: return .timerToSet
    default:
      let hasRun = node.job.flatMap { self.job($0) }?.ended != nil
      return node.isDeclared ? .now(parent: hasRun ? nil : parent?.id) : .unknown
    }
  }

  private func inputReason(_ node: PromiseNode) -> Obstacle.Reason {
    var open = 0
    var first: [PromiseID] = []
    for input in node.inputs where input.outcome == nil && !isSettled(input.promise) {
      open += 1
      if first.count < 3 { first.append(input.promise) }
    }
    if open > 0 { return .inputs(open: open, of: node.inputs.count, first: first) }
    if let timer = node.timer.flatMap({ self.timer($0) }), timer.fired == nil,
      timer.cancelled == nil
    {
      return .nextAttempt(timer)
    }
    return node.creation.parents.isEmpty ? .nextInput : .now(parent: nil)
  }

  /// Returns what a request waits for that no timer or queue of its own process settles.
  private func requestReason(_ node: PromiseNode) -> Obstacle.Reason? {
    let handlings = handlings(of: node.id)
    // All that is left of a request whose handling has settled is its answer.
    let open = handlings.filter { !isSettled($0) }
    if let first = open.first ?? handlings.last { return .request([first]) }
    return hasProcesses && isUnreceived(node.id) ? .unreceived : nil
  }

  private func isSettled(_ promise: PromiseID) -> Bool {
    promiseTable[promise.rawValue].map { $0.settlement != nil } ?? false
  }

  /// Whether the handler or the body of a promise runs, so that it waits for nothing itself.
  func isBusy(_ node: PromiseNode) -> Bool {
    switch obstacle(of: node)?.reason {
    case .runs, .blocks, .bodyRuns: true
    default: false
    }
  }

  // MARK: - Queues

  /// Returns the state of the queue ahead of `job`, which waits.
  private func line(before job: JobNode) -> QueueLine {
    guard let queue = queueTables.queues[job.queue.rawValue], queue.gaps == gaps else {
      return QueueLine(before: nil, holder: nil, wait: nil, isUntouched: false)
    }
    var before = 0
    var neighbor = queueTables.neighbors[job.id.rawValue]?.previous
    while let number = neighbor, before <= Self.longestLine {
      before += 1
      neighbor = queueTables.neighbors[number]?.previous
    }
    let holder = queue.runningJobs.first.flatMap { jobTable[$0] }
    return QueueLine(
      before: before > Self.longestLine ? nil : before, holder: holder,
      wait: wait(blocking: job.queue),
      isUntouched: queue.finished == 0 && queue.runningJobs.count == 0 && queue.threads.isEmpty)
  }

  /// The most jobs ahead that are counted.
  private static var longestLine: Int { 999 }
}
