import PromiseKitLite

/// The state of a simulation: what waits, what runs, and what is due. It is pure bookkeeping;
/// ``SimulationExecutor``, which owns the lock, performs the actions that it returns.
struct Scheduler {
  /// The virtual time.
  private(set) var now: Int64 = 0
  /// The queues that have had a job, by number; also those of earlier runs, for their memory.
  var pools: [WorkerPool] = []
  /// What is due at a later time.
  var later = Heap<Due>()
  /// The actions of the timers that are set.
  private var timers = TimerTable()
  /// What is due now, in the order of the choices.
  var dueNow = Deque<Due>()
  /// The jobs that wait for a promise, by number.
  private(set) var waits: [WaitingJob] = []
  /// The number of waits that have started.
  private var waitCount = 0
  private var numbers = ThreadNumbers()
  /// Whether some queues are those of an event loop, which share one thread.
  var hasEventLoop = false
  /// The rank of what the thread of the event loop did last.
  var lastRank = LoopQueue.tasks.rank

  /// The work of one step.
  enum Action: Sendable {
    case start(JobID, any Job, Worker)
    case end(JobID, Worker, @Sendable () -> Void)
    case fire(@Sendable () -> Void)
    case resume(WaitingJob)
  }
}

// MARK: - Adding work

extension Scheduler {
  /// Adds a queue that is seen for the first time. `first` is the thread of its first worker, if
  /// that thread exists.
  mutating func add(
    _ queue: QueueID, width: Int, line: AccessTracker.Place, first: ThreadID? = nil,
    isDrained: Bool = true, rank: Int? = nil
  ) {
    let place = pools.firstIndex { $0.queue >= queue } ?? pools.endIndex
    if place == pools.endIndex || pools[place].queue != queue {
      if pools.isEmpty { pools.reserveCapacity(4) }
      pools.insert(WorkerPool(queue: queue), at: place)
    }
    guard !pools[place].isKnown else { return }
    pools[place].begin(
      width: width, line: line, first: first, isDrained: isDrained, rank: rank)
  }

  /// Returns the index of a known queue; `nil` if it is not known.
  func pool(of queue: QueueID) -> Int? {
    for place in pools.indices where pools[place].queue == queue {
      return pools[place].isKnown ? place : nil
    }
    return nil
  }

  /// Returns the end of a queue's line as a place for the access tracker.
  func line(of pool: Int) -> AccessTracker.Place { pools[pool].line }

  /// Enqueues a job on a known queue.
  mutating func enqueue(_ job: any Job, id: JobID, on pool: Int) {
    pools[pool].append(WorkerPool.Waiting(id: id, job: job))
  }

  /// Schedules something for its time, or for now if that time has passed. Nothing happens at the
  /// largest time.
  mutating func add(_ due: Due) { later.insert(due) }

  /// Sets a timer.
  mutating func set(_ timer: TimerID, at time: Int64, _ action: @escaping @Sendable () -> Void) {
    timers.set(timer, action)
    add(Due(time: time, what: .fire(timer)))
  }

  /// Stops a timer. Returns the action that it would have performed, to be freed with no lock held;
  /// `nil` if the timer has fired or was stopped. Complexity: O(log n), amortized.
  mutating func stop(_ timer: TimerID) -> (@Sendable () -> Void)? {
    guard let action = timers.remove(timer) else { return nil }
    if let index = dueNow.firstIndex(where: { isStopped($0) }) { dueNow.remove(at: index) }
    forgetStopped()
    return action
  }

  /// Returns whether this is a timer that was stopped.
  private func isStopped(_ due: Due) -> Bool {
    if case .fire(let timer) = due.what { !timers.contains(timer) } else { false }
  }

  /// Removes stopped timers that are due next; otherwise the clock would advance to a time at which
  /// nothing happens.
  private mutating func forgetStopped() {
    while later.min({ isStopped($0) }) == true { _ = later.popMin() }
  }

  /// Reserves a worker of a known queue, if one is free, for the main program, which is not a job.
  mutating func occupy(_ queue: QueueID) -> Worker? {
    guard let index = pool(of: queue), pools[index].hasFreeWorker else { return nil }
    return pools[index].occupy(&numbers)
  }

  /// Marks the worker as free.
  mutating func release(_ worker: Worker) {
    if let index = pool(of: worker.queue) { pools[index].release(worker) }
  }

  /// Returns a new thread.
  mutating func newThread() -> ThreadID { numbers.next() }
}

extension Scheduler {
  /// Returns to the state of a new scheduler, but keeps the memory. Nothing is left to happen.
  mutating func restart() {
    now = 0
    for place in pools.indices { pools[place].end() }
    later.removeAll()
    timers.removeAll()
    dueNow.removeAll()
    waits.removeAll(keepingCapacity: true)
    waitCount = 0
    lastRank = LoopQueue.tasks.rank
    numbers = ThreadNumbers()
  }

  /// A Boolean value that indicates whether nothing is enqueued, due, or waiting.
  var isEmpty: Bool {
    waits.isEmpty && dueNow.isEmpty && later.isEmpty && pools.allSatisfy(\.isEmpty)
  }

  /// Discards everything that is enqueued or due; waits that can fail end. Returns what was
  /// discarded, to be freed with no lock held.
  mutating func giveUp() -> Scheduler {
    defer {
      for index in waits.indices where !waits[index].isOver { waits[index].ending = .gaveUp }
      pools = []
      later = Heap()
      timers = TimerTable()
      dueNow = Deque()
    }
    return self
  }
}

// MARK: - Waits

extension Scheduler {
  /// Adds a wait.
  mutating func add(_ wait: WaitingJob) {
    var wait = wait
    wait.place = waitCount
    waitCount += 1
    let place = waits.lastIndex { $0.job < wait.job }.map { $0 + 1 } ?? 0
    waits.insert(wait, at: place)
  }

  /// Marks the wait on this semaphore as settled. The job may already have resumed.
  mutating func settle(_ job: JobID, at gate: OneShotSemaphore) {
    guard let index = waits.firstIndex(where: { $0.gate === gate }) else { return }
    waits[index].ending = .settled
  }

  /// Removes and returns the job that waits on this real thread, because the run has reached its
  /// limit; `nil` if its wait cannot end.
  mutating func giveUp(at thread: ThreadMark) -> WaitingJob? {
    guard let index = waits.firstIndex(where: { $0.step.mark == thread }) else { return nil }
    guard waits[index].isOver || waits[index].canFail else { return nil }
    var wait = waits.remove(at: index)
    if !wait.isOver { wait.ending = .gaveUp }
    return wait
  }

  /// The number of waiting jobs whose wait cannot fail.
  var parked: Int { waits.count { !$0.canFail } }
}

// MARK: - Choosing what happens

extension Scheduler {
  /// The time at which the next thing can happen; `nil` if nothing is left. Complexity: O(queues).
  var nextTime: Int64? {
    if hasEventLoop { return nextTimeOfLoop }
    if !dueNow.isEmpty || pools.indices.contains(where: { pools[$0].isReady }) { return now }
    if !waits.isEmpty, waits.contains(where: \.isOver) { return now }
    guard let time = later.min(\.time), time != .max else {
      return waits.isEmpty || deadlocked == nil ? nil : now
    }
    return max(now, time)
  }

  /// The wait that ends if nothing else can happen: of those that can fail, the one that began
  /// first. The wait of the lowest job would be wrong: two independent steps number the jobs that
  /// they enqueue in the order in which the steps happen, and nothing else may depend on that
  /// order.
  var deadlocked: WaitingJob? {
    waits.filter(\.canFail).min { $0.place < $1.place }
  }

  /// Advances the clock to the next time at which something can happen. Returns the first thing
  /// that can happen, and whether it is the only one; `nil` if nothing is left. Complexity:
  /// O(queues), and O(log n) for each thing that becomes due.
  mutating func advance(until limit: Int64 = .max) -> (first: Choice, isOnly: Bool)? {
    if hasEventLoop { return advanceLoop(until: limit) }
    guard let next = nextTime, next <= limit else { return nil }
    advanceClock(to: next)
    guard waits.isEmpty else {
      let choices = choices(atMost: 2)
      return choices.first.map { ($0, choices.count == 1) }
    }
    var first: Choice?
    for place in pools.indices {
      guard let start = pools[place].start else { continue }
      if let first { return (first, false) }
      first = start
    }
    guard let first else {
      return dueNow.isEmpty ? nil : (dueNow[0].choice, dueNow.count == 1)
    }
    return (first, dueNow.isEmpty)
  }

  /// Advances the clock, and collects what is due then.
  mutating func advanceClock(to time: Int64) {
    now = time
    while let time = later.min(\.time), time <= now, let due = later.popMin() {
      addDueNow(due)
      forgetStopped()
    }
  }

  /// Returns what can happen at this time, in order, up to `limit` choices. Complexity: O(queues),
  /// and O(n) in the number of choices.
  func choices(atMost limit: Int = .max) -> [Choice] {
    var choices: [Choice] = []
    choices.reserveCapacity(min(limit, waits.count + pools.count + dueNow.count))
    addChoices(to: &choices, atMost: limit)
    return choices
  }

  /// Appends what can happen at this time to an empty list, in order, up to `limit` choices.
  func addChoices(to choices: inout [Choice], atMost limit: Int) {
    if hasEventLoop { return addLoopChoices(to: &choices) }
    for wait in waits where wait.isOver { choices.append(wait.resume) }
    for place in pools.indices { if let start = pools[place].start { choices.append(start) } }
    for due in dueNow {
      guard choices.count < limit else { break }
      choices.append(due.choice)
    }
    if choices.isEmpty, let deadlocked { choices.append(deadlocked.resume) }
  }

  /// Adds something that is due now. What was due before mostly has a lower number.
  private mutating func addDueNow(_ due: Due) {
    guard !dueNow.isEmpty else { return dueNow.append(due) }
    let choice = due.choice
    let place = dueNow.lastIndex { $0.choice < choice }.map { $0 + 1 } ?? 0
    dueNow.insert(due, at: place)
  }

  /// Takes a choice; returns `nil` if it is not possible.
  mutating func take(_ choice: Choice) -> Action? {
    switch choice {
    case .start(let queue, _):
      guard let index = pool(of: queue) else { return nil }
      if let rank = pools[index].rank { lastRank = rank }
      let started = pools[index].start(&numbers)
      return started.map { .start($0.job.id, $0.job.job, $0.worker) }
    case .resume(let job):
      guard let index = waits.firstIndex(where: { $0.job == job }) else { return nil }
      return .resume(waits.remove(at: index))
    case .end, .fire:
      guard let index = dueNow.firstIndex(where: { $0.choice == choice }) else { return nil }
      let due = dueNow[index]
      dueNow.remove(at: index)
      switch due.what {
      case .end(let job, let worker, let action): return .end(job, worker, action)
      case .fire(let timer):
        lastRank = LoopQueue.rankOfTimers
        return timers.remove(timer).map { .fire($0) }
      }
    }
  }
}
