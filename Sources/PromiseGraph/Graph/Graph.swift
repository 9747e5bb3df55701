package import PromiseEvents

/// The state after the first events of a stream: everything that a view shows.
///
/// A copy is cheap and shares with the original whatever neither has changed since, so a ``History`` can keep
/// some hundreds of them. Applying an event takes amortized O(1), plus what the event itself lists. Every event
/// is accepted in any order: impossible changes are ignored, and what was only mentioned is shown as unknown.
package struct Graph: Equatable, Sendable {
  /// The number of the last event that was applied.
  package internal(set) var sequence = 0
  /// The time of that event in nanoseconds; it never decreases.
  package internal(set) var time: Int64 = 0
  /// The number of the turn that contains it; 0 before the first.
  package internal(set) var turn = 0
  /// How many promises are in each state.
  package internal(set) var counts = StateCounts()
  /// The notes of the program, in order.
  package internal(set) var notes = RemovableList<Note>()
  /// The gate of the program.
  package internal(set) var gate = GateNode()
  /// The source texts by `#fileID`.
  package internal(set) var sources: [String: SourceText] = [:]
  /// How many events were lost so far.
  package internal(set) var dropped = 0
  /// The steps of the run, from 1: what one job, one end of a job, or one timer did.
  var steps = SlidingLog<StepNode>()
  /// The job that was running on the thread of the last event after that event.
  package internal(set) var currentJob: JobID?
  /// The language of the program, as its promises say.
  package internal(set) var programLanguage = PromiseEvent.ProgramLanguage.swift

  /// The promises and jobs by the numbers of their identities.
  package var promiseTable = IdentityTable<PromiseNode>()
  package var jobTable = IdentityTable<JobNode>()
  package var queueTables = QueueTables()
  var timerTables = TimerTables()
  var chainTables = ChainTables()
  package var threadTables = ThreadTables()
  package var waitTables = WaitTables()
  var spanTables = SpanTables()
  var processTables = ProcessTables()
  var lineTables = LineTables()
  var unsettled = UnsettledPromises()
  var totals = RunTotals()
  var memory = MemoryCounts()

  /// How many gaps there were, and the number of the event after the last of them.
  package var gaps = 0
  var gapEnd = 0
  /// Missing numbers up to this one are not a loss.
  package let since: Int
  /// What can be forgotten, and when.
  var eviction: Eviction
  var forgotten = ForgottenCounts()
  /// Whether no event was applied yet.
  package var isNew = true

  /// Creates the graph before any event.
  package init(since: Int = 0, canForget: Bool = false) {
    eviction = Eviction(canForget: canForget)
    self.since = since
  }

  /// Creates the graph after these events, which are in order. O(n)
  package init(_ events: some Sequence<PromiseEvent>) {
    self.init()
    for event in events { apply(event) }
  }

  /// Applies the next event.
  package mutating func apply(_ event: PromiseEvent) {
    noticeGap(before: event)
    sequence = max(sequence, event.sequence)
    time = isNew ? event.time : max(time, event.time)
    isNew = false
    enterLanguage(on: event.thread)
    endArrivals(before: event)
    fold(event)
    currentJob = innermostJob(on: event.thread)
  }
}

extension Graph {
  /// Returns the same state at a later time, before the next event.
  package func at(_ time: Int64) -> Graph {
    var graph = self
    graph.time = max(self.time, time)
    return graph
  }

  /// The promise with an identity. O(1)
  package subscript(_ id: PromiseID) -> PromiseNode? {
    promiseTable[id.rawValue].map(current)
  }

  /// All promises in the order of their identities.
  package var promises: PromiseList { PromiseList(self) }

  /// Returns the job with an identity. O(1)
  package func job(_ id: JobID) -> JobNode? { jobTable[id.rawValue] }

  /// All jobs in the order of their identities. O(jobs)
  package var jobs: [JobNode] { jobTable.numbers.compactMap { jobTable[$0] } }

  /// Returns the queue with an identity. O(its waiting and running jobs), of which at most `limit` are listed.
  package func queue(_ id: QueueID, listing limit: Int = .max) -> QueueNode? {
    guard var queue = queueTables.queues[id.rawValue] else { return nil }
    queue.pass(gaps: gaps)
    queue.waiting = queue.waitingJobs.numbers(in: queueTables.neighbors, limit: limit).map {
      JobID($0)
    }
    queue.running = queue.runningJobs.numbers(in: queueTables.neighbors, limit: limit).map {
      JobID($0)
    }
    return queue
  }

  /// Returns the kind of a queue; `nil` if it is not known. O(1)
  package func queueKind(_ id: QueueID) -> PromiseEvent.QueueKind? {
    queueTables.queues.read(id.rawValue) { $0.kind }
  }

  /// Whether the kind of a queue was not declared. O(1)
  package func isKindAssumed(_ id: QueueID) -> Bool {
    queueTables.queues.read(id.rawValue) { $0.assumed } ?? true
  }

  /// Whether a queue runs one job at a time: it is declared or assumed to be serial, and has never run several.
  /// O(1)
  package func isSerial(_ id: QueueID) -> Bool { queueKind(id) == .serial }

  /// Returns the timer with an identity. O(1)
  package func timer(_ id: TimerID) -> TimerNode? { timerTables.timers[id.rawValue].map(current) }

  /// All queues in the order of declaration.
  package var queues: [QueueNode] { queues(listing: .max) }

  /// Returns all queues, or the first ones that appeared, each with at most `limit` of its waiting jobs and of
  /// its running jobs.
  package func queues(listing limit: Int, first count: Int = .max) -> [QueueNode] {
    queueTables.order.prefix(count).compactMap { queue($0, listing: limit) }
  }

  /// The timers that have not fired, the next due first. A timer that was due in a gap is left out, because it
  /// may have fired.
  package var pendingTimers: some Sequence<TimerNode> {
    timerTables.pending.lazy.compactMap { pending -> TimerNode? in
      guard let timer = timer(pending.id) else { return nil }
      return timer.scheduled.sequence >= gapEnd || timer.due > time ? timer : nil
    }
  }

  /// The number of timers that have not fired, including those that were due in a gap. O(1)
  package var pendingTimerCount: Int { timerTables.pending.count }

  /// The threads that block on a promise, in the order of their identities.
  package var waits: [WaitNode] { waitTables.threads.numbers.compactMap { waitTables.threads[$0] } }

  /// The promises that tasks await, in the order of their identities.
  package var awaits: [AwaitNode] { waitTables.tasks.numbers.compactMap { waitTables.tasks[$0] } }

  /// The names of threads.
  package var threadNames: [ThreadID: String] {
    var names: [ThreadID: String] = [:]
    for number in threadTables.names.numbers {
      names[ThreadID(number)] = threadTables.names[number]
    }
    return names
  }

  /// Returns `node` adjusted for all gaps so far.
  func current(_ node: PromiseNode) -> PromiseNode {
    var node = node
    node.pass(gaps: gaps)
    return node
  }
}
