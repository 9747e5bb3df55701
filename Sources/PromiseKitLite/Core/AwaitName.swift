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
