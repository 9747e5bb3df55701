/// The tasks that have awaited promises of one environment, while it is observed.
///
/// The runtime does not say when a task ends. Therefore only so many tasks that await nothing are
/// remembered: one that is forgotten, and awaits a promise again, is a new node.
struct TaskTable {
  private struct Entry {
    let promise: PromiseID
    /// The stamp of its last event.
    var stamp: UInt64
    /// The number of promises that it awaits.
    var awaits = 0
    /// When it last began to await a promise, as a number that grows.
    var used = 0
  }

  /// The tasks by the numbers that the runtime gave them.
  private var entries: [UInt64: Entry] = [:]
  private var uses = 0
  /// The number of tasks at which some are forgotten.
  private var limit = TaskTable.most

  /// The most tasks that await nothing and are remembered.
  private static var most: Int { 1024 }

  var isEmpty: Bool { entries.isEmpty }

  /// Notes that a task begins to await a promise. Returns its node; `nil` if it has none that
  /// `isDeclared` accepts.
  mutating func begin(_ task: UInt64, isDeclared: (PromiseID) -> Bool) -> PromiseID? {
    guard var entry = entries[task], isDeclared(entry.promise) else { return nil }
    uses += 1
    (entry.awaits, entry.used) = (entry.awaits + 1, uses)
    entries[task] = entry
    return entry.promise
  }

  /// Adds a task, whose node was created with `stamp`, and which begins to await a promise.
  mutating func add(_ task: UInt64, _ promise: PromiseID, stamp: UInt64) {
    uses += 1
    entries[task] = Entry(promise: promise, stamp: stamp, awaits: 1, used: uses)
  }

  /// Notes that a task no longer awaits a promise.
  mutating func end(_ task: UInt64, stamp: UInt64) {
    entries[task]?.awaits -= 1
    entries[task]?.stamp = stamp
  }

  /// Removes half of the tasks that await nothing, if there are too many, those that awaited
  /// something the longest time ago first. Returns their nodes, with the stamps of their last events.
  mutating func forget() -> [(promise: PromiseID, stamp: UInt64)] {
    guard entries.count > limit else { return [] }
    let idle = entries.filter { $0.value.awaits <= 0 }.sorted { $0.value.used < $1.value.used }
    let old = idle.prefix(max(0, idle.count - Self.most / 2))
    for (task, _) in old { entries[task] = nil }
    limit = entries.count + Self.most / 2
    return old.map { ($0.value.promise, $0.value.stamp) }
  }
}
