import PromiseEvents
import PromiseGraph

/// The verb, the promise and the queue of each event row, in a few bytes per event.
struct EventRows: Sendable {
  /// A page of events with consecutive numbers.
  private struct Page: Sendable {
    var first: Int
    var verbs: [UInt8] = []
    var subjects: [Int32] = []
    var queues: [Int32] = []
    var end: Int { first + verbs.count }
  }

  private var pages: [Page] = []

  /// Adds the row of an event.
  mutating func append(_ event: PromiseEvent) {
    let follows =
      !pages.isEmpty && pages[pages.count - 1].end == event.sequence
      && pages[pages.count - 1].verbs.count < Self.pageSize
    if !follows { pages.append(Page(first: event.sequence)) }
    let last = pages.count - 1
    let mentioned = event.kind.mentioned
    pages[last].verbs.append(EventVerb(event.kind).code)
    pages[last].subjects.append(Int32(truncatingIfNeeded: mentioned.subject?.rawValue ?? 0))
    pages[last].queues.append(
      Int32(truncatingIfNeeded: (mentioned.queue ?? event.queue)?.rawValue ?? 0))
  }

  /// Forgets the events up to a number, in whole pages.
  mutating func evict(to base: Int) {
    if let first = pages.first, first.end - 1 <= base {
      pages.removeFirst(pages.prefix { $0.end - 1 <= base }.count)
    }
  }

  /// Returns the numbers of the events whose verb, promise or queue is among the given ones. O(events)
  func search(
    verbs: Set<EventVerb>, subject: PromiseID?, queues: Set<QueueID>
  ) -> [Int] {
    guard !verbs.isEmpty || subject != nil || !queues.isEmpty else { return [] }
    let isSought = EventVerb.allCases.map(verbs.contains)
    let subject = subject.map { Int32(truncatingIfNeeded: $0.rawValue) }
    var isQueueSought = IdentityMarks()
    for queue in queues { isQueueSought[Int(Int32(truncatingIfNeeded: queue.rawValue))] = 1 }
    var found: [Int] = []
    for page in pages {
      for index in page.verbs.indices
      where isSought[Int(page.verbs[index])] || page.subjects[index] == subject
        || !queues.isEmpty && isQueueSought[Int(page.queues[index])] != 0
      {
        found.append(page.first + index)
      }
    }
    return found
  }

  private static var pageSize: Int { 4096 }
}
