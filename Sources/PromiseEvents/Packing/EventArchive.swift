/// The full pages of a recording, and what was given up for the sake of its limits.
struct EventArchive {
  /// What the recording may take, the pages that are being written included.
  let limit: (events: Int, bytes: Int)
  /// What its pages take at most.
  private(set) var taken = (events: 0, bytes: 0)
  /// The pages of each weight, the oldest first.
  private var pages = [[EventPage]](repeating: [], count: EventWeight.allCases.count)
  /// What was given up, by kind.
  private(set) var dropped: [PromiseEvent.Kind.Name: Int] = [:]
  /// Between these numbers something was given up since the events were handed out.
  private(set) var loss: ClosedRange<Int>?
  /// The greatest number that was handed out.
  private var handedOut = 0

  init(events: Int, bytes: Int) { limit = (events, bytes) }

  /// A page for `events` events in `bytes` bytes, for which others are given up if there is no room;
  /// `newest` is about the greatest number so far. Complexity: O(pages), amortised O(1) an event.
  mutating func openPage(events: Int, bytes: Int, newest: Int) -> EventPage {
    while taken.events + events > limit.events || taken.bytes + bytes > limit.bytes {
      guard let weight = weightToGiveUp(newest: newest) else { break }
      giveUp(pages[weight].removeFirst())
    }
    taken.events += events
    taken.bytes += bytes
    return EventPage(events: events, bytes: bytes)
  }

  /// Takes a page that is full.
  mutating func close(_ page: EventPage, _ weight: EventWeight) {
    guard page.count > 0 else { return }
    // What it was allowed and did not use is free again.
    taken.events -= page.capacity.events - page.count
    pages[weight.rawValue].append(page)
  }

  /// Counts an event that is too large for the recording.
  mutating func refuse(_ stamp: EventStamp, _ name: PromiseEvent.Kind.Name) {
    dropped[name, default: 0] += 1
    noteLoss(stamp.sequence...stamp.sequence)
  }

  /// What is kept: these pages, the open ones, and the numbers among which something is missing.
  func snapshot(with open: [EventPage]) -> EventSnapshot {
    EventSnapshot(pages: pages.flatMap { $0 } + open, loss: loss)
  }

  /// Forgets the pages, since `highest` is the greatest number that was handed out. The open ones are
  /// forgotten too.
  mutating func forget(handedOut highest: Int) {
    pages = pages.map { _ in [] }
    taken = (0, 0)
    loss = nil
    handedOut = max(handedOut, highest)
  }

  /// Of the older half the details go first, then the endings, then the declarations; the newer half
  /// is touched when nothing else is left, in the same order.
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

  /// Something between these numbers is lost. What was handed out already is not.
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

  /// The greatest number; 0 if there is nothing.
  var highest: Int { max(loss?.upperBound ?? 0, pages.map(\.highest).max() ?? 0) }

  /// The events in order, with one that tells of the loss wherever numbers are missing because of it.
  /// Complexity: O(n log n), O(n) for those of one thread.
  var events: [PromiseEvent] {
    var events: [PromiseEvent] = []
    events.reserveCapacity(pages.reduce(0) { $0 + $1.count })
    for page in pages { page.unpack(into: &events) }
    events.sort { $0.sequence < $1.sequence }
    return loss.map { Self.telling($0, in: events) } ?? events
  }

  private static func telling(
    _ loss: ClosedRange<Int>, in events: [PromiseEvent]
  ) -> [PromiseEvent] {
    var told: [PromiseEvent] = []
    told.reserveCapacity(events.count)
    var next = loss.lowerBound
    func tellGap(before number: Int, at time: Int64) {
      let last = min(number - 1, loss.upperBound)
      guard next <= last else { return }
      told.append(
        PromiseEvent(
          sequence: last, time: time, thread: nil, queue: nil,
          kind: .dropped(count: last - next + 1)
        ))
    }
    for event in events {
      tellGap(before: event.sequence, at: event.time)
      told.append(event)
      next = max(next, event.sequence + 1)
    }
    tellGap(before: .max, at: events.last?.time ?? 0)
    return told
  }
}

/// The events of a recording at one instant, unpacked a few pages at a time: however many there are, little
/// memory is taken beside the packed ones.
package struct EventBatches {
  /// The pages that are still packed, the one with the least number last.
  private var pages: [EventPage]
  /// What is unpacked and may come after something that is not, in order.
  private var waiting: [PromiseEvent] = []
  /// The numbers among which something is missing, as far as that was not told.
  private var loss: ClosedRange<Int>?
  private var time: Int64 = 0

  /// No events.
  package init() { pages = [] }

  init(_ snapshot: EventSnapshot) {
    pages = snapshot.pages.sorted { $0.lowest > $1.lowest }
    loss = snapshot.loss
  }

  /// Nothing is left.
  package var isEmpty: Bool { pages.isEmpty && waiting.isEmpty && loss == nil }

  /// The next events in order, with one that tells of a loss wherever numbers are missing because of it; none
  /// at the end. Complexity: O(n log n) in these events.
  package mutating func next() -> [PromiseEvent]? {
    guard !isEmpty else { return nil }
    var count = 0
    while count < Self.portion, let page = pages.popLast() {
      page.unpack(into: &waiting)
      count += page.count
    }
    if count > 0 { waiting.sort { $0.sequence < $1.sequence } }
    let end = pages.last?.lowest ?? .max
    let place = waiting.firstIndex { $0.sequence >= end } ?? waiting.count
    // What waits longer is copied, which is little.
    var ready = waiting
    waiting = Array(ready[place...])
    ready.removeLast(waiting.count)
    return loss == nil ? ready : telling(ready, before: end)
  }

  /// The events, among which there are those that tell of a loss; `end` is where more may come.
  private mutating func telling(_ events: [PromiseEvent], before end: Int) -> [PromiseEvent] {
    var told: [PromiseEvent] = []
    told.reserveCapacity(events.count)
    for event in events {
      tellLoss(before: event.sequence, in: &told)
      time = event.time
      told.append(event)
      if let loss, event.sequence >= loss.lowerBound { begin(after: event.sequence) }
    }
    if pages.isEmpty, waiting.isEmpty { tellLoss(before: .max, in: &told) }
    return told
  }

  private mutating func tellLoss(before number: Int, in told: inout [PromiseEvent]) {
    guard let loss, loss.lowerBound < number else { return }
    let last = min(number - 1, loss.upperBound)
    told.append(
      PromiseEvent(
        sequence: last, time: time, thread: nil, queue: nil,
        kind: .dropped(count: last - loss.lowerBound + 1)))
    begin(after: last)
  }

  /// What is lost up to `number` is told.
  private mutating func begin(after number: Int) {
    guard let upper = loss?.upperBound else { return }
    loss = number < upper ? (number + 1)...upper : nil
  }

  /// So many events at least are unpacked at a time, where there are so many.
  private static var portion: Int { 8192 }
}
