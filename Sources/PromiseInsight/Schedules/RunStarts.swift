package import PromiseEvents
import PromiseGraph

/// The starts of the jobs and timers of a run, in order, and what had to come before each.
///
/// The order is one in which a gate can repeat the run: where turns overlapped, the one that enqueued first comes
/// first.
///
/// What had to come before a start is read from the events: the turn that enqueued the job or set the timer,
/// and the turn that created its promise. A program can have other reasons for its order, such as a lock.
package struct RunStarts: Sendable {
  /// A start of a job or a timer, or one that did not happen.
  package struct Start: Sendable {
    package var step: JobSchedule.Step
    /// The serial queue of the job; `nil` for a timer, or on a concurrent queue.
    var queue: QueueID?
    /// The starts whose turns had to be over before this could be enqueued.
    var causes: [Int] = []
    /// The last start before it was enqueued, if code outside any turn enqueued it. That code may have waited
    /// for this start.
    var before: Int?
    /// Its place in the order in which jobs were enqueued and timers were set.
    var enqueued = 0
    /// When it started; when the run ended if it did not.
    var time: Int64 = 0
    /// When the timer was due.
    var due: Int64?
    /// The turn that cancelled the timer.
    var cancelledBy: Int?
  }

  /// The starts in order, followed by what did not start.
  package internal(set) var starts: [Start] = []
  /// How many started.
  package private(set) var count = 0
  /// Whether the rules by which other orders are made give the order of this run, too.
  private(set) var isModelled = false
  /// Whether events of the run were lost, so that its order is not fully known.
  package private(set) var isIncomplete = false
  /// Where the run did not keep the order that it was told to keep, as phrases.
  package private(set) var missed: [String] = []

  /// Reads the starts of a run from its events, which are in order. O(n log n)
  package init(_ events: some Sequence<PromiseEvent>) {
    var reader = StartReader()
    for event in events { reader.read(event) }
    (starts, count, isIncomplete) = (reader.finished, reader.count, reader.isIncomplete)
    missed = reader.missed
    self = separated
    isModelled = followsRules
  }

  /// What started, in order.
  package var steps: [JobSchedule.Step] { starts.prefix(count).map(\.step) }

  /// The schedule that gives the same order.
  package var schedule: JobSchedule { JobSchedule(steps: starts.map(\.step)) }
}

/// Reads the starts of a run and their causes.
private struct StartReader {
  private var reader = ScheduleReader()
  private var starts: [RunStarts.Start] = []
  private var jobs: [JobID: RunStarts.Start] = [:]
  private var timers: [TimerID: RunStarts.Start] = [:]
  /// The turn in which a promise was created.
  private var creators: [PromiseID: Int] = [:]
  private var concurrent: Set<QueueID> = []
  /// What runs on a thread: a start, and its queue.
  private var turns: [ThreadID: (start: Int, queue: QueueID?)] = [:]
  private var enqueued = 0
  private var time: Int64 = 0
  private(set) var isIncomplete = false

  var count: Int { starts.count }
  var missed: [String] { reader.missed }

  mutating func read(_ event: PromiseEvent) {
    reader.read(event)
    time = event.time
    let turn = turn(of: event)
    switch event.kind {
    case .created(let creation): creators[creation.promise] = turn
    case .queueDeclared(let queue, _, .concurrent, _): concurrent.insert(queue)
    case .jobEnqueued(let job, let child, let queue, _):
      jobs[job] = start(
        of: child, in: turn, queue: concurrent.contains(queue) ? nil : queue, due: nil)
    case .timerScheduled(let timer, let promise, let due):
      timers[timer] = start(of: promise, in: turn, queue: nil, due: due)
    case .timerCancelled(let timer, _): timers[timer]?.cancelledBy = turn ?? starts.indices.last
    case .jobStarted(let job, _, let queue): began(jobs.removeValue(forKey: job), event, on: queue)
    case .timerFired(let timer, _): began(timers.removeValue(forKey: timer), event, on: nil)
    case .dropped: isIncomplete = true
    default: break
    }
  }

  /// Returns the start whose turn the event belongs to; `nil` outside any turn.
  private func turn(of event: PromiseEvent) -> Int? {
    guard let thread = event.thread, let turn = turns[thread], turn.queue == event.queue else {
      return nil
    }
    return turn.start
  }

  private mutating func start(
    of promise: PromiseID?, in turn: Int?, queue: QueueID?, due: Int64?
  ) -> RunStarts.Start {
    var start = RunStarts.Start(
      step: JobSchedule.Step(.init(label: nil, site: nil, isTimer: due != nil), occurrence: 0),
      queue: queue)
    start.causes = Set([turn, promise.flatMap { creators[$0] }].compactMap { $0 }).sorted()
    if turn == nil { start.before = starts.indices.last }
    (start.enqueued, start.due) = (enqueued, due)
    enqueued += 1
    return start
  }

  private mutating func began(
    _ start: RunStarts.Start?, _ event: PromiseEvent, on queue: QueueID?
  ) {
    // An inline job is part of the turn around it.
    guard var start, reader.schedule.steps.count > starts.count, let thread = event.thread,
      let step = reader.schedule.steps.last
    else { return }
    start.step = step
    start.time = event.time
    turns[thread] = (starts.count, queue)
    starts.append(start)
  }

  /// The starts, followed by what did not start.
  var finished: [RunStarts.Start] {
    starts
      + reader.rest.compactMap { step, job, timer in
        var start = job.flatMap { jobs[$0] } ?? timer.flatMap { timers[$0] }
        start?.step = step
        start?.time = time
        return start
      }
  }
}
