package import PromiseEvents

/// A hop from one queue to another, and how often handlers took it: the parent settled on the first, the
/// handler ran on the second.
package struct Hop: Hashable, Sendable {
  package let from: QueueID
  package let to: QueueID
  package let count: Int
}

/// The queues of a hop.
struct Way: Hashable, Sendable {
  var from: QueueID
  var to: QueueID
}

extension Graph {
  /// How often handlers ran on a different queue from the one where their parent settled, the most frequent hop
  /// first. At most some hundred hops are counted.
  package var hops: [Hop] {
    totals.hops.map { Hop(from: $0.key.from, to: $0.key.to, count: $0.value) }
      .sorted { ($1.count, $0.from, $0.to) < ($0.count, $1.from, $1.to) }
  }

  /// The finished job that ran longest; the first of several. O(1)
  package var longestJob: JobNode? { totals.longestJob.flatMap { job($0) } }

  /// Returns the first promises, by identity, whose body has run and that neither a timer nor a queue will
  /// settle: the code that holds the resolver must settle them.
  package func waitingForCode(limit: Int) -> [PromiseID] {
    var found: [PromiseID] = []
    var number: Int?
    while found.count < limit, let next = unsettled.external.next(after: number) {
      found.append(PromiseID(next))
      number = next
    }
    return found
  }

  /// The number of promises that wait for code. O(1)
  package var waitingForCodeCount: Int { unsettled.external.count }

  /// Counts a hop if the handler that starts came from another queue.
  mutating func countHop(to child: PromiseID?, on queue: QueueID) {
    guard let child,
      let parent = promiseTable.read(child.rawValue, { $0.creation.parents.first }), let parent,
      let from = promiseTable.read(parent.rawValue, { $0.settled?.queue }), let from, from != queue
    else { return }
    let way = Way(from: from, to: queue)
    guard totals.hops[way] != nil || totals.hops.count < Self.mostWays else { return }
    totals.hops[way, default: 0] += 1
  }

  /// Compares a finished job with the longest one so far.
  mutating func compareRun(of job: JobID, ran: Int64) {
    let longest = totals.longestJob.flatMap { jobTable.read($0.rawValue) { $0.ran ?? 0 } } ?? 0
    if ran > longest { totals.longestJob = job }
  }

  private static var mostWays: Int { 256 }
}

extension PromiseNode {
  /// Whether its body has run and neither a timer nor a queue will settle it, only the code that holds its
  /// resolver.
  var waitsForCode: Bool {
    body.isFull && state == .pending && bodyEnded != nil && timer == nil
  }
}
