import PromiseKitLite

// The queues of the loop share one thread. Once it is free, the first queue in the order of ranks
// that has a job gives it the next one; a timer that is due has a place in that order. Other queues
// have threads of their own, but while microtasks wait, nothing else happens.
extension Scheduler {
  /// Whether a job keeps the thread of the loop busy.
  private var isLoopBusy: Bool { pools.contains { $0.rank != nil && !$0.hasFreeWorker } }

  /// The first timer that is due.
  private var dueTimer: Choice? {
    dueNow.first { if case .fire = $0.what { true } else { false } }?.choice
  }

  /// What the thread of the loop does next, and its rank.
  private var nextOfLoop: (choice: Choice, rank: Int)? {
    guard !isLoopBusy else { return nil }
    var next = dueTimer.map { (choice: $0, rank: LoopQueue.rankOfTimers) }
    for pool in pools {
      guard let rank = pool.rank, let start = pool.start else { continue }
      // All microtasks run before what they have enqueued for the next tick.
      if rank == lastRank, rank == LoopQueue.microtasks.rank { return (start, rank) }
      if rank < next?.rank ?? .max { next = (start, rank) }
    }
    return next
  }

  /// Appends what can happen at this time.
  func addLoopChoices(to choices: inout [Choice]) {
    let next = nextOfLoop
    if let next { choices.append(next.choice) }
    if let next, next.rank <= LoopQueue.microtasks.rank { return }
    for wait in waits where wait.isOver { choices.append(wait.resume) }
    for pool in pools where pool.rank == nil {
      if let start = pool.start { choices.append(start) }
    }
    for due in dueNow { if case .end = due.what { choices.append(due.choice) } }
    if choices.isEmpty, nextOfLater == nil, let deadlocked { choices.append(deadlocked.resume) }
  }

  /// When the next thing is due that is not due yet.
  private var nextOfLater: Int64? {
    later.min(\.time).flatMap { $0 == .max ? nil : max(now, $0) }
  }

  /// When the next thing can happen; `nil` if nothing is left.
  var nextTimeOfLoop: Int64? {
    var choices: [Choice] = []
    addLoopChoices(to: &choices)
    return choices.isEmpty ? nextOfLater : now
  }

  /// Advances the clock to the next time at which something can happen, as ``advance(until:)`` does.
  mutating func advanceLoop(until limit: Int64) -> (first: Choice, isOnly: Bool)? {
    while let next = nextTimeOfLoop, next <= limit {
      advanceClock(to: next)
      let choices = choices()
      if let first = choices.first { return (first, choices.count == 1) }
    }
    return nil
  }

  /// Whether the running code was the last of its turn: no microtask is left.
  var isTurnOver: Bool {
    !pools.contains { ($0.rank ?? .max) <= LoopQueue.microtasks.rank && !$0.isEmpty }
  }
}
