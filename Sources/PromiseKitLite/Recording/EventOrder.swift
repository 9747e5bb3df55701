/// Puts the events that are taken out of a buffer again and again into the order of their numbers, and
/// sees to it that each number is handed out once: as its event, or in the count of one gap.
///
/// A number that is missing belongs to a thread that has drawn it and not yet handed its event over: what
/// comes after it waits, for two rounds at most; then it goes on, and the missing event may come later.
struct EventOrder {
  /// The least number that was neither handed out nor passed.
  private var next: Int
  /// What waits for a missing number, in order.
  private var held: [PromiseEvent] = []
  /// How many rounds it has waited.
  private var rounds = 0
  /// The numbers that were passed without a word: their events may still come.
  private var open: [ClosedRange<Int>] = []
  /// The time of the newest event.
  private var time: Int64 = 0

  /// An order that begins after the event with that number.
  init(after number: Int) { next = number + 1 }

  /// Something waits for a missing number.
  var isWaiting: Bool { !held.isEmpty }

  /// The greatest number that was handed out or passed.
  var last: Int { next - 1 }

  /// A new round of events begins: who has waited through two of them waits no longer.
  mutating func beginRound() { if isWaiting { rounds += 1 } }

  /// Takes events of the round, which are in order, and answers those that are next.
  mutating func add(_ events: [PromiseEvent]) -> [PromiseEvent] {
    if held.isEmpty, isNext(events) {
      next += events.count
      time = events.last?.time ?? time
      return events
    }
    let waiting = merged(held, events)
    let isPatient = rounds < 2 && waiting.count < Self.mostHeld
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

  /// Nothing more comes: answers what is left, and tells of the numbers that never came.
  mutating func finish() -> [PromiseEvent] {
    rounds = 2
    return add([]) + open.map { gap($0) }
  }

  /// Nothing more is taken although events up to the number `newest` have happened: answers what is left,
  /// and tells of the others as lost.
  mutating func giveUp(through newest: Int) -> [PromiseEvent] {
    let rest = finish()
    guard newest >= next else { return rest }
    defer { next = newest + 1 }
    return rest + [gap(next...newest)]
  }

  /// The events are those whose turn it is, without a hole.
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
      // It was passed; what was told as lost is lost.
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

  /// Goes on without these numbers. Of very many holes the oldest are told as lost.
  private mutating func pass(_ numbers: ClosedRange<Int>, into ready: inout [PromiseEvent]) {
    open.append(numbers)
    if open.count > Self.mostHoles { ready.append(gap(open.removeFirst())) }
  }

  /// A number that was passed comes after all. Answers false if it was not, or was told as lost.
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

  private static var mostHeld: Int { 1 << 16 }
  private static var mostHoles: Int { 1024 }
}

extension PromiseEvent {
  /// The least number that it stands for.
  fileprivate var firstNumber: Int {
    if case .dropped(let count) = kind { sequence - max(0, count - 1) } else { sequence }
  }
}
