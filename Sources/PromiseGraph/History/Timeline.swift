package import PromiseEvents

/// When each queue was busy and what waited, when timers were set, and where events are missing. The index is
/// updated with each event, so any part of the stream can be summarized without reading it again.
package struct Timeline: Sendable {
  /// The activity of each queue.
  private var table: [QueueID: Activity] = [:]
  /// The queues in the order in which they first appeared.
  package private(set) var queues: [QueueID] = []
  /// All timers: waiting until they fire or are stopped; ``Activity/running`` contains each firing.
  package private(set) var timers = Activity()
  /// The gaps: each from the last event before it to the first one after it.
  package private(set) var gaps: [ClosedRange<Mark>] = []

  /// The jobs that have not ended: their queues, and whether they run.
  private var open: [JobID: (queue: QueueID, runs: Bool)] = [:]
  private var openTimers: Set<TimerID> = []
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
    case .queueDeclared(let queue, _, _, _): provide(queue)
    case .jobEnqueued(let job, _, let queue, _):
      guard open[job] == nil, !over.contains(job.rawValue) else { return }
      open[job] = (queue, false)
      change(queue) { $0.waiting.begin(at: mark) }
    case .jobStarted(let job, _, let queue):
      guard !over.contains(job.rawValue) else { return }
      if let known = open[job] {
        guard !known.runs else { return }
        change(known.queue) { $0.waiting.end(at: mark) }
      }
      open[job] = (queue, true)
      change(queue) {
        $0.running.begin(at: mark)
        $0.jobs.append(job)
      }
    case .jobEnded(let job, _, _, _):
      over.insert(job.rawValue)
      guard let known = open.removeValue(forKey: job) else { return }
      change(known.queue) {
        if known.runs { $0.running.end(at: mark) } else { $0.waiting.end(at: mark) }
      }
    case .timerScheduled(let timer, _, _):
      if openTimers.insert(timer).inserted { timers.waiting.begin(at: mark) }
    case .timerFired(let timer, _):
      if openTimers.remove(timer) != nil { timers.waiting.end(at: mark) }
      timers.running.begin(at: mark)
      timers.running.end(at: mark)
    case .timerCancelled(let timer, _):
      if openTimers.remove(timer) != nil { timers.waiting.end(at: mark) }
    case .created, .bodyStarted, .bodyEnded, .handlerAttached, .touched, .handlerSkipped, .adopted,
      .settled, .resolutionIgnored, .inputAdded, .inputSettled, .inputIgnored, .errorHandled,
      .errorUnhandled, .deallocated, .waitBegan, .waitEnded, .awaitBegan, .awaitEnded,
      .cancelRequested, .choiceMade, .threadNamed, .note, .sourceText, .intervened, .dropped:
      break
    }
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
    for (_, place) in open {
      change(place.queue) {
        if place.runs { $0.running.end(at: end) } else { $0.waiting.end(at: end) }
      }
    }
    open = [:]
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
  }
}

extension Timeline.Activity {
  fileprivate mutating func change(_ body: (inout Self) -> Void) { body(&self) }
}

extension Timeline {
  /// A place in a stream: the time, and the number of the event.
  package struct Mark: Hashable, Comparable, Sendable {
    package let time: Int64
    package let sequence: Int

    package init(time: Int64, sequence: Int) {
      self.time = time
      self.sequence = sequence
    }

    package static func < (a: Mark, b: Mark) -> Bool { a.sequence < b.sequence }
  }

  /// Intervals of one kind, each with a start and an end.
  package struct Spans: Sendable {
    /// The starts and the ends, in ascending order.
    package private(set) var begins: [Mark] = []
    package private(set) var ends: [Mark] = []
    /// How many ends were forgotten, and how many starts.
    private(set) var forgottenBegins = 0
    private(set) var forgottenEnds = 0

    mutating func begin(at mark: Mark) { begins.append(mark) }
    mutating func end(at mark: Mark) { ends.append(mark) }

    /// Returns how many had started and how many had ended before the first mark that does not satisfy
    /// `isBefore`. O(log count)
    package func counts(where isBefore: (Mark) -> Bool) -> (begun: Int, over: Int) {
      (
        forgottenBegins + begins.partitionPoint(where: isBefore),
        forgottenEnds + ends.partitionPoint(where: isBefore)
      )
    }

    /// Whether there never was one.
    package var isEmpty: Bool { begins.isEmpty && forgottenBegins == 0 }

    mutating func forget(upTo sequence: Int) {
      let begun = begins.partitionPoint { $0.sequence <= sequence }
      let over = ends.partitionPoint { $0.sequence <= sequence }
      begins.removeFirst(begun)
      ends.removeFirst(over)
      forgottenBegins += begun
      forgottenEnds += over
    }
  }

  /// The activity of a queue: jobs that wait, and jobs that run.
  package struct Activity: Sendable {
    package internal(set) var waiting = Spans()
    package internal(set) var running = Spans()
    /// The jobs that started, in the order of ``Spans/begins``.
    package internal(set) var jobs: [JobID] = []

    /// Whether nothing ever happened on it.
    package var isEmpty: Bool { waiting.isEmpty && running.isEmpty }

    mutating func forget(upTo sequence: Int) {
      let before = running.begins.count
      waiting.forget(upTo: sequence)
      running.forget(upTo: sequence)
      jobs.removeFirst(min(jobs.count, before - running.begins.count))
    }
  }
}
