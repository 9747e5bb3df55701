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
  /// The fields of the event that is being translated.
  private var fields = EventFields()
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
    event.kind = translate(event.kind, &counts)
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
}

// MARK: - The fields of events

extension ProcessIdentities {
  private mutating func translate(
    _ kind: PromiseEvent.Kind, _ counts: inout IdentityCounts
  ) -> PromiseEvent.Kind {
    fields.load(kind)
    for place in fields.numbers.indices {
      let value = map(fields.numbers[place], &counts)
      fields.numbers[place].value = value
    }
    for place in fields.options.indices {
      let choice = translate(fields.options[place], &counts)
      fields.options[place] = choice
    }
    return fields.takeKind()
  }

  @inline(__always)
  private mutating func map(
    _ number: EventFields.Number, _ counts: inout IdentityCounts
  ) -> Int {
    let value = number.value
    switch number.meaning {
    case .promise: return Self.map(&promises, value, &counts.promises, keepsNumbers)
    case .job: return Self.map(&jobs, value, &counts.jobs, keepsNumbers)
    case .queue: return Self.map(&queues, value, &counts.queues, keepsNumbers)
    case .timer: return Self.map(&timers, value, &counts.timers, keepsNumbers)
    case .thread: return Self.map(&threads, value, &counts.threads, keepsNumbers)
    case .process: return Self.map(&processes, value, &counts.processes, keepsNumbers)
    case .context: return Self.map(&contexts, value, &counts.contexts, keepsNumbers)
    // A timer that never fires is not due at any time.
    case .time: return value == .max ? value : value.saturatingPlus(Int(offset))
    case .other: return value
    }
  }

  private mutating func translate(
    _ choice: PromiseEvent.Choice, _ counts: inout IdentityCounts
  ) -> PromiseEvent.Choice {
    func job(_ id: JobID) -> JobID {
      JobID(Self.map(&jobs, id.rawValue, &counts.jobs, keepsNumbers))
    }
    return switch choice {
    case .resume(let id): .resume(job: job(id))
    case .start(let queue, let id): .start(queue: map(queue, &counts), job: job(id))
    case .end(let id): .end(job: job(id))
    case .fire(let timer):
      .fire(timer: TimerID(Self.map(&timers, timer.rawValue, &counts.timers, keepsNumbers)))
    }
  }
}
