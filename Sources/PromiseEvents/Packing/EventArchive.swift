/// The full pages of a recording, and a count of what was dropped to stay within its limits.
struct EventArchive {
  /// The limits of the recording, including the pages that are being written.
  let limit: (events: Int, bytes: Int)
  /// The maximum size of the current pages.
  private(set) var taken = (events: 0, bytes: 0)
  /// The pages of each weight, oldest first.
  private var pages = [[EventPage]](repeating: [], count: EventWeight.allCases.count)
  /// The number of dropped events, by kind.
  private(set) var dropped: [PromiseEvent.Kind.Name: Int] = [:]
  /// The range of numbers in which events were dropped since the events were last taken.
  private(set) var loss: ClosedRange<Int>?
  /// The greatest event number that was taken.
  private var handedOut = 0

  init(events: Int, bytes: Int) { limit = (events, bytes) }

  /// Creates a page for `events` events in `bytes` bytes, and drops other pages if there is no
  /// room. `newest` is roughly the greatest number so far. Complexity: O(pages), amortized O(1) for
  /// each event.
  mutating func openPage(events: Int, bytes: Int, newest: Int) -> EventPage {
    while taken.events + events > limit.events || taken.bytes + bytes > limit.bytes {
      guard let weight = weightToGiveUp(newest: newest) else { break }
      giveUp(pages[weight].removeFirst())
    }
    taken.events += events
    taken.bytes += bytes
    return EventPage(events: events, bytes: bytes)
  }

  /// Adds a page that is full.
  mutating func close(_ page: EventPage, _ weight: EventWeight) {
    guard page.count > 0 else { return }
    // The part of its allowance that it did not use is available again.
    taken.events -= page.capacity.events - page.count
    pages[weight.rawValue].append(page)
  }

  /// Counts an event that is too large for the recording.
  mutating func refuse(_ stamp: EventStamp, _ name: PromiseEvent.Kind.Name) {
    dropped[name, default: 0] += 1
    noteLoss(stamp.sequence...stamp.sequence)
  }

  /// Returns the contents: these pages, the open ones, and the range of numbers in which events are
  /// missing.
  func snapshot(with open: [EventPage]) -> EventSnapshot {
    EventSnapshot(pages: pages.flatMap { $0 } + open, loss: loss)
  }

  /// Removes the pages, because events up to `highest` have been taken. The open pages are removed
  /// too.
  mutating func forget(handedOut highest: Int) {
    pages = pages.map { _ in [] }
    taken = (0, 0)
    loss = nil
    handedOut = max(handedOut, highest)
  }

  /// Returns the weight of the page to drop next. In the older half, details are dropped first,
  /// then endings, then declarations. The newer half is dropped only if nothing else is left, in
  /// the same order.
  private func weightToGiveUp(newest: Int) -> Int? {
    let horizon = newest - taken.events / 2
    return pages.firstIndex { $0.first.map { $0.highest < horizon } ?? false }
      ?? pages.firstIndex { !$0.isEmpty }
  }

  private mutating func giveUp(_ page: EventPage) {
    taken.events -= page.count
    taken.bytes -= page.capacity.bytes
    for name in PromiseEvent.Kind.Name.allCases {
      let count = page.count(of: name)
      if count > 0 { dropped[name, default: 0] += count }
    }
    noteLoss(page.lowest...page.highest)
  }

  /// Records that events in this range were lost. Events that were already taken are not lost.
  private mutating func noteLoss(_ numbers: ClosedRange<Int>) {
    let (low, high) = (max(numbers.lowerBound, handedOut + 1), numbers.upperBound)
    guard low <= high else { return }
    loss = min(loss?.lowerBound ?? low, low)...max(loss?.upperBound ?? high, high)
  }
}

/// The events of a recording at one instant, still packed.
struct EventSnapshot: Sendable {
  var pages: [EventPage]
  var loss: ClosedRange<Int>?

  /// The greatest number; 0 if there are no events.
  var highest: Int { max(loss?.upperBound ?? 0, pages.map(\.highest).max() ?? 0) }

  /// The events in order, with a `dropped` event wherever numbers are missing. Complexity: O(n log
  /// n), or O(n) for the events of a single thread.
  var events: [PromiseEvent] {
    var events: [PromiseEvent] = []
    events.reserveCapacity(pages.reduce(0) { $0 + $1.count })
    for page in pages { page.unpack(into: &events) }
    events = Self.sorted(events)
    return loss.map { Self.addingDrops(for: $0, to: events) } ?? events
  }

  /// Returns the events in the order of their numbers. Sorting the numbers, and then moving each event
  /// once, takes much less time than sorting the events, which are large.
  private static func sorted(_ events: [PromiseEvent]) -> [PromiseEvent] {
    var numbers: [(sequence: Int, place: Int)] = []
    numbers.reserveCapacity(events.count)
    var isSorted = true
    for place in events.indices {
      let sequence = events[place].sequence
      if let last = numbers.last, last.sequence > sequence { isSorted = false }
      numbers.append((sequence, place))
    }
    guard !isSorted else { return events }
    // The place decides between equal numbers, which no program posts.
    numbers.sort { $0.sequence == $1.sequence ? $0.place < $1.place : $0.sequence < $1.sequence }
    return numbers.map { events[$0.place] }
  }

  private static func addingDrops(
    for loss: ClosedRange<Int>, to events: [PromiseEvent]
  ) -> [PromiseEvent] {
    var result: [PromiseEvent] = []
    result.reserveCapacity(events.count)
    var next = loss.lowerBound
    func appendDrop(before number: Int, at time: Int64) {
      let last = min(number - 1, loss.upperBound)
      guard next <= last else { return }
      result.append(
        PromiseEvent(
          sequence: last, time: time, thread: nil, queue: nil,
          kind: .dropped(count: last - next + 1)
        ))
    }
    for event in events {
      appendDrop(before: event.sequence, at: event.time)
      result.append(event)
      next = max(next, event.sequence + 1)
    }
    appendDrop(before: .max, at: events.last?.time ?? 0)
    return result
  }
}
