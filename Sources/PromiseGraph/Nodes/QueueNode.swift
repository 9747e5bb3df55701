package import PromiseEvents

/// A run of a handler or a body on a queue.
package struct JobNode: Hashable, Sendable, Identifiable {
  package let id: JobID
  /// The promise that it settles, if any.
  @Compact package var child: PromiseID?
  package var queue: QueueID
  package var label: String?
  package var enqueued: Moment?
  package var started: Moment?
  package var ended: Moment?
  private var enqueuePlace: UInt32 = 0
  private var runPlace: UInt32 = 0
  private var enqueueStep: UInt32 = 0
  private var startStep: UInt32 = 0
  private var depth: UInt32 = 0
  package var ending: PromiseEvent.JobEnding?
  /// Whether another thread was enqueueing a job on its queue at the same time, so that nothing says which of
  /// the two the queue got first before one of them starts.
  package internal(set) var hasOpenPlace = false

  package init(id: JobID, child: PromiseID?, queue: QueueID, label: String?) {
    self.id = id
    _child = Compact(wrappedValue: child)
    self.queue = queue
    self.label = label
  }

  /// Its place among all enqueued jobs and among all started ones, from 1. On a serial queue, jobs that have
  /// started have the same order in both.
  package var enqueueNumber: Int? {
    get { enqueuePlace > 0 ? Int(enqueuePlace) : nil }
    set { enqueuePlace = UInt32(clamping: newValue ?? 0) }
  }
  package var runNumber: Int? {
    get { runPlace > 0 ? Int(runPlace) : nil }
    set { runPlace = UInt32(clamping: newValue ?? 0) }
  }
  /// The steps in which it was enqueued and started; 0 if unknown.
  var enqueuedIn: Int {
    get { Int(enqueueStep) }
    set { enqueueStep = UInt32(clamping: newValue) }
  }
  var startedIn: Int {
    get { Int(startStep) }
    set { startStep = UInt32(clamping: newValue) }
  }
  /// For an inline handler, how many inline handlers of the same step led to it, including itself.
  var inlineDepth: Int {
    get { Int(depth) }
    set { depth = UInt32(clamping: newValue) }
  }

  /// Whether it is enqueued and has not started.
  var isWaiting: Bool { enqueued != nil && started == nil && ended == nil }

  /// The nanoseconds from its enqueueing to its start; `nil` if unknown.
  package var waited: Int64? {
    guard let enqueued, let started else { return nil }
    return max(0, started.time.saturatingMinus(enqueued.time))
  }

  /// The nanoseconds from its start to its end; `nil` if unknown.
  package var ran: Int64? {
    guard let started, let ended else { return nil }
    return max(0, ended.time.saturatingMinus(started.time))
  }
}

/// A queue at the playhead.
package struct QueueNode: Hashable, Sendable, Identifiable {
  package let id: QueueID
  package var label: String
  package var kind: PromiseEvent.QueueKind
  /// Whether the kind is assumed, because no event declared it. A queue that is assumed to be serial counts as
  /// concurrent as soon as it runs several jobs at the same time.
  package var assumed: Bool
  /// The waiting jobs, in order, and the running jobs.
  package var waiting: [JobID] = []
  package var running: [JobID] = []
  /// The threads that have run its jobs, in the order in which they first appeared; at most 64.
  package var threads: [ThreadID] = []
  /// The most jobs that ever waited at the same time.
  package var longest = 0
  /// The most jobs that ever ran at the same time.
  package var mostRunning = 0
  /// The number of finished jobs, and the nanoseconds that jobs ran and waited.
  package var finished = 0
  package var busy: Int64 = 0
  package var waited: Int64 = 0
  /// The longest time that a job waited, in nanoseconds.
  package var longestWait: Int64 = 0
  /// The longest wait in one of its jobs that blocked it and has ended.
  package var longestBlock: WaitNode?
  /// How long its jobs waited before they started, and how long they ran.
  package var waitTimes = DurationHistogram()
  package var runTimes = DurationHistogram()

  /// The stored form of ``waiting`` and ``running``, which the graph fills in when a queue is read.
  package var waitingJobs = NumberList()
  package var runningJobs = NumberList()
  /// How many gaps there were when it was last changed.
  package var gaps = 0
  /// The thread that declared it.
  var declaredOn: ThreadID?

  package init(id: QueueID, label: String, kind: PromiseEvent.QueueKind, assumed: Bool) {
    self.id = id
    self.label = label
    self.kind = kind
    self.assumed = assumed
  }

  /// The numbers of waiting and running jobs, even if not all of them are listed.
  package var waitingCount: Int { waitingJobs.count }
  package var runningCount: Int { runningJobs.count }
}

/// A wait that blocks a thread until a promise settles.
package struct WaitNode: Hashable, Sendable {
  package var thread: ThreadID?
  package var promise: PromiseID
  /// The queue that it blocks.
  package var queue: QueueID?
  /// The job that waits, if one does.
  package var job: JobID?
  /// Where the program waits.
  package var site: SourceSite?
  package var began: Moment
  /// When the thread continued.
  package var ended: Moment?
  /// How many jobs waited in the queue when it ended.
  package var behind = 0

  /// The nanoseconds that it lasted; 0 until it has ended.
  package var length: Int64 { max(0, (ended ?? began).time.saturatingMinus(began.time)) }
}

/// A promise that tasks await, without blocking a thread.
package struct AwaitNode: Hashable, Sendable {
  package var promise: PromiseID
  /// How many tasks await it.
  package var count = 0
  /// The promises of them, the newest last: of async functions, or of tasks. Of very many, some are
  /// missing.
  package internal(set) var functions: [PromiseID] = []
  /// The promise of the only one that awaits it; `nil` if there are several, or if it is not known.
  package var function: PromiseID? { count == 1 ? functions.last : nil }
  /// When the first of them began to await it.
  package var began: Moment
}

/// An `await` of an async function or of a task.
package struct AwaitedNode: Hashable, Sendable {
  package var promise: PromiseID
  /// Where the function awaits it.
  package var site: SourceSite?
  /// When it began, in Swift with the queue of the actor on which the task awaits.
  package var began: Moment
  /// When the function continued.
  package var ended: Moment?
  /// Why it continued.
  package var ending: PromiseEvent.AwaitEnding?
}

/// A timer at the playhead.
package struct TimerNode: Hashable, Sendable, Identifiable {
  package let id: TimerID
  @Compact package var promise: PromiseID?
  package var due: Int64
  package var scheduled: Moment
  package var fired: Moment?
  /// When it was stopped because it was no longer needed.
  package var cancelled: Moment?
  /// The step in which it was set.
  var scheduledIn = 0
  /// How far the clock of the timers was behind the system's clock when it was set.
  var standing: Int64 = 0
  /// By how much ``due`` is later than it was set to be, because the gate was closed.
  var late: Int64 = 0

  /// How long after being set it is due, whatever the gate has done since.
  package var delay: Int64 {
    due.saturatingMinus(late).saturatingMinus(scheduled.time)
  }

  package init(id: TimerID, promise: PromiseID?, due: Int64, scheduled: Moment) {
    self.id = id
    _promise = Compact(wrappedValue: promise)
    self.due = due
    self.scheduled = scheduled
  }
}

/// A note of the program.
package struct Note: Hashable, Sendable {
  package var text: String
  package var moment: Moment
  /// The job that posted it.
  package var job: JobID?

  package init(text: String, moment: Moment, job: JobID?) {
    self.text = text
    self.moment = moment
    self.job = job
  }
}

/// The text of one source file.
package struct SourceText: Hashable, Sendable {
  /// The file's `#fileID`.
  package var file: String
  package var firstLine: Int
  package var lines: [String]

  package init(file: String, firstLine: Int, lines: [String]) {
    self.file = file
    self.firstLine = firstLine
    self.lines = lines
  }
}
