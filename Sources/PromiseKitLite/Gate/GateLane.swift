import Dispatch

/// Which queue a job of a gate belongs to. Queues that share a label share a name in the events, but
/// each has an order of its own.
struct LaneKey: Hashable, Sendable {
  let queue: QueueID
  /// The address of the program's queue; 0 for Dispatch's own queues and for other dispatchers.
  let address: UInt
}

/// The jobs of one queue at a gate.
struct GateLane: Sendable {
  var isConcurrent: Bool
  /// Where the dispatcher is called, if it is not a queue of Dispatch.
  var relay: DispatchQueue?
  /// How many of its jobs may start, and are dispatched again.
  private(set) var grantedCount = 0
  /// How many of its jobs that the gate has let go are running.
  private(set) var runningCount = 0
  /// How many of those are barriers.
  private var barrierCount = 0
  /// The jobs that are held, in order; `nil` for one that was removed.
  private var places: [HeldJob?] = []
  /// The place of each job.
  private var numbers: [ObjectIdentifier: Int] = [:]

  init(isConcurrent: Bool) { self.isConcurrent = isConcurrent }

  /// How many jobs are held.
  var count: Int { numbers.count }

  /// Whether nothing is left to remember.
  var isIdle: Bool { count == 0 && grantedCount == 0 && runningCount == 0 }

  /// The jobs that are held, in the order in which they arrived.
  var jobs: some Sequence<HeldJob> { places.lazy.compactMap { $0 } }

  /// The jobs that can start now, by the rules of the queue: the first of a serial queue that runs
  /// none, and any of the first `window` of a concurrent queue up to its first barrier.
  func startable(of window: Int = Self.window) -> [HeldJob] {
    guard let first = jobs.first(where: { _ in true }) else { return [] }
    let isBusy = grantedCount + runningCount > 0
    guard isConcurrent, !first.job.isBarrier else { return isBusy ? [] : [first] }
    guard barrierCount == 0 else { return [] }
    return Array(jobs.prefix(window).prefix { !$0.job.isBarrier })
  }

  /// Returns whether the job can start now. O(``window``)
  func canStart(_ job: GateJob) -> Bool { startable().contains { $0.job === job } }

  /// Returns whether a barrier runs, or is held before the job.
  func isBehindBarrier(_ job: GateJob) -> Bool {
    barrierCount > 0 || jobs.prefix { $0.job !== job }.contains { $0.job.isBarrier }
  }

  /// How many threads a queue of Dispatch may have: a job behind more others cannot start before them.
  static var window: Int { 64 }

  mutating func append(_ job: HeldJob) {
    numbers[ObjectIdentifier(job.job)] = places.count
    places.append(job)
  }

  /// Removes a job. O(1), amortized.
  mutating func remove(_ job: GateJob) -> HeldJob? {
    guard let place = place(of: job), let held = places[place] else { return nil }
    places[place] = nil
    numbers[ObjectIdentifier(job)] = nil
    if places.count > 32, count < places.count / 2 { compact() }
    return held
  }

  /// Closes the gaps that removed jobs have left.
  private mutating func compact() {
    places.removeAll { $0 == nil }
    for (place, held) in places.enumerated() {
      if let held { numbers[ObjectIdentifier(held.job)] = place }
    }
  }

  /// Returns the job as it is held; `nil` if it is not held.
  func find(_ job: GateJob) -> HeldJob? { place(of: job).flatMap { places[$0] } }

  /// Notes that a breakpoint has stopped before the job.
  mutating func setMatched(_ job: GateJob) {
    if let place = place(of: job) { places[place]?.isMatched = true }
  }

  private func place(of job: GateJob) -> Int? {
    numbers[ObjectIdentifier(job)]
  }

  // MARK: Starting

  mutating func grant(_ job: GateJob) {
    grantedCount += 1
    if job.isBarrier { barrierCount += 1 }
  }

  /// Notes that a job starts; `wasGranted` is whether it was let go while the gate was closed.
  mutating func begin(_ job: GateJob, wasGranted: Bool) {
    if wasGranted {
      grantedCount -= 1
    } else if job.isBarrier {
      barrierCount += 1
    }
    runningCount += 1
  }

  mutating func end(_ job: GateJob) {
    runningCount -= 1
    if job.isBarrier { barrierCount -= 1 }
  }
}

/// Which threads run what a gate has let go, and which of them wait for a promise.
struct GateThreads: Sendable {
  private var active: [ThreadID: Int] = [:]
  private var waiting: [ThreadID: Int] = [:]
  private var busyCount = 0

  /// Whether a thread runs a job or a timer, and does not wait for a promise.
  var isBusy: Bool { busyCount > 0 }
  /// How many threads run jobs and timers.
  var activeCount: Int { active.count }
  /// How many threads wait for promises.
  var waitCount: Int { waiting.count }

  mutating func begin(_ thread: ThreadID) {
    active[thread, default: 0] += 1
    if active[thread] == 1, waiting[thread] == nil { busyCount += 1 }
  }

  mutating func end(_ thread: ThreadID) {
    guard Self.decrease(thread, in: &active) else { return }
    if waiting[thread] == nil { busyCount -= 1 }
  }

  mutating func beginWait(_ thread: ThreadID) {
    waiting[thread, default: 0] += 1
    if waiting[thread] == 1, active[thread] != nil { busyCount -= 1 }
  }

  mutating func endWait(_ thread: ThreadID) {
    guard Self.decrease(thread, in: &waiting) else { return }
    if active[thread] != nil { busyCount += 1 }
  }

  /// Returns whether the count is 0 now, and was not before.
  private static func decrease(_ thread: ThreadID, in counts: inout [ThreadID: Int]) -> Bool {
    guard let count = counts[thread] else { return false }
    counts[thread] = count == 1 ? nil : count - 1
    return count == 1
  }
}
