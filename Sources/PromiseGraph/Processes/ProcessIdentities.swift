import PromiseEvents

/// The last number of each kind that an identity of any process got.
struct IdentityCounts: Sendable {
  var promises = 0
  var jobs = 0
  var queues = 0
  var timers = 0
  var threads = 0
  var processes = 0
  var contexts = 0
}

/// The identities of one process, and their numbers in the events of several.
struct ProcessIdentities: Sendable {
  private var promises = IdentityMap()
  private var jobs = IdentityMap()
  private var queues = IdentityMap()
  private var timers = IdentityMap()
  private var threads = IdentityMap()
  private var processes = IdentityMap()
  private var contexts = IdentityMap()
  /// The thread of events without one.
  private var ownThread: ThreadID?
  /// Whether the identities keep their numbers, because there is only one process so far.
  var keepsNumbers = false
  /// The nanoseconds that are added to its times.
  var offset: Int64 = 0

  init(keepsNumbers: Bool = false) { self.keepsNumbers = keepsNumbers }

  /// Returns an event with the numbers that its identities have in the events of several processes, and its
  /// time on their clock. The number of the event stays.
  mutating func translate(_ event: PromiseEvent, _ counts: inout IdentityCounts) -> PromiseEvent {
    var event = event
    event.time = event.time.saturatingPlus(offset)
    if let thread = event.thread {
      event.thread = map(thread, &counts)
    } else if !keepsNumbers, event.kind.name != .choiceMade, event.kind.family != .process {
      // Of these it does not matter on which thread they happened.
      event.thread = placeholder(&counts)
    }
    if let queue = event.queue { event.queue = map(queue, &counts) }
    event.kind = event.kind.translated { map($0, $1, &counts) }
    return event
  }

  /// Returns the number of a process that a trace of several processes has declared.
  mutating func map(_ id: ProcessID, _ counts: inout IdentityCounts) -> ProcessID {
    ProcessID(Self.map(&processes, id.rawValue, &counts.processes, keepsNumbers))
  }

  /// Returns the job, or the timer, of the process that has a number; `nil` if there is none.
  func job(numbered number: JobID) -> JobID? {
    jobs.identity(numbered: number.rawValue).map { JobID($0) }
  }

  func timer(numbered number: TimerID) -> TimerID? {
    timers.identity(numbered: number.rawValue).map { TimerID($0) }
  }

  private mutating func placeholder(_ counts: inout IdentityCounts) -> ThreadID {
    if let ownThread { return ownThread }
    counts.threads += 1
    ownThread = ThreadID(counts.threads)
    return ThreadID(counts.threads)
  }

  @inline(__always)
  private static func map(
    _ table: inout IdentityMap, _ number: Int, _ last: inout Int, _ keepsNumbers: Bool
  ) -> Int {
    guard keepsNumbers else { return table.number(of: number, after: &last) }
    table.keep(number, upTo: &last)
    return number
  }

  private mutating func map(_ id: QueueID, _ counts: inout IdentityCounts) -> QueueID {
    QueueID(Self.map(&queues, id.rawValue, &counts.queues, keepsNumbers))
  }

  private mutating func map(_ id: ThreadID, _ counts: inout IdentityCounts) -> ThreadID {
    ThreadID(Self.map(&threads, id.rawValue, &counts.threads, keepsNumbers))
  }

  private mutating func map(
    _ number: Int, _ meaning: EventNumber, _ counts: inout IdentityCounts
  ) -> Int {
    switch meaning {
    case .promise: Self.map(&promises, number, &counts.promises, keepsNumbers)
    case .job: Self.map(&jobs, number, &counts.jobs, keepsNumbers)
    case .queue: Self.map(&queues, number, &counts.queues, keepsNumbers)
    case .timer: Self.map(&timers, number, &counts.timers, keepsNumbers)
    case .thread: Self.map(&threads, number, &counts.threads, keepsNumbers)
    case .process: Self.map(&processes, number, &counts.processes, keepsNumbers)
    case .context: Self.map(&contexts, number, &counts.contexts, keepsNumbers)
    // A timer that never fires is not due at any time.
    case .time: number == .max ? number : number.saturatingPlus(Int(offset))
    case .other: number
    }
  }
}
