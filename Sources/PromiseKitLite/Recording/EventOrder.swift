/// Sorts events, which are taken from a buffer repeatedly, by their numbers. Each number is output
/// once: as its event, or in the count of a gap.
///
/// A missing number belongs to a thread that has drawn it but not yet delivered its event. Later
/// events wait for it, for two rounds at most. Then they are output, and the missing event can
/// follow later.
struct EventOrder {
  /// The smallest number that was neither output nor skipped.
  private var next: Int
  /// The events that wait for a missing number, in order.
  private var held: [PromiseEvent] = []
  /// The number of rounds for which they have waited.
  private var rounds = 0
  /// The numbers that were skipped and not reported as lost. Their events can still arrive.
  private var open: [ClosedRange<Int>] = []
  /// The time of the newest event.
  private var time: Int64 = 0

  /// Creates an order that starts after the event with that number.
  init(after number: Int) { next = number + 1 }

  /// Whether events are waiting for a missing number.
  var isWaiting: Bool { !held.isEmpty }

  /// The largest number that was output or skipped.
  var last: Int { next - 1 }

  /// Starts a new round of events. Events that have waited for two rounds are then output.
  mutating func beginRound() { if isWaiting { rounds += 1 } }

  /// Adds the events of the round, which are in order, and returns those that are next.
  mutating func add(_ events: [PromiseEvent]) -> [PromiseEvent] {
    if held.isEmpty, isNext(events) {
      next += events.count
      time = events.last?.time ?? time
      return events
    }
    let waiting = merged(held, events)
    let isPatient = rounds < 2 && waiting.count < Self.maximumHeld
    held = []
    var ready: [PromiseEvent] = []
    ready.reserveCapacity(waiting.count)
    for (place, event) in waiting.enumerated() {
      if isPatient, event.firstNumber > next {
        held = Array(waiting[place...])
        break
      }
      take(event, into: &ready)
    }
    if held.isEmpty { rounds = 0 }
    return ready
  }

  /// Returns the remaining events, and reports the numbers that never arrived as gaps. No more
  /// events follow.
  mutating func finish() -> [PromiseEvent] {
    rounds = 2
    return add([]) + open.map { gap($0) }
  }

  /// Returns the remaining events, and reports all others up to the number `newest` as lost. No
  /// more events are taken.
  mutating func giveUp(through newest: Int) -> [PromiseEvent] {
    let rest = finish()
    guard newest >= next else { return rest }
    defer { next = newest + 1 }
    return rest + [gap(next...newest)]
  }

  /// Returns whether these events are next, without gaps.
  private func isNext(_ events: [PromiseEvent]) -> Bool {
    guard let first = events.first, let last = events.last else { return true }
    guard first.sequence == next, last.sequence - first.sequence == events.count - 1 else {
      return false
    }
    return !events.contains { $0.kind.name == .dropped }
  }

  private func merged(_ first: [PromiseEvent], _ second: [PromiseEvent]) -> [PromiseEvent] {
    first.isEmpty
      ? second : (first + second).sorted { $0.sequence < $1.sequence }
  }

  private mutating func take(_ event: PromiseEvent, into ready: inout [PromiseEvent]) {
    guard event.sequence >= next else {
      // The number was skipped. Once reported as lost, it stays lost.
      if event.kind.name != .dropped, close(event.sequence) { ready.append(event) }
      return
    }
    time = max(time, event.time)
    var event = event
    if case .dropped(let count) = event.kind {
      event.kind = .dropped(count: min(count, event.sequence - next + 1))
      event.time = time
    }
    let first = event.firstNumber
    if first > next { pass(next...(first - 1), into: &ready) }
    ready.append(event)
    next = event.sequence + 1
  }

  /// Skips these numbers. If there are too many gaps, the oldest is reported as lost.
  private mutating func pass(_ numbers: ClosedRange<Int>, into ready: inout [PromiseEvent]) {
    open.append(numbers)
    if open.count > Self.maximumGaps { ready.append(gap(open.removeFirst())) }
  }

  /// Notes that a skipped number has arrived. Returns `false` if it was not skipped, or was
  /// reported as lost.
  private mutating func close(_ number: Int) -> Bool {
    guard let place = open.lastIndex(where: { $0.contains(number) }) else { return false }
    let range = open.remove(at: place)
    if range.upperBound > number { open.insert((number + 1)...range.upperBound, at: place) }
    if range.lowerBound < number { open.insert(range.lowerBound...(number - 1), at: place) }
    return true
  }

  private func gap(_ numbers: ClosedRange<Int>) -> PromiseEvent {
    PromiseEvent(
      sequence: numbers.upperBound, time: time, thread: nil, queue: nil,
      kind: .dropped(count: numbers.count))
  }

  private static var maximumHeld: Int { 1 << 16 }
  private static var maximumGaps: Int { 1024 }
}

extension PromiseEvent {
  /// The smallest number that the event stands for.
  fileprivate var firstNumber: Int {
    if case .dropped(let count) = kind { sequence - max(0, count - 1) } else { sequence }
  }
}
