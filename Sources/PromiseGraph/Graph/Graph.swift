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
  /// How many choices a simulation has made.
  package internal(set) var choiceCount = 0
  /// The number of the latest choice.
  var lastChoice = 0
  /// The steps of the run, from 1: what one job, one end of a job, or one timer did.
  var steps = SlidingLog<StepNode>()
  /// The newest step on each thread, by ``threadNumber(_:)``.
  var threadSteps = IdentityTable<Int>()
  /// The job that was running on the thread of the last event after that event.
  package internal(set) var currentJob: JobID?

  /// The promises, jobs, queues and timers by the numbers of their identities.
  package var promiseTable = IdentityTable<PromiseNode>()
  package var jobTable = IdentityTable<JobNode>()
  package var queueTable = IdentityTable<QueueNode>()
  var timerTable = IdentityTable<TimerNode>()
  /// The chains in the order in which they began, from 1, and the groups of chains.
  var chainTable = IdentityTable<ChainNode>()
  var chainCount = 0
  var groupTable = IdentityTable<ChainGroup>()
  var groupIndex = HashIndex<GroupKey>()
  /// The group of promises that were only mentioned, once there is one, and how many these are.
  var unknownGroupID: GroupID?
  var standInCount = 0
  /// The promises that may still settle.
  var openSet = IdentitySet()
  /// The queues in the order in which they first appeared.
  var queueOrder: PagedArray<QueueID> = []
  /// The jobs before and after each job in its queue.
  package var jobNeighbors = IdentityTable<NumberList.Neighbors>()
  /// The jobs that threads have just enqueued: their queues may not have them yet.
  var arrivals: [Arrival] = []
  /// The timers that have not fired, the next due first.
  var pendingTimerList = SortedPages<PendingTimer>()
  /// The jobs that run on each thread, the innermost last, by ``threadNumber(_:)``.
  var runningJobs = IdentityTable<PagedArray<JobID>>()
  package var waitTable = IdentityTable<WaitNode>()
  /// The waits of each job that have ended.
  var blockTable = IdentityTable<[WaitNode]>()
  /// The promises that tasks await, by promise.
  package var awaitTable = IdentityTable<AwaitNode>()
  package var nameTable = IdentityTable<String>()
  /// The spans of distributed traces by promise, and the promises of each span.
  var spanTable = IdentityTable<[SpanLink]>()
  var spanIndex = HashIndex<SpanKey>()
  /// The processes, and that of each thread, by ``threadNumber(_:)``; empty if there is only one.
  var processTable = IdentityTable<ProcessNode>()
  var assignedTable = IdentityTable<ProcessID>()
  /// The lines of source that made promises.
  var lineTable = IdentityTable<LineNode>()
  var lineIndex = HashIndex<LineKey>()
  /// The promises that wait for code outside the queues.
  var externalSet = IdentitySet()
  /// How often handlers hopped from one queue to another, and the job that ran longest.
  var hopCounts: [Way: Int] = [:]
  var longestJobID: JobID?
  /// Counts for ``byteCount`` and ``copiedBytes``: the inputs of fan-ins, the bytes of texts, and the copied
  /// bytes of inputs and of the durations of groups.
  var inputCount = 0
  var copies = CopyCount()
  var textBytes = 0
  /// How many jobs were enqueued and started so far.
  var enqueueCount = 0
  var runCount = 0
  /// How many gaps there were, and the number of the event after the last of them.
  package var gaps = 0
  var gapEnd = 0
  /// Missing numbers up to this one are not a loss.
  package let since: Int
  /// What can be forgotten, and when.
  var eviction: Eviction
  /// How many promises were forgotten.
  package internal(set) var forgottenCount = 0
  var newestForgotten = 0
  /// How many notes were discarded because there were too many.
  package internal(set) var forgottenNotes = 0
  /// Whether no event was applied yet.
  package var isNew = true
  /// The language of the program, as its promises say.
  package internal(set) var programLanguage = PromiseEvent.ProgramLanguage.swift

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
    guard var queue = queueTable[id.rawValue] else { return nil }
    queue.pass(gaps: gaps)
    queue.waiting = queue.waitingJobs.numbers(in: jobNeighbors, limit: limit).map { JobID($0) }
    queue.running = queue.runningJobs.numbers(in: jobNeighbors, limit: limit).map { JobID($0) }
    return queue
  }

  /// Returns the kind of a queue; `nil` if it is not known. O(1)
  package func queueKind(_ id: QueueID) -> PromiseEvent.QueueKind? {
    queueTable.read(id.rawValue) { $0.kind }
  }

  /// Whether the kind of a queue was not declared. O(1)
  package func isKindAssumed(_ id: QueueID) -> Bool {
    queueTable.read(id.rawValue) { $0.assumed } ?? true
  }

  /// Whether a queue runs one job at a time: it is declared or assumed to be serial, and has never run several.
  /// O(1)
  package func isSerial(_ id: QueueID) -> Bool {
    queueTable.read(id.rawValue) { $0.kind == .serial && !($0.assumed && $0.mostRunning > 1) }
      ?? false
  }

  /// Returns the timer with an identity. O(1)
  package func timer(_ id: TimerID) -> TimerNode? { timerTable[id.rawValue].map(current) }

  /// All queues in the order of declaration.
  package var queues: [QueueNode] { queues(listing: .max) }

  /// Returns all queues, or the first ones that appeared, each with at most `limit` of its waiting jobs and of
  /// its running jobs.
  package func queues(listing limit: Int, first count: Int = .max) -> [QueueNode] {
    queueOrder.prefix(count).compactMap { queue($0, listing: limit) }
  }

  /// The timers that have not fired, the next due first. A timer that was due in a gap is left out, because it
  /// may have fired.
  package var pendingTimers: some Sequence<TimerNode> {
    pendingTimerList.lazy.compactMap { pending -> TimerNode? in
      guard let timer = timer(pending.id) else { return nil }
      return timer.scheduled.sequence >= gapEnd || timer.due > time ? timer : nil
    }
  }

  /// The number of timers that have not fired, including those that were due in a gap. O(1)
  package var pendingTimerCount: Int { pendingTimerList.count }

  /// The threads that block on a promise, in the order of their identities.
  package var waits: [WaitNode] { waitTable.numbers.compactMap { waitTable[$0] } }

  /// The promises that tasks await, in the order of their identities.
  package var awaits: [AwaitNode] { awaitTable.numbers.compactMap { awaitTable[$0] } }

  /// The names of threads.
  package var threadNames: [ThreadID: String] {
    var names: [ThreadID: String] = [:]
    for number in nameTable.numbers { names[ThreadID(number)] = nameTable[number] }
    return names
  }

  /// Returns `node` adjusted for all gaps so far.
  func current(_ node: PromiseNode) -> PromiseNode {
    var node = node
    node.pass(gaps: gaps)
    return node
  }
}

/// The approximate memory of a graph. The figures were measured (`make bench` compares them with the memory of
/// the process): the elements themselves, their boxes, and their places in the tables.
extension Graph {
  /// About how many bytes it takes. O(1)
  package var byteCount: Int {
    promiseTable.count * 680 + jobTable.count * 190 + timerTable.count * 160
      + chainTable.count * 120 + groupTable.count * 640 + notes.count * 96
      + inputCount * 60 + lineTable.count * 400 + steps.keptCount * 40 + spanTable.count * 250
      + (eviction.begun.keptCount + eviction.lasting.keptCount) * 24
      + textBytes
  }

  /// How many bytes were forgotten so far that earlier versions of the graph still have.
  var forgottenBytes: Int { copies.forgotten }

  /// How many bytes were copied so far because another version of the graph has them too. The difference
  /// between two versions is what they do not share.
  var copiedBytes: Int {
    let tables =
      promiseTable.copiedBytes + jobTable.copiedBytes + timerTable.copiedBytes
      + chainTable.copiedBytes + jobNeighbors.copiedBytes + copies.bytes
      // Each has a list of promises.
      + (groupTable.copiedBytes + lineTable.copiedBytes) * 3 / 2
    // Adds the overhead of the allocator, and the lists that are not in tables.
    return tables + tables / 3
  }
}

/// The bytes that were copied, and those that were forgotten. They do not affect what a graph shows, so any two
/// are equal.
struct CopyCount: Equatable, Sendable {
  var bytes = 0
  var forgotten = 0

  static func == (a: CopyCount, b: CopyCount) -> Bool { true }
}

/// The promises of a graph in the order of their identities.
package struct PromiseList: RandomAccessCollection, Sendable {
  private let graph: Graph
  private let order: Order
  package let endIndex: Int

  /// How an index among the promises becomes an identity.
  private enum Order: Sendable {
    /// The identities are 1, 2, 3 and so on.
    case dense
    /// The chunks of identities that have promises, and how many promises are before each.
    case chunks([(chunk: Int, before: Int)])
    /// The numbers, if some of them are out of range.
    case numbers([Int])
  }

  /// O(1), or O(greatest identity / 1000) if identities are missing.
  init(_ graph: Graph) {
    self.graph = graph
    let table = graph.promiseTable
    order =
      table.isDense
      ? .dense : table.hasStrays ? .numbers(table.numbers) : .chunks(table.filledChunks)
    endIndex = table.count
  }

  package var startIndex: Int { 0 }

  /// O(1), or O(log promises) and a thousand steps if identities are missing.
  package subscript(index: Int) -> PromiseNode {
    guard let number = number(at: index), let node = graph[PromiseID(number)] else {
      preconditionFailure("Index out of range")
    }
    return node
  }

  private func number(at index: Int) -> Int? {
    switch order {
    case .dense: return index + 1
    case .numbers(let numbers): return numbers[index]
    case .chunks(let chunks):
      let (chunk, before) = chunks[chunks.partitionPoint { $0.before <= index } - 1]
      return graph.promiseTable.number(at: index - before, inChunk: chunk)
    }
  }
}
