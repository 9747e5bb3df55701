package import PromiseEvents

/// The promises of a graph that a filter lets through, and those above them, which are kept so that a
/// chain stays readable.
///
/// It is brought up to date event by event, so that a frame asks only for the promises that it shows.
package struct FilteredPromises: Sendable {
  /// The filter.
  package let filter: Filter
  /// How many promises match it.
  package private(set) var matchCount = 0
  /// How many are kept: those that match, and those above them.
  package private(set) var keptCount = 0
  /// By the number of the promise: twice how many that are kept lie directly below it, and one more
  /// where it matches.
  private var marks = IdentityMarks()
  /// Promises that lie above a kept one, and of which nothing was told yet.
  private var missing: Set<PromiseID> = []
  /// How many gaps the graph has had.
  private var gaps = 0

  /// The promises of `graph` that match. O(promises)
  package init(_ filter: Filter, in graph: Graph) {
    self.filter = filter
    gaps = graph.gaps
    for node in graph.promises where filter.matches(node, in: graph) { mark(node.id, in: graph) }
  }

  /// The promise matches.
  package func isMatch(_ promise: PromiseID) -> Bool { marks[promise.rawValue] & 1 == 1 }

  /// The promise matches, or lies above one that does.
  package func keeps(_ promise: PromiseID) -> Bool { marks[promise.rawValue] != 0 }

  /// The promises that are kept, in the order of their identities. O(greatest identity)
  package var kept: [PromiseID] { marks.numbers.map { PromiseID($0) } }

  /// Goes on from `old`, for which this is up to date, to `new`: the same stream, `events` later or earlier.
  /// O(promises that they name), except where a gap or a queue's new name changes many at once
  package mutating func apply(
    _ events: some Sequence<PromiseEvent>, from old: Graph, to new: Graph
  ) {
    var isStale = new.gaps != gaps
    // Promises of which nothing is known any more.
    var vanished: [PromiseID] = []
    for event in events where !isStale {
      isStale = filter.looksAtQueues && event.kind.declaresQueue
      if case .created(let creation) = event.kind, keeps(creation.promise) {
        // It was only mentioned before that, and may have lain elsewhere.
        isStale = isStale || old.knows(creation.promise) == new.knows(creation.promise)
      }
      event.kind.forEachPromise {
        isStale = isStale || !check($0, from: old, to: new)
        if !new.knows($0), keeps($0) { vanished.append($0) }
      }
    }
    // What was kept for the sake of others that are still there is not to be seen.
    isStale = isStale || vanished.contains { keeps($0) }
    if isStale || keptCount > new.promises.count { self = FilteredPromises(filter, in: new) }
  }

  /// Looks at a promise anew; false where others are kept for its sake that were not known to be.
  private mutating func check(_ promise: PromiseID, from old: Graph, to new: Graph) -> Bool {
    let matches = new[promise].map { filter.matches($0, in: new) } ?? false
    if matches, !isMatch(promise) { mark(promise, in: new) }
    if !matches, isMatch(promise) { unmark(promise, in: old) }
    return missing.isEmpty || !missing.contains(promise)
  }

  private mutating func mark(_ promise: PromiseID, in graph: Graph) {
    matchCount += 1
    var next: PromiseID? = promise
    var change: Int32 = 1
    while let promise = next {
      let wasKept = keeps(promise)
      marks[promise.rawValue] += change
      guard !wasKept else { return }
      keptCount += 1
      next = graph.promise(above: promise)
      if next == nil, let above = graph.place(above: promise) { missing.insert(above) }
      change = 2
    }
  }

  private mutating func unmark(_ promise: PromiseID, in graph: Graph) {
    matchCount -= 1
    var next: PromiseID? = promise
    var change: Int32 = 1
    while let promise = next {
      marks[promise.rawValue] -= change
      guard !keeps(promise) else { return }
      keptCount -= 1
      next = graph.promise(above: promise)
      change = 2
    }
  }
}

extension Graph {
  /// There is such a promise. O(1)
  package func knows(_ promise: PromiseID) -> Bool { promiseTable.contains(promise.rawValue) }
}

extension Filter {
  /// The name of a queue can change what it lets through.
  fileprivate var looksAtQueues: Bool { terms.contains { $0.key == .queue || $0.key == nil } }
}

extension PromiseEvent.Kind {
  fileprivate var declaresQueue: Bool { if case .queueDeclared = self { true } else { false } }
}
