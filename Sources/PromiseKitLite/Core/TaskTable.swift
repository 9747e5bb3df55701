internal import CRecording
import Synchronization

// Tasks in the events: a task that awaits promises is a node, as a promise is.

/// The promise for which a task of the library works: that of `Promise(async:)`. Its task awaits other
/// promises in its name.
final class TaskOwner: Sendable {
  /// The owner of the task that began here, also in the tasks that this one has created.
  @TaskLocal static var current: TaskOwner?

  let environment: PromiseEnvironment
  let promise: PromiseID
  /// The number of the task; 0 until it has started.
  private let task = Atomic<UInt64>(0)

  init(_ promise: PromiseID, in environment: PromiseEnvironment) {
    (self.promise, self.environment) = (promise, environment)
  }

  /// Notes that the running task is the one that works for the promise.
  func begin() { task.store(cr_task_number(), ordering: .relaxed) }

  /// Whether the running task, which has this number, is the one that works for the promise, rather
  /// than one that it has created.
  func owns(task number: UInt64) -> Bool {
    number == 0 || task.load(ordering: .relaxed) == number
  }
}

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

/// A task that awaits a promise, as the events name it.
struct AwaitName: Sendable {
  let environment: PromiseEnvironment
  /// The promise that it awaits.
  let promise: PromiseID
  /// The node of the task, or the promise for which it works.
  private let awaiter: PromiseID
  /// The number of the task, if it has a node of its own; 0 otherwise.
  private let task: UInt64

  /// Posts that the running task, which runs on `actor`, begins to await the promise at `site`.
  init(
    _ promise: PromiseID, in environment: PromiseEnvironment, on actor: (any Actor)?,
    at site: CallSite
  ) {
    (self.promise, self.environment) = (promise, environment)
    let queue = actor.map { environment.queue(of: $0) }
    (awaiter, task) = environment.awaiter(on: queue, at: site)
    environment.post(
      .awaitBegan(promise: promise, by: awaiter, site: site.isKnown ? site.resolved : nil),
      on: queue)
  }

  /// Posts that the task no longer awaits the promise.
  func end(_ ending: PromiseEvent.AwaitEnding) {
    guard environment.bus.isObserved, environment.declares(promise) else { return }
    var cause: UInt64 = 0
    let stamp = environment.stamp(after: &cause)
    environment.bus.post(
      PromiseEvent(stamp, .awaitEnded(promise: promise, ending: ending, by: awaiter)))
    if task != 0 { environment.tasks.withLock { $0.end(task, stamp: cause) } }
  }
}

extension PromiseEnvironment {
  /// Returns the promise that stands for the running task, which begins to await another one: the one
  /// for which it works, or a node of its own, with the number of the task.
  fileprivate func awaiter(on queue: QueueID?, at site: CallSite) -> (PromiseID, task: UInt64) {
    let number = cr_task_number()
    var owner = TaskOwner.current
    if owner?.environment !== self || !declares(owner?.promise) { owner = nil }
    if let owner, owner.owns(task: number) { return (owner.promise, 0) }
    if number != 0,
      let known = tasks.withLock({ $0.begin(number, isDeclared: { declares($0) }) })
    {
      return (known, number)
    }
    let promise = PromiseID(bus.nextPromise())
    var cause: UInt64 = 0
    var stamp = stamp(after: &cause)
    stamp.queue = queue ?? stamp.queue
    bus.postCreated(
      stamp, promise, .task, label: cr_task_name().map { String(cString: $0) }, site,
      of: [owner?.promise].compactMap { $0 }, isGuarantee: false, tag: Tag.current?.text)
    guard number != 0 else { return (promise, 0) }
    let forgotten = tasks.withLock { tasks in
      tasks.add(number, promise, stamp: cause)
      return tasks.forget()
    }
    for (promise, stamp) in forgotten { postForgotten(promise, after: stamp) }
    return (promise, number)
  }

  /// Whether a promise was declared in the stream that is being observed.
  fileprivate func declares(_ promise: PromiseID?) -> Bool {
    promise.map { bus.declares(UInt32(truncatingIfNeeded: $0.rawValue)) } ?? false
  }

  /// Posts that the library no longer remembers a task.
  private func postForgotten(_ task: PromiseID, after stamp: UInt64) {
    var cause = stamp
    bus.postDeallocated(self.stamp(after: &cause), task, .settled, [])
  }

  /// Numbers and posts an event that happens on an actor, whose queue is `queue`.
  func post(_ kind: PromiseEvent.Kind, on queue: QueueID?) {
    guard bus.isObserved else { return }
    var stamp = stamp()
    stamp.queue = queue ?? stamp.queue
    bus.post(PromiseEvent(stamp, kind))
  }
}
