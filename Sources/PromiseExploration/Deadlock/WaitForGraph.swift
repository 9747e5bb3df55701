import PromiseKitLite

/// The state from which a deadlock is described: which jobs wait, which jobs are in which line, and
/// which promises depend on which.
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

  /// A job that has not ended.
  struct Job {
    var id: JobID
    var child: PromiseID?
    var queue: QueueID
    /// The thread on which it runs, once it has started.
    var thread: ThreadID?
    var hasBegun = false
  }

  private struct Queue {
    var label: String
    var isInline: Bool
  }

  private(set) var waits: [Waiting] = []
  private var labels: [PromiseID: String] = [:]
  /// The promises that settle a promise: its parents, or the promise that it is locked in to.
  private var sources: [PromiseID: [PromiseID]] = [:]
  private var settled: Set<PromiseID> = []
  private var freed: Set<PromiseID> = []
  private var queues: [QueueID: Queue] = [:]
  private var jobs: [JobID: Job] = [:]
  private var settlers: [PromiseID: JobID] = [:]
  private var timers: Set<TimerID> = []
  private var mainThread: ThreadID?
}

extension WaitForGraph {
  mutating func apply(_ event: PromiseEvent) {
    switch event.kind {
    case .created(let creation):
      labels[creation.promise] = creation.label
      sources[creation.promise] = creation.parents
    case .inputAdded(let fanIn, _, let input): sources[fanIn, default: []].append(input)
    case .adopted(let outer, let inner): sources[outer] = [inner]
    case .settled(let settlement): settled.insert(settlement.promise)
    case .deallocated(let promise, .pending, _): freed.insert(promise)
    case .deallocated(let promise, .forwarded(let outer), _):
      sources[outer] = sources[promise]
      settlers[outer] = settlers[promise]
    case .jobEnqueued(let id, let child, let queue, _):
      jobs[id] = Job(id: id, child: child, queue: queue)
      if let child { settlers[child] = id }
    case .jobStarted(let id, let child, let queue):
      jobs[id] = Job(id: id, child: child, queue: queue, thread: event.thread, hasBegun: true)
    case .jobEnded(let id, let child, _, _):
      jobs[id] = nil
      if let child, settlers[child] == id { settlers[child] = nil }
    case .waitBegan(let promise, let queue, let job, _):
      let wait = Deadlock.Wait(job: job, queue: queue, promise: promise)
      waits.append(Waiting(wait: wait, thread: event.thread))
    case .waitEnded(let promise, _, let job, _):
      waits.removeAll { $0.wait.promise == promise && $0.wait.job == job }
    case .timerScheduled(let timer, _, let due): if due != .max { timers.insert(timer) }
    case .timerFired(let timer, _), .timerCancelled(let timer, _): timers.remove(timer)
    case .queueDeclared(let queue, let label, let kind, _):
      queues[queue] = Queue(label: label, isInline: kind == .immediate)
    case .threadNamed(let thread, "main"): mainThread = thread
    default: break
    }
  }

  /// Returns the wait of `job` for `promise`.
  func wait(of job: JobID?, for promise: PromiseID) -> Waiting? {
    waits.first { $0.wait.job == job && $0.wait.promise == promise }
  }

  /// A Boolean value that indicates whether anything is left to happen.
  var canProceed: Bool {
    guard timers.isEmpty, !waits.contains(where: { settled.contains($0.wait.promise) }) else {
      return true
    }
    return jobs.values.contains { job in
      guard !isInline(job.queue) else { return false }
      return job.hasBegun ? wait(of: job) == nil : holders(of: job.queue).isEmpty
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
    if let settler = settlers[promise], let job = jobs[settler] {
      if !job.hasBegun { return .behind(job.id, job.queue, holders(of: job.queue)) }
      if let waiting = wait(of: job) { return .waits(job.id, waiting) }
    }
    if let source = sources[promise]?.first(where: { !settled.contains($0) }) {
      return .follows(source)
    }
    return freed.contains(promise) ? .freed : .unresolved
  }

  /// Returns the waits that occupy a worker of the queue, by number.
  private func holders(of queue: QueueID) -> [Waiting] {
    waits.filter { waiting in
      waiting.wait.queue == queue || (isMainProgram(waiting) && label(queue) == "main")
    }.sorted { $0.isBefore($1) }
  }

  /// Returns the wait of a running job. For an inline job, it is the wait of the thread on which
  /// the job runs.
  private func wait(of job: Job) -> Waiting? {
    waits.last {
      $0.wait.job == job.id || (isInline(job.queue) && $0.thread != nil && $0.thread == job.thread)
    }
  }

  private func isInline(_ queue: QueueID) -> Bool { queues[queue]?.isInline ?? false }

  func isMainProgram(_ waiting: Waiting) -> Bool {
    waiting.wait.queue == nil && mainThread != nil && waiting.thread == mainThread
  }

  func label(_ queue: QueueID) -> String { queues[queue]?.label ?? queue.description }

  /// `p3 'load'`
  func name(_ promise: PromiseID) -> String {
    labels[promise].map { "\(promise) '\($0)'" } ?? promise.description
  }
}
