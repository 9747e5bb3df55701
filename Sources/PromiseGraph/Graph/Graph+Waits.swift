package import PromiseEvents

// Threads that block on a promise, and tasks that await one: while they wait, and what is kept of it afterward.
extension Graph {
  /// Begins a wait that blocks the thread of `moment`.
  mutating func beginWait(
    for promise: PromiseID, blocking queue: QueueID?, in job: JobID?, from site: SourceSite?,
    at moment: Moment
  ) {
    let number = threadNumber(moment.thread)
    let job = innermostJob(on: moment.thread) ?? job
    waitTables.threads.remove(number)
    waitTables.threads.insert(
      number,
      WaitNode(
        thread: moment.thread, promise: promise, queue: queue, job: job, site: site,
        began: moment))
  }

  /// Ends the wait of the thread of `moment`.
  mutating func endWait(at moment: Moment) {
    let number = threadNumber(moment.thread)
    guard var wait = waitTables.threads[number] else { return }
    waitTables.threads.remove(number)
    wait.ended = moment
    if let queue = wait.queue {
      changeQueue(queue) { queue, _ in
        wait.behind = queue.waitingJobs.count
        if wait.length > queue.longestBlock?.length ?? -1 { queue.longestBlock = wait }
      }
    }
    if promiseTable.contains(wait.promise.rawValue) {
      promiseTable.update(wait.promise.rawValue) { $0.lastWait = wait }
    }
    guard let job = wait.job, jobTable.contains(job.rawValue) else { return }
    var waits = waitTables.ended[job.rawValue] ?? []
    waits.append(wait)
    if waits.count > Self.mostWaits {
      waits.indices.min { waits[$0].length < waits[$1].length }.map { _ = waits.remove(at: $0) }
    }
    waitTables.ended.remove(job.rawValue)
    waitTables.ended.insert(job.rawValue, waits)
  }

  /// Returns the waits of a job that have ended, in order; of very many, the longest ones.
  package func waits(of job: JobID) -> [WaitNode] { waitTables.ended[job.rawValue] ?? [] }

  /// How many of its waits are kept for each job.
  private static var mostWaits: Int { 8 }

  /// Records that one more task, or the async function of the promise `function`, awaits `promise`.
  mutating func beginAwait(_ promise: PromiseID, _ function: PromiseID?, at moment: Moment) {
    var node = waitTables.tasks[promise.rawValue] ?? AwaitNode(promise: promise, began: moment)
    node.count = node.count.saturatingPlus(1)
    if let function, node.functions.count < Self.mostAwaits { node.functions.append(function) }
    waitTables.tasks.remove(promise.rawValue)
    waitTables.tasks.insert(promise.rawValue, node)
  }

  /// Records that one task fewer awaits `promise`: that of the promise `function`, if it is known.
  mutating func endAwait(_ promise: PromiseID, _ function: PromiseID?, at moment: Moment) {
    guard var node = waitTables.tasks[promise.rawValue] else { return }
    waitTables.tasks.remove(promise.rawValue)
    node.count -= 1
    if let place = node.functions.firstIndex(where: { $0 == function }) {
      node.functions.remove(at: place)
    }
    if node.count > 0 { waitTables.tasks.insert(promise.rawValue, node) }
    guard promiseTable.contains(promise.rawValue) else { return }
    promiseTable.update(promise.rawValue) { $0.lastAwait = moment }
  }

  /// Records that an async function or a task, whose promise is `function`, awaits `promise`.
  mutating func beginAwait(
    _ promise: PromiseID, in function: PromiseID, from site: SourceSite?, at moment: Moment
  ) {
    change(promise, at: moment) { node in
      if node.children.last != function { node.children.append(function) }
    }
    change(function, at: moment) { node in
      // Of a loop that awaits very often, the newest ones are kept.
      if node.awaited.count >= Self.mostAwaits { node.awaited.removeFirst(Self.mostAwaits / 2) }
      node.awaited.append(AwaitedNode(promise: promise, site: site, began: moment))
      node.awaits(true)
    }
  }

  /// Records that an async function or a task no longer awaits `promise`.
  mutating func endAwait(
    _ promise: PromiseID, in function: PromiseID, _ ending: PromiseEvent.AwaitEnding,
    at moment: Moment
  ) {
    change(function, at: moment) { node in
      let place = node.awaited.lastIndex { $0.promise == promise && $0.ended == nil }
      guard let place else { return }
      node.awaited[place].ended = moment
      node.awaited[place].ending = ending
      if node.awaiting == nil { node.awaits(false) }
    }
  }

  /// How many of its awaits are kept for each async function.
  private static var mostAwaits: Int { 64 }

  /// Returns the tasks that await a promise; `nil` if there are none. O(1)
  package func awaits(of promise: PromiseID) -> AwaitNode? { waitTables.tasks[promise.rawValue] }
}

extension Graph {
  /// Returns the queue of the actor on which the task of a promise awaits another one, or did last;
  /// `nil` if it is on none, or in a program in another language. O(1)
  package func actorQueue(of node: PromiseNode) -> QueueID? {
    guard programLanguage == .swift else { return nil }
    return (node.awaiting ?? node.awaited.last)?.began.queue
      ?? (node.creation.operation == .async && node.job == nil ? node.bodyStarted?.queue : nil)
  }
}

extension Graph {
  /// Returns the wait that blocks a queue: in one of its jobs or, for main, on the main thread.
  package func blockingWait(on queue: QueueNode) -> WaitNode? {
    waits.first { wait in
      wait.queue == queue.id
        || (queue.label == "main" && wait.queue == nil && isMainThread(wait.thread)
          && process(of: wait.thread) == process(of: queue.id))
    }
  }
}
