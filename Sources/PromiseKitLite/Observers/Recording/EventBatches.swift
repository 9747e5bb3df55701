/// The events of a recording at one instant, unpacked a few pages at a time: however many there are, little
/// memory is taken beside the packed ones.
struct EventBatches {
  /// The pages that are still packed, the one with the least number last.
  private var pages: [EventPage]
  /// What is unpacked and may come after something that is not, in order.
  private var waiting: [PromiseEvent] = []
  /// The numbers among which something is missing, as far as that was not told.
  private var loss: ClosedRange<Int>?
  private var time: Int64 = 0

  /// No events.
  init() { pages = [] }

  init(_ snapshot: EventSnapshot) {
    pages = snapshot.pages.sorted { $0.lowest > $1.lowest }
    loss = snapshot.loss
  }

  /// Nothing is left.
  var isEmpty: Bool { pages.isEmpty && waiting.isEmpty && loss == nil }

  /// The next events in order, with one that tells of a loss wherever numbers are missing because of it; none
  /// at the end. Complexity: O(n log n) in these events.
  mutating func next() -> [PromiseEvent]? {
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
