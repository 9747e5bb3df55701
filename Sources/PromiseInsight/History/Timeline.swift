package import PromiseEvents
import PromiseGraph

/// When each queue was busy and what waited, when timers were set, and where events are missing. The index is
/// updated with each event, so any part of the stream can be summarized without reading it again.
package struct Timeline: Sendable {
  /// The activity of each queue.
  private var table: [QueueID: Activity] = [:]
  /// The queues in the order in which they first appeared.
  package private(set) var queues: [QueueID] = []
  /// All timers: waiting until they fire or are stopped; ``Activity/running`` contains each firing.
  package private(set) var timers = Activity()
  /// The fan-ins in the order of their creation, and their inputs.
  package private(set) var fanIns: [PromiseID] = []
  private var fanInTable: [PromiseID: FanIn] = [:]
  /// The events that began a turn, and how many of them were forgotten.
  package private(set) var turnStarts: [Mark] = []
  package private(set) var forgottenTurns = 0
  /// The gaps: each from the last event before it to the first one after it.
  package private(set) var gaps: [ClosedRange<Mark>] = []

  /// The jobs that have not ended.
  private var open: [JobID: OpenJob] = [:]
  /// The running jobs by the promises that they settle.
  private var settling: [PromiseID: JobID] = [:]
  /// The timers that have not fired, and their lanes.
  private var openTimers: [TimerID: Int?] = [:]
  /// The queues whose jobs begin no turn.
  private var immediate: Set<QueueID> = []
  /// The jobs that have ended; later events cannot change that.
  private var over = IdentitySet()
  /// The last event that was added.
  private var last: Mark?
  /// Nothing up to this number is needed anymore.
  private var base = 0
  /// Missing numbers up to this one are not a loss.
  private let since: Int

  /// Creates the timeline of an empty stream that begins after the number `since`.
  package init(since: Int = 0) { self.since = since }

  /// Creates the timeline of the events of `history`.
  package init(_ history: History) {
    since = history.since
    extend(to: history)
  }

  /// Returns the activity of `queue`.
  package func activity(of queue: QueueID) -> Activity { table[queue] ?? Activity() }

  /// Returns when the inputs of a fan-in arrived.
  package func fanIn(_ promise: PromiseID) -> FanIn { fanInTable[promise] ?? FanIn() }

  /// A job that has not ended.
  private struct OpenJob {
    var queue: QueueID
    var enqueued: Mark?
    var runs = false
    var lane: Int?
    var child: PromiseID?
    var failed = false
  }
}

// MARK: - Taking events in

extension Timeline {
  /// Adds the new events of `history`, and removes what `history` has discarded.
  package mutating func extend(to history: History) {
    let position = max(last?.sequence ?? history.base, history.base)
    if position < history.last {
      for event in history.events(after: position) { append(event) }
    }
    if history.base > base, history.base - base > history.count / 4 { forget(upTo: history.base) }
  }

  /// Applies the next event.
  package mutating func append(_ event: PromiseEvent) {
    let mark = Mark(time: max(event.time, last?.time ?? event.time), sequence: event.sequence)
    noticeGap(before: event, at: mark)
    last = mark
    switch event.kind {
    case .queueDeclared(let queue, _, let kind, _):
      provide(queue)
      if kind == .immediate { immediate.insert(queue) } else { immediate.remove(queue) }
    case .jobEnqueued(let job, _, let queue, _): enqueue(job, on: queue, at: mark)
    case .jobStarted(let job, let child, let queue):
      start(job, child, on: queue, at: mark, thread: event.thread)
    case .jobEnded(let job, _, _, let ending): end(job, ending, at: mark)
    case .timerScheduled(let timer, _, _):
      guard openTimers[timer] == nil else { return }
      timers.waiting.begin(at: mark)
      openTimers[timer] = timers.place(
        Lane.Entry(number: timer.rawValue, enqueued: nil, begin: mark, thread: nil))
    case .timerFired(let timer, _):
      turnStarts.append(mark)
      stop(timer, at: mark, fires: true)
      timers.running.begin(at: mark)
      timers.running.end(at: mark)
    case .timerCancelled(let timer, _): stop(timer, at: mark, fires: false)
    case .created(let creation):
      if creation.operation.isFanIn,
        fanInTable.updateValue(FanIn(), forKey: creation.promise) == nil
      {
        fanIns.append(creation.promise)
      }
    case .inputSettled(let fanIn, _, _, _): fanInTable[fanIn]?.arrivals.append(mark)
    case .settled(let settlement):
      if settlement.outcome != .fulfilled, let job = settling[settlement.promise] {
        open[job]?.failed = true
      }
      close(settlement.promise, at: mark)
    case .deallocated(let promise, _, _): close(promise, at: mark)
    default: break
    }
  }

  private mutating func enqueue(_ job: JobID, on queue: QueueID, at mark: Mark) {
    guard open[job] == nil, !over.contains(job.rawValue) else { return }
    open[job] = OpenJob(queue: queue, enqueued: mark)
    change(queue) {
      $0.waiting.begin(at: mark)
      $0.enqueued.append(job)
    }
  }

  private mutating func start(
    _ job: JobID, _ child: PromiseID?, on queue: QueueID, at mark: Mark, thread: ThreadID?
  ) {
    guard !over.contains(job.rawValue) else { return }
    let known = open[job]
    if let known {
      guard !known.runs else { return }
      change(known.queue) { $0.waiting.end(at: mark) }
    }
    if !immediate.contains(queue) { turnStarts.append(mark) }
    let entry = Lane.Entry(
      number: job.rawValue, enqueued: known?.enqueued, begin: mark, thread: thread)
    var placed: (lane: Int?, isRearranged: Bool) = (nil, false)
    change(queue) { placed = $0.begin(entry) }
    open[job] = OpenJob(queue: queue, runs: true, lane: placed.lane, child: child)
    if let child { settling[child] = job }
    guard placed.isRearranged else { return }
    for (lane, content) in activity(of: queue).lanes.enumerated() {
      guard let last = content.entries.last, last.end == nil else { continue }
      open[JobID(last.number)]?.lane = lane
    }
  }

  private mutating func end(_ job: JobID, _ ending: PromiseEvent.JobEnding, at mark: Mark) {
    over.insert(job.rawValue)
    guard let known = open.removeValue(forKey: job) else { return }
    if let child = known.child { settling[child] = nil }
    finish(known, failed: known.failed || ending == .threw, at: mark)
  }

  private mutating func finish(_ job: OpenJob, failed: Bool, at mark: Mark) {
    change(job.queue) {
      if job.runs {
        $0.end(at: mark, in: job.lane, failed: failed)
      } else {
        $0.waiting.end(at: mark)
      }
    }
  }

  private mutating func stop(_ timer: TimerID, at mark: Mark, fires: Bool) {
    guard let lane = openTimers.removeValue(forKey: timer) else { return }
    timers.waiting.end(at: mark)
    if let lane { timers.lanes[lane].endLast(at: mark, failed: !fires) }
  }

  private mutating func close(_ promise: PromiseID, at mark: Mark) {
    guard !fanInTable.isEmpty, fanInTable[promise]?.over == nil else { return }
    fanInTable[promise]?.over = mark
  }

  /// Ends all jobs at a gap, since it is unknown which of them continue after it.
  private mutating func noticeGap(before event: PromiseEvent, at mark: Mark) {
    guard let last else { return }
    var isGap = event.sequence.saturatingMinus(max(last.sequence, since)) > 1
    if case .dropped(let count) = event.kind { isGap = isGap || count > 0 }
    guard isGap else { return }
    gaps.append(last...mark)
    // Nothing is known of them after the last event before the gap.
    let end = Mark(time: last.time, sequence: last.sequence.saturatingPlus(1))
    for job in open.values { finish(job, failed: false, at: end) }
    open = [:]
    settling = [:]
  }

  private mutating func provide(_ queue: QueueID) {
    guard table[queue] == nil else { return }
    table[queue] = Activity()
    queues.append(queue)
  }

  private mutating func change(_ queue: QueueID, _ body: (inout Activity) -> Void) {
    provide(queue)
    table[queue, default: Activity()].change(body)
  }

  private mutating func forget(upTo sequence: Int) {
    base = sequence
    gaps.removeAll { $0.upperBound.sequence <= sequence }
    for queue in queues { table[queue]?.forget(upTo: sequence) }
    timers.forget(upTo: sequence)
    let turns = turnStarts.partitionPoint { $0.sequence <= sequence }
    turnStarts.removeFirst(turns)
    forgottenTurns += turns
    fanIns.removeAll { promise in
      guard let over = fanInTable[promise]?.over, over.sequence <= sequence else { return false }
      fanInTable[promise] = nil
      return true
    }
  }
}

extension Timeline.Activity {
  fileprivate mutating func change(_ body: (inout Self) -> Void) { body(&self) }
}
