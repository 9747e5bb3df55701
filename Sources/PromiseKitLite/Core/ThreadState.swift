import PromiseSystem

/// The state that one thread keeps while it settles and frees promises: the lists that turn
/// recursion into loops. It never leaves its thread.
struct ThreadState {
  private let storage: UnsafeMutablePointer<Storage>

  private struct Storage {
    /// Settled promises whose handlers are yet to be notified, first in, first out.
    var settled = Worklist<Entry>()
    var isDraining = false
    /// The handlers that the drain has notified and not enqueued yet.
    var batch = EnqueueBatch()
    /// Whether handlers are being notified that were attached to promises of the batch in the meantime.
    var isGathering = false
    /// The number of handlers that were added to a batch.
    var collected = 0
    /// The handlers of freed promises, which are freed one after another.
    var abandoned: [Handler] = []
    var isDismantling = false
    /// The running handlers on this thread whose chains have a context, the innermost last.
    var running: [Running] = []
    /// The context of the innermost call on this thread that binds one.
    var context: Unmanaged<Context>?
    /// The number of nested calls that report to the program.
    var reports = 0
    /// The warning whose log event a handler is receiving.
    var reported: PromiseWarning?
  }

  /// A settled promise with handlers that are yet to be notified.
  private struct Entry {
    let core: PromiseCore
    let settled: Settled
    let batch: CoreState.Batch
  }

  private struct Running {
    let child: ObjectIdentifier
    let handler: RunningHandler
  }

  /// What a running handler does with the settlement that it read.
  enum RunningHandler {
    /// It passes the settlement on: an `ensure` or a `tap`.
    case passesOn
    /// It produces a value or an error of its own.
    case makesResult
  }

  /// Notifies the handlers of a promise and of everything that settles as a result, breadth first.
  /// Inside a drain of this thread, it adds the promise to the list of that drain.
  /// (rules 3, 4, and 6)
  func handOut(
    _ batch: consuming CoreState.Batch, of core: consuming PromiseCore, _ settled: consuming Settled
  ) {
    guard !storage.pointee.isDraining else {
      storage.pointee.settled.append(Entry(core: core, settled: settled, batch: batch))
      return
    }
    Step.reached(.settled)
    if batch.others == nil, batch.first.enqueueAlone(settled, of: core) { return }
    storage.pointee.isDraining = true
    notify(batch, of: core, settled)
    catchUp()
    storage.pointee.isDraining = false
  }

  /// Delivers what the current drain of this thread has yet to deliver, because the thread is about
  /// to block. Otherwise, a handler that waits for something later in the drain would wait forever.
  func catchUp() {
    guard storage.pointee.isDraining else { return }
    repeat {
      while let entry = storage.pointee.settled.takeFirst() {
        notify(entry.batch, of: entry.core, entry.settled)
      }
      enqueueCollected()
    } while !storage.pointee.settled.isEmpty
  }

  /// Notifies the handlers of a promise. Its drain ends when those for queues are enqueued. `isLate` is whether earlier
  /// ones may be in the batch already.
  private func notify(
    _ batch: consuming CoreState.Batch, of core: consuming PromiseCore, _ settled: Settled,
    isLate: Bool = false
  ) {
    // Handlers of other promises may be in the batch already.
    let collected = storage.pointee.collected
    core.notify(batch, settled, in: self)
    while (!isLate && collected == storage.pointee.collected) || storage.pointee.batch.isEmpty {
      guard let more = core.locked({ $0.nextBatch() }) else { return Step.reached(.drained) }
      core.notify(more, settled, in: self)
    }
    storage.pointee.batch.append(core)
  }

  /// Enqueues a handler together with the others of this drain. `make` returns its block, which waits for the latch
  /// that it receives before it does anything else. (rule 4)
  @inline(__always)
  func collect(_ target: OperationHandler.Target, _ make: (StartLatch?) -> EnqueueBatch.Block) {
    guard storage.pointee.isDraining else { return target.dispatch(make(nil)) }
    storage.pointee.collected &+= 1
    storage.pointee.batch.append(target, make)
  }

  /// Runs `body`, which resumes a thread or a task that waited for `promise`, once the handlers of this
  /// drain are enqueued.
  func resume(after promise: PromiseCore, _ body: @escaping @Sendable () -> Void) {
    // A simulation resumes at the end of the turn anyway.
    let isSimulated = promise.ownEnvironment?.executor.postsDeallocationsLater ?? false
    guard storage.pointee.isDraining, !isSimulated else { return body() }
    storage.pointee.batch.append(resumption: body)
  }

  /// Enqueues the handlers that the drain has collected. Called at its end, and before a closure of the
  /// program runs, which can wait for one of them.
  @inline(__always)
  func enqueueCollected() {
    if storage.pointee.batch.isEmpty { return }
    if !storage.pointee.batch.enqueueOnly() { enqueueSeveral() }
    Step.reached(.drained)
  }

  @inline(never)
  private func enqueueSeveral() {
    for _ in 0..<Self.mostRounds {
      // A closure of the program that runs while late handlers are notified divides them, like an inline handler.
      if storage.pointee.isGathering || !storage.pointee.batch.isSmall { break }
      if storage.pointee.batch.enqueueAtOnce() { return }
      notifyLate()
    }
    for late in storage.pointee.batch.enqueue() {
      storage.pointee.settled.append(
        Entry(core: late.promise, settled: late.settled, batch: late.batch))
    }
  }

  /// How often a drain looks for late handlers before it enqueues any, so that threads that attach handlers all the time
  /// do not hold up the others.
  private static var mostRounds: Int { 100 }

  /// Notifies the handlers that were attached to promises of the batch in the meantime, so that they are enqueued together
  /// with the others.
  private func notifyLate() {
    storage.pointee.isGathering = true
    for late in storage.pointee.batch.takeLate() {
      notify(late.batch, of: late.promise, late.settled, isLate: true)
    }
    storage.pointee.isGathering = false
  }

  /// Runs `body` as another thread would: settlements in it are delivered in it, not after the
  /// drain of this thread.
  func apart<R>(_ body: () throws -> R) rethrows -> R {
    let outer = (storage.pointee.settled, storage.pointee.isDraining)
    (storage.pointee.settled, storage.pointee.isDraining) = (Worklist<Entry>(), false)
    defer {
      storage.pointee.settled.free()
      (storage.pointee.settled, storage.pointee.isDraining) = outer
    }
    return try body()
  }

  /// Frees the handlers that `collect` adds to the list, their children, the handlers of these, and
  /// so on, in a loop. Dropping a chain of a million links uses no stack.
  func dismantle(_ collect: (inout [Handler]) -> Void) {
    collect(&storage.pointee.abandoned)
    guard !storage.pointee.isDismantling else { return }
    storage.pointee.isDismantling = true
    while let handler = storage.pointee.abandoned.popLast() { withExtendedLifetime(handler) {} }
    if storage.pointee.abandoned.capacity > 1024 { storage.pointee.abandoned = [] }
    storage.pointee.isDismantling = false
  }

  /// Whether a promise that is freed now is freed because the promise that it waits for is.
  var isDismantling: Bool { storage.pointee.isDismantling }

  /// Runs `body`, which reports to the program. Inside such a call, it runs `nested` instead, and
  /// nothing inside that. A handler that causes reports therefore does not run forever.
  func report(_ body: () -> Void, nested: () -> Void) {
    guard storage.pointee.reports < 2 else { return }
    enqueueCollected()
    storage.pointee.reports += 1
    storage.pointee.reports == 1 ? body() : nested()
    storage.pointee.reports -= 1
  }

  /// Runs `body`, which passes the log event of `warning` to a handler.
  func reporting(_ warning: PromiseWarning, _ body: () -> Void) {
    let outer = storage.pointee.reported
    storage.pointee.reported = warning
    body()
    storage.pointee.reported = outer
  }

  /// The warning whose log event a handler is receiving now.
  var reported: PromiseWarning? { storage.pointee.reported }

  /// The context that the running code was bound to on this thread; `nil` if it was not.
  var context: Unmanaged<Context>? { storage.pointee.context }

  /// Runs `body` with `context` as the context of this thread.
  @inline(__always)
  func bind<R>(_ context: Context, _ body: () throws -> R) rethrows -> R {
    let outer = storage.pointee.context
    storage.pointee.context = .passUnretained(context)
    defer {
      storage.pointee.context = outer
      withExtendedLifetime(context) {}
    }
    return try body()
  }

  /// Runs `body`, the handler that settles `child`. This makes it possible to recognize a handler
  /// that cancels its own chain.
  func run<R>(_ handler: RunningHandler, of child: PromiseCore, _ body: () -> R) -> R {
    storage.pointee.running.append(Running(child: ObjectIdentifier(child), handler: handler))
    defer { storage.pointee.running.removeLast() }
    return body()
  }

  /// Returns the handler that settles `child`, if it is running on this thread.
  func handler(of child: PromiseCore) -> RunningHandler? {
    storage.pointee.running.last { $0.child == ObjectIdentifier(child) }?.handler
  }

  /// A number that identifies the thread.
  var mark: UInt { UInt(bitPattern: storage) }

  /// The state of the current thread.
  static var current: ThreadState {
    if let known = pthread_getspecific(key) {
      return ThreadState(storage: known.assumingMemoryBound(to: Storage.self))
    }
    let storage = UnsafeMutablePointer<Storage>.allocate(capacity: 1)
    storage.initialize(to: Storage())
    pthread_setspecific(key, storage)
    return ThreadState(storage: storage)
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { pointer in
      #if canImport(Darwin)
        let known: UnsafeMutableRawPointer? = pointer
      #else
        let known = pointer
      #endif
      guard let storage = known?.assumingMemoryBound(to: Storage.self) else { return }
      storage.pointee.settled.free()
      storage.deinitialize(count: 1)
      storage.deallocate()
    }
    precondition(status == 0, "PromiseKitLite: no thread-specific keys are left in this process")
    return key
  }()
}

extension PromiseEnvironment {
  /// Runs `body` as if no promise were settling on this thread. An inline handler of another
  /// environment may step a simulation.
  package static func apart<R>(_ body: () throws -> R) rethrows -> R {
    try ThreadState.current.apart(body)
  }

  /// Delivers what this thread has yet to deliver, because it is about to block.
  package static func catchUp() { ThreadState.current.catchUp() }
}
