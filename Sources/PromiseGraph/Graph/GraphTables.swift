package import PromiseEvents

// The tables of a graph, by what they are about. Their keys are the numbers of identities, unless they say otherwise.

/// The queues, and the order of what is in them.
package struct QueueTables: Equatable, Sendable {
  package var queues = IdentityTable<QueueNode>()
  /// The queues in the order in which they first appeared.
  package var order: PagedArray<QueueID> = []
  /// The jobs before and after each job in its queue.
  package var neighbors = IdentityTable<NumberList.Neighbors>()
  /// The jobs that threads have just enqueued: their queues may not have them yet.
  var arrivals: [Arrival] = []
}

package struct TimerTables: Equatable, Sendable {
  package var timers = IdentityTable<TimerNode>()
  /// The timers that have not fired, the next due first.
  var pending = SortedPages<PendingTimer>()
}

/// The chains in the order in which they began, from 1, and the groups of chains.
package struct ChainTables: Equatable, Sendable {
  package var chains = IdentityTable<ChainNode>()
  package var count = 0
  package var groups = IdentityTable<ChainGroup>()
  var groupKeys = HashIndex<GroupKey>()
  /// The group of promises that were only mentioned, once there is one, and how many these are.
  package var unknownGroup: GroupID?
  package var standIns = 0
}

/// What is known of threads, by ``Graph/threadNumber(_:)``.
package struct ThreadTables: Equatable, Sendable {
  /// The names, by the number of the thread.
  package var names = IdentityTable<String>()
  /// The newest step on each thread.
  package var steps = IdentityTable<Int>()
  /// The jobs that run on each thread, the innermost last.
  package var jobs = IdentityTable<PagedArray<JobID>>()
}

package struct WaitTables: Equatable, Sendable {
  /// The waits that block threads, by ``Graph/threadNumber(_:)``.
  package var threads = IdentityTable<WaitNode>()
  /// The waits of each job that have ended.
  package var ended = IdentityTable<[WaitNode]>()
  /// The promises that tasks await, by promise.
  package var tasks = IdentityTable<AwaitNode>()
}

/// The spans of distributed traces by promise, and the promises of each span.
package struct SpanTables: Equatable, Sendable {
  package var links = IdentityTable<[SpanLink]>()
  var promises = HashIndex<SpanKey>()
}

/// The processes, and that of each thread, by ``Graph/threadNumber(_:)``; empty if there is only one.
package struct ProcessTables: Equatable, Sendable {
  package var processes = IdentityTable<ProcessNode>()
  package var threads = IdentityTable<ProcessID>()
}

/// The lines of source that made promises.
package struct LineTables: Equatable, Sendable {
  package var lines = IdentityTable<LineNode>()
  var numbers = HashIndex<LineKey>()
}

package struct UnsettledPromises: Equatable, Sendable {
  /// The promises that may still settle.
  package var open = IdentitySet()
  /// The promises that wait for code outside the queues.
  package var external = IdentitySet()
}

package struct RunTotals: Equatable, Sendable {
  /// How many jobs were enqueued and started so far.
  package var enqueued = 0
  package var started = 0
  /// The number of the latest choice that a simulation has made.
  package var lastChoice = 0
  /// How often handlers hopped from one queue to another, and the job that ran longest.
  var hops: [Way: Int] = [:]
  package var longestJob: JobID?
}

/// How many promises were forgotten, and the greatest number among them.
package struct ForgottenCounts: Equatable, Sendable {
  package var promises = 0
  package var newest = 0
}
