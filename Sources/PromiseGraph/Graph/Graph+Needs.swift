package import PromiseEvents

// What a promise waits for beside its parent: what its body made, and the threads that block its queue.
extension Graph {
  /// Returns the pending promises that the body of a promise made before it returned, without those that only lead to
  /// another one of them.
  package func made(inBodyOf node: PromiseNode) -> [PromiseID] {
    guard let began = node.bodyStarted, let ended = node.bodyEnded, began.thread == ended.thread
    else { return [] }
    var made: [PromiseID] = []
    for number in (node.id.rawValue + 1)...(node.id.rawValue + Self.mostMade) {
      guard let created = promiseTable.read(number, { ($0.created, $0.isFinal) }) else { continue }
      if created.0.sequence > ended.sequence { break }
      if created.0.thread == began.thread, !created.1 { made.append(PromiseID(number)) }
    }
    let all = Set(made)
    return made.filter { id in
      promiseTable.read(id.rawValue) { all.isDisjoint(with: Array($0.children.prefix(8))) } ?? false
    }
  }

  /// Returns the wait that blocks the thread of a running job, if one does.
  package func wait(of job: JobNode) -> WaitNode? {
    guard let started = job.started, job.ended == nil else { return nil }
    return waitTables.threads[threadNumber(started.thread)]
  }

  /// Whether a thread is called main.
  package func isMainThread(_ thread: ThreadID?) -> Bool {
    thread.map { threadTables.names[$0.rawValue] == "main" } ?? false
  }

  /// Returns the wait that keeps a queue from running its jobs: in one of its jobs or, for main, on the main thread.
  package func wait(blocking queue: QueueID) -> WaitNode? {
    guard isSerial(queue), let queue = queueTables.queues[queue.rawValue] else { return nil }
    return blockingWait(on: queue)
  }

  /// The most promises that are inspected.
  private static var mostMade: Int { 256 }
}
