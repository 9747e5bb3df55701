import PromiseEvents

/// The events of one process that wait to be merged.
struct ProcessInput: Sendable {
  /// What the trace says about the process.
  let header: TraceHeader
  /// The name of the process.
  let name: String
  /// The machine that it runs on, and when its times are 0 on the clock of that machine.
  let clock: MessageTable.Clock
  /// Whether the merged events have any of it.
  var hasBegun = false
  /// The process in the merged events; `nil` before its first event, and if its trace is one of several processes.
  var id: ProcessID?
  var identities: ProcessIdentities
  /// Whether the offset of its clock is in use.
  var isAligned = false
  /// The uncertainty that was reported last; `nil` if its clock is exact.
  var uncertainty: Int64?
  /// The threads that have appeared, by their numbers in the merged events.
  var threads = IdentitySet()
  /// Whether more events may come.
  var isOpen = true

  private var window = ReorderingWindow()
  private var waiting: [PromiseEvent] = []
  private var first = 0
  /// The number of the newest event, before merging.
  private var last = 0
  /// The time of the newest merged event.
  private var floor = Int64.min

  init(
    _ header: TraceHeader, named name: String, clock: MessageTable.Clock,
    identities: ProcessIdentities
  ) {
    (self.header, self.name, self.clock, self.identities) = (header, name, clock, identities)
  }

  /// Whether no event waits.
  var isEmpty: Bool { first == waiting.count }
  /// How many events wait.
  var count: Int { waiting.count - first }
  /// The next event.
  var head: PromiseEvent? { first < waiting.count ? waiting[first] : nil }
  /// The time of the next event on the common clock; it never decreases.
  var headTime: Int64? {
    head.map { max(floor, $0.time.saturatingPlus(identities.offset)) }
  }

  /// Appends an event. One that arrives before its predecessors is held back for a while.
  mutating func append(_ event: PromiseEvent) {
    let since = header.since ?? 0
    if event.sequence <= since, last < since {
      // It describes what was alive when the recording began.
      waiting.append(event)
    } else if window.isEmpty, ReorderingWindow.follows(event, max(last, since)) {
      take(event)
    } else if event.sequence > last, window.hold(event) {
      while let next = window.next(after: max(last, since)) { take(next) }
    }
  }

  /// Ends the input: numbers that have not arrived count as lost.
  mutating func finish() {
    while let next = window.giveUp() { take(next) }
    isOpen = false
  }

  private mutating func take(_ event: PromiseEvent) {
    guard event.sequence > last else { return }
    defer { last = event.sequence }
    let missing = event.sequence.saturatingMinus(max(last, header.since ?? 0)).saturatingMinus(1)
    guard missing > 0 else { return waiting.append(event) }
    if case .dropped(let count) = event.kind {
      var gap = event
      gap.kind = .dropped(count: max(count, missing))
      return waiting.append(gap)
    }
    waiting.append(
      PromiseEvent(
        sequence: event.sequence - 1, time: event.time, thread: nil, queue: nil,
        kind: .dropped(count: missing)))
    waiting.append(event)
  }

  /// Removes the next event.
  mutating func removeFirst() -> PromiseEvent? {
    guard first < waiting.count, let time = headTime else { return nil }
    floor = time
    let event = waiting[first]
    first += 1
    if first == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      first = 0
    } else if first >= 4096, first * 2 >= waiting.count {
      waiting.removeFirst(first)
      first = 0
    }
    return event
  }
}
