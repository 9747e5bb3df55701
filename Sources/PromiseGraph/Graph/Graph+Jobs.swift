package import PromiseEvents

extension Graph {
  /// Adds a job that is enqueued.
  mutating func enqueue(_ job: JobNode, at moment: Moment) {
    guard provide(job, at: moment), jobTable.read(job.id.rawValue, { $0.enqueued == nil }) == true
    else {
      return
    }
    totals.enqueued += 1
    var isWaiting = false
    jobTable.update(job.id.rawValue) { [number = totals.enqueued, step = steps.count] node in
      node.enqueuedIn = step
      node.label = job.label
      node.enqueued = moment
      node.enqueueNumber = number
      node.queue = node.started == nil ? job.queue : node.queue
      isWaiting = node.started == nil && node.ended == nil
    }
    if isWaiting {
      changeQueue(job.queue) { queue, neighbors in
        queue.waitingJobs.append(job.id.rawValue, in: &neighbors)
        queue.longest = max(queue.longest, queue.waitingJobs.count)
      }
      noteArrival(of: job, on: moment.thread)
    }
    guard let child = job.child else { return }
    change(child, at: moment) {
      $0.job = job.id
      $0.queue = $0.queue ?? job.queue
      if isWaiting { $0.prove(.queued) }
    }
    changeHandler(of: child) { $0.job = job.id }
  }

  /// Starts a job, and a turn with it unless the job runs inline.
  mutating func start(_ job: JobNode, at moment: Moment) {
    guard provide(job, at: moment), let known = known(job.id), !known.hasStarted, !known.hasEnded
    else { return }
    correctArrival(of: job.id, on: known.queue)
    totals.started += 1
    jobTable.update(job.id.rawValue) { [number = totals.started] node in
      node.started = moment
      node.runNumber = number
      node.queue = job.queue
    }
    let waited = jobTable[job.id.rawValue].flatMap { openWait(of: $0) } ?? 0
    var isImmediate = false
    changeQueue(known.queue) { $0.waitingJobs.remove(job.id.rawValue, in: &$1) }
    changeQueue(job.queue) { queue, neighbors in
      isImmediate = queue.kind == .immediate
      queue.runningJobs.append(job.id.rawValue, in: &neighbors)
      queue.mostRunning = max(queue.mostRunning, queue.runningJobs.count)
      if queue.assumed, queue.kind == .serial, queue.mostRunning > 1 {
        queue.kind = .concurrent(width: nil)
      }
      queue.waited = queue.waited.saturatingPlus(waited)
      queue.longestWait = max(queue.longestWait, waited)
      queue.waitTimes.insert(waited)
      queue.note(moment.thread)
    }
    if isImmediate {
      nestInline(job, at: moment)
    } else {
      turn += 1
      beginStep(after: known.enqueuedIn, settling: job.child, at: moment)
    }
    jobTable.update(job.id.rawValue) { [step = steps.count] in $0.startedIn = step }
    push(job.id, on: moment.thread)
    countHop(to: job.child, on: job.queue)
    if let child = job.child {
      change(child, at: moment) {
        $0.job = job.id
        $0.prove(.running)
      }
    }
  }

  /// Ends a job.
  mutating func end(_ job: JobNode, _ ending: PromiseEvent.JobEnding, at moment: Moment) {
    guard provide(job, at: moment), let known = known(job.id), !known.hasEnded else { return }
    jobTable.update(job.id.rawValue) {
      $0.ended = moment
      $0.ending = ending
    }
    if known.startedIn != steps.count,
      queueTables.queues.read(known.queue.rawValue, { $0.kind }) != .immediate
    {
      beginStep(after: known.startedIn, settling: job.child, at: moment)
    }
    let ran = jobTable.read(job.id.rawValue, { $0.ran ?? 0 }) ?? 0
    compareRun(of: job.id, ran: ran)
    changeQueue(known.queue) { queue, neighbors in
      if known.hasStarted {
        queue.runningJobs.remove(job.id.rawValue, in: &neighbors)
      } else {
        queue.waitingJobs.remove(job.id.rawValue, in: &neighbors)
      }
      queue.finished += 1
      queue.busy = queue.busy.saturatingPlus(ran)
      if known.hasStarted { queue.runTimes.insert(ran) }
    }
    pop(job.id, startedOn: known.hasStarted ? known.thread ?? moment.thread : moment.thread)
    if let child = job.child { change(child, at: moment) { $0.prove(.pending) } }
  }

  /// What must be known of a job when it starts or ends.
  private struct KnownJob {
    var queue: QueueID
    var hasStarted: Bool
    var hasEnded: Bool
    /// The thread on which it started.
    var thread: ThreadID?
    var enqueuedIn: Int
    var startedIn: Int
  }

  private func known(_ job: JobID) -> KnownJob? {
    jobTable.read(job.rawValue) {
      KnownJob(
        queue: $0.queue, hasStarted: $0.started != nil, hasEnded: $0.ended != nil,
        thread: $0.started?.thread, enqueuedIn: $0.enqueuedIn, startedIn: $0.startedIn)
    }
  }

  /// Makes sure that there is a job with its identity; returns `false` if the table refuses it.
  private mutating func provide(_ job: JobNode, at moment: Moment) -> Bool {
    if jobTable.contains(job.id.rawValue) { return true }
    guard jobTable.insert(job.id.rawValue, job) else { return false }
    remember(.job(job.id), at: moment)
    return true
  }
}

// MARK: - The order of arrival

/// A job that a thread enqueues: the event is posted just before the queue has the job. The queue has it when the
/// thread posts an event of another kind, since it can post those of several jobs first.
struct Arrival: Equatable, Sendable {
  var job: JobID
  var queue: QueueID
  var thread: ThreadID?
}

extension Graph {
  /// Notes that a thread enqueues a job, and that its place is open if others are enqueueing there, too.
  private mutating func noteArrival(of job: JobNode, on thread: ThreadID?) {
    for other in queueTables.arrivals where other.queue == job.queue && other.thread != thread {
      guard jobTable.read(other.job.rawValue, { $0.isWaiting }) == true else { continue }
      for id in [other.job, job.id] { jobTable.update(id.rawValue) { $0.hasOpenPlace = true } }
    }
    guard queueTables.arrivals.count < Self.mostArrivals, queueKind(job.queue) != .immediate else {
      return
    }
    queueTables.arrivals.append(Arrival(job: job.id, queue: job.queue, thread: thread))
  }

  /// Removes what the queues have, because its thread went on to `event`.
  mutating func endArrivals(before event: PromiseEvent) {
    if queueTables.arrivals.isEmpty { return }
    if case .jobEnqueued = event.kind { return }
    queueTables.arrivals.removeAll { $0.thread == event.thread }
  }

  /// Corrects the enqueue numbers when a job of a serial queue starts: the queue got it before all jobs that still
  /// wait there, also those whose events came earlier.
  private mutating func correctArrival(of job: JobID, on queue: QueueID) {
    let isSerial =
      queueTables.queues.read(queue.rawValue) {
        $0.kind == .serial && !($0.assumed && $0.runningJobs.count > 0)
      } ?? false
    var ahead = queueTables.neighbors[job.rawValue]?.previous
    guard isSerial, ahead != nil, var number = jobTable[job.rawValue]?.enqueueNumber else { return }
    for _ in 0..<Self.mostArrivals {
      guard let other = ahead, let earlier = jobTable[other]?.enqueueNumber else { break }
      jobTable.update(other) { [number] in $0.enqueueNumber = number }
      number = earlier
      ahead = queueTables.neighbors[other]?.previous
    }
    jobTable.update(job.rawValue) { [number] in $0.enqueueNumber = number }
  }

  /// The most threads that are taken to enqueue at the same time.
  private static var mostArrivals: Int { 64 }
}

// MARK: - Queues

extension Graph {
  /// Declares the label and the kind of a queue.
  mutating func declare(
    _ id: QueueID, _ label: String, _ kind: PromiseEvent.QueueKind, assumed: Bool,
    on thread: ThreadID?
  ) {
    changeQueue(id) { queue, _ in
      queue.label = label
      queue.kind = kind
      queue.assumed = assumed
      queue.declaredOn = queue.declaredOn ?? thread
    }
  }

  /// Changes a queue, adding it if it was never mentioned.
  mutating func changeQueue(
    _ id: QueueID,
    _ body: (inout QueueNode, inout IdentityTable<NumberList.Neighbors>) -> Void
  ) {
    if !queueTables.queues.contains(id.rawValue) {
      let queue = QueueNode(id: id, label: id.description, kind: .serial, assumed: true)
      guard queueTables.queues.insert(id.rawValue, queue) else { return }
      queueTables.order.append(id)
    }
    var neighbors = IdentityTable<NumberList.Neighbors>()
    swap(&neighbors, &queueTables.neighbors)
    queueTables.queues.update(id.rawValue) { [gaps] queue in
      queue.pass(gaps: gaps)
      body(&queue, &neighbors)
    }
    swap(&neighbors, &queueTables.neighbors)
  }
}

extension QueueNode {
  /// After gaps, clears the jobs from before, since it is unknown which of them still wait or run.
  mutating func pass(gaps: Int) {
    guard self.gaps != gaps else { return }
    self.gaps = gaps
    waitingJobs = NumberList()
    runningJobs = NumberList()
  }

  /// Notes that one of its jobs ran on `thread`.
  fileprivate mutating func note(_ thread: ThreadID?) {
    guard let thread, threads.count < 64, !threads.contains(thread) else { return }
    threads.append(thread)
  }
}

// MARK: - Threads

extension Graph {
  /// Returns the job that runs on `thread` and has not started another one inline.
  func innermostJob(on thread: ThreadID?) -> JobID? {
    threadTables.jobs.read(threadNumber(thread)) { $0.last } ?? nil
  }

  /// Returns the number of `thread` in tables by thread; events without a thread have a number too.
  package func threadNumber(_ thread: ThreadID?) -> Int { (thread?.rawValue ?? 0) &+ 1 }

  private mutating func push(_ job: JobID, on thread: ThreadID?) {
    let number = threadNumber(thread)
    threadTables.jobs.insert(number, [])
    threadTables.jobs.update(number) { $0.append(job) }
  }

  /// Ends a job, and the jobs inside it whose ends were lost.
  private mutating func pop(_ job: JobID, startedOn thread: ThreadID?) {
    threadTables.jobs.update(threadNumber(thread)) { stack in
      guard let index = stack.lastIndex(of: job) else { return }
      while stack.count > index { stack.popLast() }
    }
  }
}

extension Graph {
  /// Returns the waiting job before a waiting job in its queue; `nil` if there is none.
  func job(ahead job: JobID) -> JobNode? {
    queueTables.neighbors[job.rawValue]?.previous.flatMap { jobTable[$0] }
  }

  /// Returns the place of a waiting job in its queue, from 1; `nil` if the job does not wait, or if more than
  /// `most` jobs are ahead of it. O(place)
  package func place(of job: JobID, most: Int = 99) -> Int? {
    guard let node = jobTable[job.rawValue], node.started == nil, node.ended == nil,
      var neighbors = queueTables.neighbors[job.rawValue]
    else { return nil }
    var place = 1
    while let previous = neighbors.previous {
      guard place <= most, let next = queueTables.neighbors[previous] else { return nil }
      place += 1
      neighbors = next
    }
    return place
  }
}

extension Graph {
  /// Returns the job of a queue that has been running longest. O(1)
  package func oldestRunningJob(on queue: QueueID) -> JobNode? {
    guard let queue = queueTables.queues[queue.rawValue], queue.gaps == gaps else { return nil }
    return queue.runningJobs.first.flatMap { jobTable[$0] }
  }
}
