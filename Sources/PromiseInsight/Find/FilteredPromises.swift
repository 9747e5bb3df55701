package import PromiseEvents
package import PromiseGraph

/// The promises of a graph that match a filter, and those above them, which are kept so that a chain stays
/// readable.
///
/// It is updated event by event, so a frame only has to look up the promises that it shows.
package struct FilteredPromises: Sendable {
  /// The filter.
  package let filter: Filter
  /// How many promises match it.
  package private(set) var matchCount = 0
  /// How many promises are kept: those that match, and those above them.
  package private(set) var keptCount = 0
  /// For each promise, twice the number of kept promises directly below it, plus one if it matches.
  private var marks = IdentityMarks()
  /// Promises above a kept one that no event has mentioned yet.
  private var missing: Set<PromiseID> = []
  /// The number of gaps in the graph.
  private var gaps = 0

  /// Creates the set for the promises of `graph`. O(promises)
  package init(_ filter: Filter, in graph: Graph) {
    self.filter = filter
    gaps = graph.gaps
    for node in graph.promises where filter.matches(node, in: graph) { mark(node.id, in: graph) }
  }

  /// Returns whether a promise matches.
  package func isMatch(_ promise: PromiseID) -> Bool { marks[promise.rawValue] & 1 == 1 }

  /// Returns whether a promise matches, or is above one that does.
  package func keeps(_ promise: PromiseID) -> Bool { marks[promise.rawValue] != 0 }

  /// The promises that are kept, in the order of their identities. O(greatest identity)
  package var kept: [PromiseID] { marks.numbers.map { PromiseID($0) } }

  /// Updates the set from `old` to `new`, the graph of the same stream `events` later or earlier. O(promises
  /// that they name), except if a gap or a queue's new name changes many of them
  package mutating func apply(
    _ events: some Sequence<PromiseEvent>, from old: Graph, to new: Graph
  ) {
    var isStale = new.gaps != gaps
    // Promises that are no longer known.
    var vanished: [PromiseID] = []
    for event in events where !isStale {
      isStale = filter.looksAtQueues && event.kind.declaresQueue
      if case .created(let creation) = event.kind, keeps(creation.promise) {
        // Before that it was only mentioned, and may have been elsewhere.
        isStale = isStale || old.knows(creation.promise) == new.knows(creation.promise)
      }
      event.kind.forEachPromise {
        isStale = isStale || !check($0, from: old, to: new)
        if !new.knows($0), keeps($0) { vanished.append($0) }
      }
    }
    // Promises that were kept for others cannot be found from here.
    isStale = isStale || vanished.contains { keeps($0) }
    if isStale || keptCount > new.promises.count { self = FilteredPromises(filter, in: new) }
  }

  /// Checks a promise again; returns `false` if it changes which others are kept in a way that is not known.
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
  /// Returns whether there is such a promise. O(1)
  package func knows(_ promise: PromiseID) -> Bool { promiseTable.contains(promise.rawValue) }
}

extension Filter {
  /// Whether the name of a queue can change what matches.
  fileprivate var looksAtQueues: Bool { terms.contains { $0.key == .queue || $0.key == nil } }
}

extension PromiseEvent.Kind {
  fileprivate var declaresQueue: Bool { if case .queueDeclared = self { true } else { false } }
}
