import PromiseGraph
import PromiseKitLite

/// The state from which a deadlock is described: the graph, and which jobs wait.
struct WaitForGraph {
  /// A job or a thread that waits.
  struct Waiting {
    var wait: Deadlock.Wait
    var thread: ThreadID?

    /// Returns whether its job has a lower number.
    func isBefore(_ other: Waiting) -> Bool {
      (wait.job?.rawValue ?? .max) < (other.wait.job?.rawValue ?? .max)
    }
  }

  private var graph = Graph()
  private(set) var waits: [Waiting] = []

  mutating func apply(_ event: PromiseEvent) {
    graph.apply(event)
    switch event.kind {
    case .waitBegan(let promise, let queue, let job, _):
      let wait = Deadlock.Wait(job: job, queue: queue, promise: promise)
      waits.append(Waiting(wait: wait, thread: event.thread))
    case .waitEnded(let promise, _, let job, _):
      waits.removeAll { $0.wait.promise == promise && $0.wait.job == job }
    default: break
    }
  }

  /// Returns the wait of `job` for `promise`.
  func wait(of job: JobID?, for promise: PromiseID) -> Waiting? {
    waits.first { $0.wait.job == job && $0.wait.promise == promise }
  }

  /// A Boolean value that indicates whether anything is left to happen.
  var canProceed: Bool {
    guard !graph.pendingTimers.contains(where: { $0.due != .max }),
      !waits.contains(where: { isSettled($0.wait.promise) })
    else { return true }
    return graph.jobs.contains { job in
      guard job.ended == nil, !isInline(job.queue) else { return false }
      return job.started != nil ? wait(of: job) == nil : holders(of: job.queue).isEmpty
    }
  }
}

// MARK: - What blocks what

extension WaitForGraph {
  /// Why a promise is pending.
  enum Reason {
    /// It depends on another pending promise.
    case follows(PromiseID)
    /// The job that settles it has started, and is waiting itself.
    case waits(JobID, Waiting)
    /// The job that settles it is queued behind these.
    case behind(JobID, QueueID, [Waiting])
    /// Nothing will settle it.
    case unresolved
    /// It was freed.
    case freed
  }

  func reason(_ promise: PromiseID) -> Reason {
    guard let node = graph[promise] else { return .unresolved }
    if let adopted = node.adopted {
      // A promise that was freed is replaced by the one that had adopted it.
      if case .forwarded? = graph[adopted]?.state { return reason(adopted) }
      return isSettled(adopted) ? .unresolved : .follows(adopted)
    }
    if let job = node.job.flatMap(graph.job), job.ended == nil {
      if job.started == nil { return .behind(job.id, job.queue, holders(of: job.queue)) }
      if let waiting = wait(of: job) { return .waits(job.id, waiting) }
    }
    let sources = node.creation.parents + node.inputs.map(\.promise)
    if let source = sources.first(where: { !isSettled($0) }) { return .follows(source) }
    return node.state == .lost ? .freed : .unresolved
  }

  private func isSettled(_ promise: PromiseID) -> Bool { graph[promise]?.settlement != nil }

  /// Returns the waits that occupy a worker of the queue, by number.
  private func holders(of queue: QueueID) -> [Waiting] {
    waits.filter { waiting in
      waiting.wait.queue == queue || (isMainProgram(waiting) && label(queue) == "main")
    }.sorted { $0.isBefore($1) }
  }

  /// Returns the wait of a running job. For an inline job, it is the wait of the thread on which
  /// the job runs.
  private func wait(of job: JobNode) -> Waiting? {
    waits.last {
      $0.wait.job == job.id
        || (isInline(job.queue) && $0.thread != nil && $0.thread == job.started?.thread)
    }
  }

  private func isInline(_ queue: QueueID) -> Bool { graph.queueKind(queue) == .immediate }

  func isMainProgram(_ waiting: Waiting) -> Bool {
    waiting.wait.queue == nil && waiting.thread.map { graph.threadNames[$0] } == "main"
  }

  func label(_ queue: QueueID) -> String { graph.queueLabel(queue) }

  /// `p3 'load'`
  func name(_ promise: PromiseID) -> String {
    graph[promise]?.creation.label.map { "\(promise) '\($0)'" } ?? promise.description
  }
}
