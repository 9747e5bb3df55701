import PromiseKitLite

/// What waits, runs and is due in a simulation: pure bookkeeping. ``SimulationExecutor``, which owns
/// the lock, does what it answers.
struct Scheduler {
  /// The virtual time.
  private(set) var now: Int64 = 0
  /// The queues that had a job, by number.
  private var pools: [WorkerPool] = []
  /// What is due later.
  private var later = Heap<Due>()
  /// What the timers call that are set.
  private var timers: [TimerID: @Sendable () -> Void] = [:]
  /// What is due now, in the order of the choices.
  private var ripe = Deque<Due>()
  /// The jobs that wait for a promise, by number.
  private(set) var waits: [WaitingJob] = []
  /// How many waits have begun.
  private var waitCount = 0
  private var numbers = ThreadNumbers()

  /// One step's work.
  enum Action: Sendable {
    case start(JobID, Job, Worker)
    case end(JobID, Worker, @Sendable () -> Void)
    case fire(@Sendable () -> Void)
    case resume(WaitingJob)
  }
}

// MARK: - What comes in

extension Scheduler {
  /// A queue is seen for the first time; `first` is the thread of its first worker if that exists.
  mutating func add(
    _ queue: QueueID, width: Int, line: AccessTracker.Place, first: ThreadID? = nil,
    isDrained: Bool = true
  ) {
    let place = pools.firstIndex { $0.queue >= queue } ?? pools.endIndex
    guard place == pools.endIndex || pools[place].queue != queue else { return }
    pools.insert(
      WorkerPool(queue: queue, width: width, line: line, first: first, isDrained: isDrained),
      at: place)
  }

  /// Where a known queue stands; none if it is not known.
  func pool(of queue: QueueID) -> Int? { pools.firstIndex { $0.queue == queue } }

  /// What the end of a queue's line is for who witnesses the run.
  func line(of pool: Int) -> AccessTracker.Place { pools[pool].line }

  /// Puts a job on a known queue.
  mutating func enqueue(_ job: Job, id: JobID, on pool: Int) {
    pools[pool].append(WorkerPool.Waiting(id: id, job: job))
  }

  /// Something happens at its time, or now if that is over. Nothing happens at the end of time.
  mutating func add(_ due: Due) { later.insert(due) }

  /// Sets a timer.
  mutating func set(_ timer: TimerID, at time: Int64, _ action: @escaping @Sendable () -> Void) {
    timers[timer] = action
    add(Due(time: time, what: .fire(timer)))
  }

  /// Stops a timer. Answers what it would have called, to be freed where nothing is locked; none if it
  /// has fired or was stopped. Complexity: O(log n), amortised.
  mutating func stop(_ timer: TimerID) -> (@Sendable () -> Void)? {
    guard let action = timers.removeValue(forKey: timer) else { return nil }
    if let index = ripe.firstIndex(where: { isStopped($0) }) { ripe.remove(at: index) }
    forgetStopped()
    return action
  }

  /// It is a timer that was stopped.
  private func isStopped(_ due: Due) -> Bool {
    if case .fire(let timer) = due.what { timers[timer] == nil } else { false }
  }

  /// What is due next is no timer that was stopped while others were due before it: the clock would go
  /// on to a time at which nothing happens.
  private mutating func forgetStopped() {
    while let due = later.min, isStopped(due) { _ = later.popMin() }
  }

  /// Takes a worker of a known queue away from its line, if one is free: for the main program, which
  /// is no job.
  mutating func occupy(_ queue: QueueID) -> Worker? {
    guard let index = pools.firstIndex(where: { $0.queue == queue && $0.hasFreeWorker }) else {
      return nil
    }
    return pools[index].occupy(&numbers)
  }

  /// The worker is free again.
  mutating func release(_ worker: Worker) {
    guard let index = pools.firstIndex(where: { $0.queue == worker.queue }) else { return }
    pools[index].release(worker)
  }

  /// A thread that nobody had so far.
  mutating func newThread() -> ThreadID { numbers.next() }
}

extension Scheduler {
  /// Forgets what is in line and what is due, at the time that it is; waits that can fail are left to
  /// be ended. Answers what was forgotten, to be freed where nothing is locked.
  mutating func giveUp() -> Scheduler {
    defer {
      for index in waits.indices where !waits[index].isOver { waits[index].ending = .gaveUp }
      pools = []
      later = Heap()
      timers = [:]
      ripe = Deque()
    }
    return self
  }
}

// MARK: - Waits

extension Scheduler {
  /// A job begins to wait.
  mutating func add(_ wait: WaitingJob) {
    var wait = wait
    wait.place = waitCount
    waitCount += 1
    let place = waits.lastIndex { $0.job < wait.job }.map { $0 + 1 } ?? 0
    waits.insert(wait, at: place)
  }

  /// What the job waits for at this gate is settled; it may have gone on.
  mutating func settle(_ job: JobID, at gate: OneShotSemaphore) {
    guard let index = waits.firstIndex(where: { $0.gate === gate }) else { return }
    waits[index].ending = .settled
  }

  /// Takes the job away that waits on this real thread, because the run is at its limit; none if its
  /// wait cannot end.
  mutating func giveUp(at thread: ThreadMark) -> WaitingJob? {
    guard let index = waits.firstIndex(where: { $0.step.mark == thread }) else { return nil }
    guard waits[index].isOver || waits[index].canFail else { return nil }
    var wait = waits.remove(at: index)
    if !wait.isOver { wait.ending = .gaveUp }
    return wait
  }

  /// How many jobs wait who cannot be told that it is in vain.
  var parked: Int { waits.count { !$0.canFail } }
}

// MARK: - What can happen

extension Scheduler {
  /// When the next thing can happen; none if nothing is left. Complexity: O(queues).
  var nextTime: Int64? {
    if !ripe.isEmpty || pools.contains(where: { $0.ready != nil }) { return now }
    if !waits.isEmpty, waits.contains(where: \.isOver) { return now }
    guard let due = later.min, due.time != .max else { return deadlocked == nil ? nil : now }
    return max(now, due.time)
  }

  /// The wait that ends where nothing else can happen: of those that can be told, the one that began
  /// first. Not that of the lowest job: two steps that have nothing to do with each other number what
  /// they enqueue in the order in which they happen, and nothing else may depend on that.
  private var deadlocked: WaitingJob? {
    waits.filter(\.canFail).min { $0.place < $1.place }
  }

  /// Goes on to the next time at which something can happen. Answers the first thing that can, and
  /// whether it is the only one; nothing if nothing is left. Complexity: O(queues), and O(log n) for
  /// each thing that becomes due.
  mutating func advance(until limit: Int64 = .max) -> (first: Choice, isOnly: Bool)? {
    guard let next = nextTime, next <= limit else { return nil }
    now = next
    while let due = later.min, due.time <= now {
      _ = later.popMin()
      ripen(due)
      forgetStopped()
    }
    guard waits.isEmpty else {
      let choices = choices(atMost: 2)
      return choices.first.map { ($0, choices.count == 1) }
    }
    var first: Choice?
    for pool in pools {
      guard let start = pool.start else { continue }
      if let first { return (first, false) }
      first = start
    }
    guard let first else { return ripe.first.map { ($0.choice, ripe.count == 1) } }
    return (first, ripe.isEmpty)
  }

  /// What can happen at this time, in order, the first `limit` of it. Complexity: O(queues), and O(n) in
  /// what it answers.
  func choices(atMost limit: Int = .max) -> [Choice] {
    var choices: [Choice] = []
    choices.reserveCapacity(min(limit, waits.count + pools.count + ripe.count))
    for wait in waits where wait.isOver { choices.append(wait.resume) }
    for pool in pools { if let start = pool.start { choices.append(start) } }
    for due in ripe {
      guard choices.count < limit else { break }
      choices.append(due.choice)
    }
    if choices.isEmpty, let deadlocked { choices.append(deadlocked.resume) }
    return choices
  }

  /// It is due now. What was due before is of a lower number, mostly.
  private mutating func ripen(_ due: Due) {
    let choice = due.choice
    let place = ripe.lastIndex { $0.choice < choice }.map { $0 + 1 } ?? 0
    ripe.insert(due, at: place)
  }

  /// Takes what was chosen; none if it is not possible.
  mutating func take(_ choice: Choice) -> Action? {
    switch choice {
    case .start(let queue, _):
      guard let index = pools.firstIndex(where: { $0.queue == queue }) else { return nil }
      let started = pools[index].start(&numbers)
      return started.map { .start($0.job.id, $0.job.job, $0.worker) }
    case .resume(let job):
      guard let index = waits.firstIndex(where: { $0.job == job }) else { return nil }
      return .resume(waits.remove(at: index))
    case .end, .fire:
      guard let index = ripe.firstIndex(where: { $0.choice == choice }) else { return nil }
      let due = ripe[index]
      ripe.remove(at: index)
      switch due.what {
      case .end(let job, let worker, let action): return .end(job, worker, action)
      case .fire(let timer): return timers.removeValue(forKey: timer).map { .fire($0) }
      }
    }
  }
}
