import PromiseKitLite

/// What several lints ask.
extension Graph {
  /// A part of a promise, without what passes after gaps. O(1)
  func read<Part>(_ promise: PromiseID?, _ part: (PromiseNode) -> Part) -> Part? {
    promise.flatMap { promiseTable.read($0.rawValue, part) }
  }

  /// The promise that the handler of `promise` hangs on. O(1)
  func parent(of promise: PromiseID?) -> PromiseID? { read(promise) { $0.parent } ?? nil }

  /// Whether anybody reads a promise: a handler, a fan-in, one that is locked in to it. O(1)
  func isRead(_ promise: PromiseID) -> Bool {
    read(promise) { !$0.children.isEmpty || !$0.adoptedBy.isEmpty } ?? false
  }

  /// Whether a promise was freed right when it had settled: nobody kept it but its chain. O(log steps)
  func isFreedAtOnce(_ promise: PromiseID) -> Bool {
    guard let moments = read(promise, { ($0.settled, $0.freed) }), let settled = moments.0,
      let freed = moments.1
    else { return false }
    if step(at: settled.sequence) == step(at: freed.sequence) { return true }
    // On real queues the steps of several threads are mixed.
    let newest = threadSteps[threadNumber(freed.thread)].flatMap { step($0) }
    return settled.thread == freed.thread && newest?.sequence ?? 0 <= settled.sequence
  }

  /// The label of a queue, for a sentence.
  func queueName(_ queue: QueueID?) -> String { queue.map(queueLabel) ?? "no queue" }
}
