package import PromiseEvents

/// One run of a handler or a body on a queue.
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

  package init(id: JobID, child: PromiseID?, queue: QueueID, label: String?) {
    self.id = id
    _child = Compact(wrappedValue: child)
    self.queue = queue
    self.label = label
  }

  /// Its place among all enqueued jobs and among all started ones, from 1.
  package var enqueueNumber: Int? {
    get { enqueuePlace > 0 ? Int(enqueuePlace) : nil }
    set { enqueuePlace = UInt32(clamping: newValue ?? 0) }
  }
  package var runNumber: Int? {
    get { runPlace > 0 ? Int(runPlace) : nil }
    set { runPlace = UInt32(clamping: newValue ?? 0) }
  }
  /// The steps in which it was enqueued and started; 0 where that is not known.
  var enqueuedIn: Int {
    get { Int(enqueueStep) }
    set { enqueueStep = UInt32(clamping: newValue) }
  }
  var startedIn: Int {
    get { Int(startStep) }
    set { startStep = UInt32(clamping: newValue) }
  }
  /// Of an inline handler: how many inline handlers of the same step led to it, with itself.
  var inlineDepth: Int {
    get { Int(depth) }
    set { depth = UInt32(clamping: newValue) }
  }

  /// It is enqueued and has not begun.
  var isWaiting: Bool { enqueued != nil && started == nil && ended == nil }

  /// The nanoseconds from being enqueued to its start, where both are known.
  package var waited: Int64? {
    guard let enqueued, let started else { return nil }
    return max(0, started.time.saturatingMinus(enqueued.time))
  }

  /// The nanoseconds from its start to its end, where both are known.
  package var ran: Int64? {
    guard let started, let ended else { return nil }
    return max(0, ended.time.saturatingMinus(started.time))
  }
}

/// One queue at the playhead.
package struct QueueNode: Hashable, Sendable, Identifiable {
  package let id: QueueID
  package var label: String
  package var kind: PromiseEvent.QueueKind
  /// Nobody declared the kind.
  package var assumed: Bool
  /// The jobs that wait, in order, and those that run.
  package var waiting: [JobID] = []
  package var running: [JobID] = []
  /// The threads that have run its jobs, in the order of first sight; the first 64.
  package var threads: [ThreadID] = []
  /// The most jobs that ever waited at once.
  package var longest = 0
  /// The most jobs that ever ran at once.
  package var mostRunning = 0
  /// The jobs that are over, the nanoseconds that jobs ran and the nanoseconds that they waited.
  package var finished = 0
  package var busy: Int64 = 0
  package var waited: Int64 = 0
  /// The longest that one job waited, in nanoseconds.
  package var longestWait: Int64 = 0
  /// How long its jobs waited before they began, and how long they ran.
  package var waitTimes = DurationHistogram()
  package var runTimes = DurationHistogram()

  /// Where the graph keeps ``waiting`` and ``running``, which it fills in for whoever reads a queue.
  var waitingJobs = NumberList()
  var runningJobs = NumberList()
  /// How many gaps there had been when it was changed last.
  var gaps = 0

  package init(id: QueueID, label: String, kind: PromiseEvent.QueueKind, assumed: Bool) {
    self.id = id
    self.label = label
    self.kind = kind
    self.assumed = assumed
  }

  /// How many jobs wait, and how many run, also where not all of them are listed.
  package var waitingCount: Int { waitingJobs.count }
  package var runningCount: Int { runningJobs.count }
}

/// A thread that blocks on a promise.
package struct WaitNode: Hashable, Sendable {
  package var thread: ThreadID?
  package var promise: PromiseID
  /// The queue that it blocks.
  package var queue: QueueID?
  package var began: Moment
}

/// A promise that tasks await. They block no thread.
package struct AwaitNode: Hashable, Sendable {
  package var promise: PromiseID
  /// How many tasks await it.
  package var count = 0
  /// When the first of them began.
  package var began: Moment
}

/// One timer at the playhead.
package struct TimerNode: Hashable, Sendable, Identifiable {
  package let id: TimerID
  @Compact package var promise: PromiseID?
  package var due: Int64
  package var scheduled: Moment
  package var fired: Moment?
  /// When it was stopped, because nobody needed it any more.
  package var cancelled: Moment?
  /// The step in which it was set.
  var scheduledIn = 0

  package init(id: TimerID, promise: PromiseID?, due: Int64, scheduled: Moment) {
    self.id = id
    _promise = Compact(wrappedValue: promise)
    self.due = due
    self.scheduled = scheduled
  }
}

/// Something that the program said.
package struct Note: Hashable, Sendable {
  package var text: String
  package var moment: Moment
  /// The job in which it was said.
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
