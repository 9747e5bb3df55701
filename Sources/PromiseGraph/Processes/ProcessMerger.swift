package import PromiseEvents

/// Merges the events of several processes into one stream, which is shown like that of a single process.
///
/// The identities of the processes are renumbered, so that each belongs to one of them. The times are those of the
/// first process: processes on one machine have the same clock, and the clocks of several machines are aligned by
/// messages, since a request is received after it was sent. The events of each process keep their order, and a
/// request comes before its handling.
///
/// As long as there is only one process, its events stay as they are. Taking an event takes amortized
/// O(processes).
package struct ProcessMerger: Sendable {
  /// The most processes.
  package static var most: Int { 64 }

  var inputs: [ProcessInput] = []
  var counts = IdentityCounts()
  var messages = MessageTable()
  /// The number of each machine by what identifies it since its start.
  var machines: [String: Int] = [:]
  var machineCount: Int { walls.count }
  /// The time of day at which the clock of each machine is 0, if that is known.
  var walls: [Int64?] = []
  /// The offset of the clock of each machine against the first one, once it is in use.
  var machineOffsets: [Int64?] = []
  /// How many processes are not aligned.
  var unalignedCount = 0
  /// How many processes did not get a place.
  package private(set) var refused = 0
  /// The number and the time of the newest event.
  package internal(set) var last = 0
  var time: Int64 = 0
  /// The instant on the clock of the first machine at which the merged times are 0, once there are any.
  var start: Int64?
  /// Whether the events stay as they are.
  private var isSingle: Bool
  /// By how many nanoseconds messages contradict each other; 0 if they do not.
  package internal(set) var contradiction: Int64 = 0
  /// How many requests are received before they are sent, whatever the clocks.
  package internal(set) var reversed = 0
  /// The facts that the uncertainties take into account.
  var usedFacts = 0

  /// Creates a merger of no processes. If `keepsSingle`, the events of the first one stay as they are until
  /// there is another one.
  package init(keepsSingle: Bool = false) { isSingle = keepsSingle }

  /// The number of processes.
  package var count: Int { inputs.count }

  /// Adds a process, whose name is that of its trace or else `name`. Returns its index; `nil` if there are
  /// too many.
  package mutating func add(_ header: TraceHeader, named name: String) -> Int? {
    guard inputs.count < Self.most else {
      refused += 1
      return nil
    }
    if inputs.count == 1 { isSingle = false }
    if !isSingle, !inputs.isEmpty { inputs[0].identities.keepsNumbers = false }
    inputs.append(
      ProcessInput(
        header, named: Self.name(of: header, or: name), clock: clock(of: header),
        identities: ProcessIdentities(keepsNumbers: isSingle)))
    unalignedCount += 1
    return inputs.count - 1
  }

  /// Returns the name of a process: the title of its trace, or the number that the system gave it.
  private static func name(of header: TraceHeader, or name: String) -> String {
    if let title = header.title, !title.isEmpty { return title }
    guard name.isEmpty else { return name }
    return header.pid.map { "process \($0)" } ?? "process"
  }

  /// Returns the clock of a process: that of its machine, or one of its own if the machine is not known.
  private mutating func clock(of header: TraceHeader) -> MessageTable.Clock {
    let origin = header.origin
    let zero = origin?.monotonic ?? 0
    if let boot = origin?.boot, let known = machines[boot] {
      return MessageTable.Clock(machine: known, zero: zero)
    }
    if let boot = origin?.boot, !boot.isEmpty { machines[boot] = machineCount }
    walls.append(origin.map { $0.unix.saturatingMinus($0.monotonic) })
    machineOffsets.append(nil)
    return MessageTable.Clock(machine: machineCount - 1, zero: zero)
  }

  /// Returns the process to which a job in the merged events belongs, and the number that the job has
  /// there. O(jobs)
  package func origin(of job: JobID) -> (process: Int, job: JobID)? {
    for index in inputs.indices {
      if let own = inputs[index].identities.job(numbered: job) { return (index, own) }
    }
    return nil
  }

  /// Returns the same of a timer. O(timers)
  package func origin(of timer: TimerID) -> (process: Int, timer: TimerID)? {
    for index in inputs.indices {
      if let own = inputs[index].identities.timer(numbered: timer) { return (index, own) }
    }
    return nil
  }

  /// Appends events of a process, in any order.
  package mutating func append(_ events: some Sequence<PromiseEvent>, to process: Int) {
    for event in events {
      messages.note(event, of: process)
      inputs[process].append(event)
    }
  }

  /// Ends the events of a process.
  package mutating func finish(_ process: Int) { inputs[process].finish() }

  /// How many events wait.
  package var waitingCount: Int { inputs.reduce(0) { $0 + $1.count } }

  /// How many events of a process wait.
  package func waitingCount(of process: Int) -> Int { inputs[process].count }

  /// The processes that have no event waiting although more may come; the next event cannot be taken without
  /// waiting for them.
  package var missing: [Int] { inputs.indices.filter { inputs[$0].isEmpty && inputs[$0].isOpen } }

  /// Whether the clocks of some processes have to be aligned by messages, for which more events should be read
  /// before the first ones are taken.
  package var needsMessages: Bool {
    inputs.contains { !$0.isAligned && $0.clock.machine != inputs[0].clock.machine }
  }
}

// MARK: - Taking events

extension ProcessMerger {
  /// Removes and returns the next events, at most about `limit`. If it `waits`, every process has to have an event
  /// or have ended, so that no earlier one can come.
  package mutating func take(limit: Int = .max, waits: Bool) -> [PromiseEvent] {
    var events: [PromiseEvent] = []
    guard !isSingle else { return takeSingle(limit: limit) }
    while events.count < limit, !(waits && inputs.contains { $0.isEmpty && $0.isOpen }) {
      alignClocks()
      guard let next = nextInput() else { break }
      if !inputs[next.input].hasBegun { begin(next.input, &events) }
      run: while events.count < limit, let time = inputs[next.input].headTime, time <= next.until,
        let event = inputs[next.input].removeFirst()
      {
        put(event, of: next.input, &events)
        // What waits for a request that is sent may come next, and what must not be before one has to wait.
        if case .spanLinked = inputs[next.input].head?.kind { break run }
        if case .spanLinked = event.kind { break run }
        if inputs[next.input].isEmpty, inputs[next.input].isOpen { break run }
      }
    }
    refineClocks(&events)
    return events
  }

  private mutating func takeSingle(limit: Int) -> [PromiseEvent] {
    guard !inputs.isEmpty else { return [] }
    var events: [PromiseEvent] = []
    while events.count < limit, let event = inputs[0].removeFirst() {
      let translated = inputs[0].identities.translate(event, &counts)
      if let thread = translated.thread { inputs[0].threads.insert(thread.rawValue) }
      if case .spanLinked(_, let context, .sent) = event.kind { messages.show(context, of: 0) }
      last = max(last, event.sequence)
      time = max(time, event.time)
      events.append(translated)
    }
    if !events.isEmpty, start == nil {
      // Its times have been shown as they are.
      start = inputs[0].clock.zero
      machineOffsets[0] = 0
      inputs[0].isAligned = true
      unalignedCount -= 1
    }
    return events
  }

  /// Returns the process with the earliest event, and the time up to which its events are earlier than those of
  /// all others.
  private mutating func nextInput() -> (input: Int, until: Int64)? {
    var best: (input: Int, time: Int64)?
    var until = Int64.max
    var held: (input: Int, time: Int64)?
    for input in inputs.indices {
      guard let time = inputs[input].headTime else { continue }
      guard !waitsForSender(input) else {
        if time < held?.time ?? .max { held = (input, time) }
        continue
      }
      if let known = best {
        if time < known.time { best = (input, time) }
        until = min(until, max(time, known.time))
      } else {
        best = (input, time)
      }
    }
    if best == nil, let held {
      // Each of two processes has received what the other one sends later.
      reversed += 1
      return (held.input, held.time)
    }
    return best.map { ($0.input, until) }
  }

  /// Returns whether the next event of a process is the handling of a request that is sent by an event that still
  /// waits.
  private func waitsForSender(_ input: Int) -> Bool {
    guard case .spanLinked(_, let context, .received) = inputs[input].head?.kind,
      let sent = messages.sent(context)
    else { return false }
    return !sent.isShown && sent.process != input
  }

  /// Adds an event to the merged ones.
  private mutating func put(
    _ event: PromiseEvent, of input: Int, _ events: inout [PromiseEvent]
  ) {
    if case .spanLinked(_, let context, .sent) = event.kind { messages.show(context, of: input) }
    let translated = inputs[input].identities.translate(event, &counts)
    if let thread = translated.thread, let id = inputs[input].id,
      !inputs[input].threads.contains(thread.rawValue)
    {
      inputs[input].threads.insert(thread.rawValue)
      emit(.threadAssigned(thread: thread, process: id), at: translated.time, on: thread, &events)
    }
    last += 1
    time = translated.time
    events.append(translated)
    events[events.count - 1].sequence = last
  }

  mutating func emit(
    _ kind: PromiseEvent.Kind, at time: Int64, on thread: ThreadID? = nil,
    _ events: inout [PromiseEvent]
  ) {
    last += 1
    events.append(
      PromiseEvent(sequence: last, time: time, thread: thread, queue: nil, kind: kind))
  }

  /// Declares a process. The first ones are declared together, and so is a process whose events were alone so
  /// far.
  private mutating func begin(_ input: Int, _ events: inout [PromiseEvent]) {
    let isFirst = inputs.allSatisfy { !$0.hasBegun }
    let moment = isFirst && last > 0 ? time : inputs[input].headTime ?? time
    for index in isFirst ? Array(inputs.indices) : [input] where !inputs[index].hasBegun {
      inputs[index].hasBegun = true
      // The trace of several processes declares them itself.
      if case .processDeclared = inputs[index].head?.kind { continue }
      counts.processes += 1
      let id = ProcessID(counts.processes)
      inputs[index].id = id
      declare(index, at: moment, &events)
      for thread in inputs[index].threads.numbers {
        emit(.threadAssigned(thread: ThreadID(thread), process: id), at: moment, &events)
      }
    }
  }
}
