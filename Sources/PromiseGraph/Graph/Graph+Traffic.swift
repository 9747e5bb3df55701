package import PromiseEvents

/// A way from one queue to another, and how often handlers took it: the parent was settled on the one,
/// the handler ran on the other.
package struct Hop: Hashable, Sendable {
  package let from: QueueID
  package let to: QueueID
  package let count: Int
}

/// From which queue to which.
struct Way: Hashable, Sendable {
  var from: QueueID
  var to: QueueID
}

extension Graph {
  /// How often handlers ran on another queue than the one where their parent was settled, the most
  /// frequent way first. At most some hundred ways are counted.
  package var hops: [Hop] {
    hopCounts.map { Hop(from: $0.key.from, to: $0.key.to, count: $0.value) }
      .sorted { ($1.count, $0.from, $0.to) < ($0.count, $1.from, $1.to) }
  }

  /// The job that ran longest of all that are over; the first of several. O(1)
  package var longestJob: JobNode? { longestJobID.flatMap { job($0) } }

  /// The first promises, by identity, whose body has run and that neither a timer nor a queue will settle:
  /// whoever holds the resolver will.
  package func waitingForCode(limit: Int) -> [PromiseID] {
    var found: [PromiseID] = []
    var number: Int?
    while found.count < limit, let next = externalSet.next(after: number) {
      found.append(PromiseID(next))
      number = next
    }
    return found
  }

  /// How many of those there are. O(1)
  package var waitingForCodeCount: Int { externalSet.count }

  /// A handler begins to run: did it come from another queue?
  mutating func countHop(to child: PromiseID?, on queue: QueueID) {
    guard let child,
      let parent = promiseTable.read(child.rawValue, { $0.creation.parents.first }), let parent,
      let from = promiseTable.read(parent.rawValue, { $0.settled?.queue }), let from, from != queue
    else { return }
    let way = Way(from: from, to: queue)
    guard hopCounts[way] != nil || hopCounts.count < Self.mostWays else { return }
    hopCounts[way, default: 0] += 1
  }

  /// A job is over: did it run longer than all before it?
  mutating func compareRun(of job: JobID, ran: Int64) {
    let longest = longestJobID.flatMap { jobTable.read($0.rawValue) { $0.ran ?? 0 } } ?? 0
    if ran > longest { longestJobID = job }
  }

  private static var mostWays: Int { 256 }
}

extension PromiseNode {
  /// Its body has run, and neither a timer nor a queue will settle it: whoever holds the resolver will.
  var waitsForCode: Bool {
    body.isFull && state == .pending && bodyEnded != nil && timer == nil
  }
}
