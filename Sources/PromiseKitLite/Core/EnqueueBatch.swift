import Dispatch
import Synchronization

/// The handlers that a drain of a thread has notified and not enqueued yet.
///
/// They are enqueued together, and none of them starts before all are: what follows from one of them is
/// enqueued behind all others. (rule 4) A drain enqueues them at its end, and before it runs a handler or another
/// closure of the program, which may wait for one of them. Observers, comparisons of errors and deinitializers
/// run in between, so they must not wait for a handler.
///
/// A handler that another thread attaches in the meantime joins the batch, if that is small (``isSmall``). The handlers are enqueued, and the drains of
/// their promises end, under the locks of these, once none of them has a handler that was not notified. A thread that
/// attaches one later enqueues it itself.
struct EnqueueBatch {
  /// A closure in the form in which Dispatch keeps it.
  typealias Block = @convention(block) @Sendable () -> Void

  /// A handler for a queue.
  struct Entry {
    let target: OperationHandler.Target
    let block: Block
  }

  /// The first handler. Usually it is the only one.
  private var first: Entry?
  /// The first promise whose handlers were notified, and whose drain ends when they are enqueued.
  private var promise: PromiseCore?
  private var rest: Rest?

  /// The other handlers and promises, in the order of notification, and all threads that wait.
  private final class Rest {
    /// Their blocks wait for the latch.
    var entries: [Entry] = []
    let latch = StartLatch()
    /// Whether one of them is for a dispatcher of the program's own.
    var mayWait = false
    var promises: [PromiseCore] = []
    /// The threads and tasks to resume when the handlers are enqueued.
    var resumptions: [@Sendable () -> Void] = []

    func resume() {
      for resumption in resumptions {
        Step.reached(.resuming)
        resumption()
      }
    }
  }

  var isEmpty: Bool { first == nil && promise == nil && rest == nil }

  /// Appends a handler for `target`, whose block `make` returns. All but the first one of the batch wait for the
  /// latch themselves.
  @inline(__always)
  mutating func append(_ target: OperationHandler.Target, _ make: (StartLatch?) -> Block) {
    if first == nil, rest == nil {
      first = Entry(target: target, block: make(nil))
    } else {
      let others = others
      others.entries.append(Entry(target: target, block: make(others.latch)))
      if !target.isOfLibrary { others.mayWait = true }
    }
  }

  @inline(__always)
  mutating func append(_ core: consuming PromiseCore) {
    if promise == nil, rest == nil { promise = core } else { others.promises.append(core) }
  }

  mutating func append(resumption: @escaping @Sendable () -> Void) {
    others.resumptions.append(resumption)
  }

  private var others: Rest {
    mutating get {
      if let rest { return rest }
      let new = Rest()
      rest = new
      return new
    }
  }

  /// Handlers that were attached to a promise after the drain took the others.
  typealias Late = (promise: PromiseCore, settled: Settled, batch: CoreState.Batch)

  private var promises: [PromiseCore] {
    [promise].compactMap { $0 } + (rest?.promises ?? [])
  }

  /// Whether the locks of its promises may be held while its handlers are enqueued: there are few, and no dispatcher is
  /// the program's own.
  var isSmall: Bool { (rest?.promises.count ?? 0) < 32 && !mayWait }

  /// Whether one of the handlers is for a dispatcher of the program's own.
  var mayWait: Bool { rest?.mayWait == true || first?.target.isOfLibrary == false }

  /// Enqueues the only handler and ends the drain of its promise. Returns `false`, without an effect, if there are
  /// others, or if the dispatcher is the program's own.
  @inline(__always)
  mutating func enqueueOnly() -> Bool {
    guard rest == nil, let promise = promise.take() else { return false }
    if let entry = first.take() {
      if entry.target.isOfLibrary, promise.enqueueOnly(on: entry.target, entry.block) {
        return true
      }
      first = entry
    }
    self.promise = promise
    return false
  }

  /// Enqueues the handlers, ends the drain of their promises, and resumes what waited for one of these. Returns `false`,
  /// without an effect, if others were attached to one of the promises in the meantime. The dispatchers must be the
  /// library's: no others may be called under a lock.
  mutating func enqueueAtOnce() -> Bool {
    let (all, promises) = (self, promises)
    let isDone = PromiseCore.locked(promises) {
      if promises.contains(where: { $0.state.hasHandlers }) { return false }
      for promise in promises { promise.state.endDrain() }
      all.dispatch()
      return true
    }
    guard isDone else { return false }
    self = EnqueueBatch()
    all.rest?.resume()
    return true
  }

  /// Removes and returns what was attached to promises of the batch in the meantime. These promises leave the batch; their
  /// handlers that are in it remain.
  mutating func takeLate() -> [Late] {
    let all = promises
    promise = nil
    rest?.promises = []
    var late: [Late] = []
    for promise in all {
      guard let batch = promise.locked({ $0.takeHandlers() }), let settled = promise.settled else {
        append(promise)
        continue
      }
      late.append((promise, settled, batch))
    }
    return late
  }

  /// Enqueues the handlers, and ends the drain of their promises. Returns what was attached to these in the meantime, whose
  /// drain does not end.
  mutating func enqueue() -> [Late] {
    let all = exchange(&self, with: EnqueueBatch())
    // A dispatcher of the program's own can wait for a thread that waits for one of these promises.
    let mayWait = all.mayWait
    if mayWait { all.rest?.resume() }
    var late: [Late] = []
    all.dispatch {
      for promise in all.promises {
        guard let batch = promise.locked({ $0.nextBatch() }), let settled = promise.settled else {
          continue
        }
        late.append((promise, settled, batch))
      }
    }
    if !mayWait { all.rest?.resume() }
    return late
  }

  /// Enqueues the handlers and calls `end`. If there are several, none of them starts before that.
  private func dispatch(end: () -> Void = {}) {
    guard let rest, !rest.entries.isEmpty else {
      if let first { first.target.dispatch(first.block) }
      return end()
    }
    let latch = rest.latch
    latch.hold(mayWait: mayWait) {
      if let first {
        first.target.dispatch {
          latch.wait()
          first.block()
        }
      }
      for entry in rest.entries { entry.target.dispatch(entry.block) }
      end()
    }
  }
}

extension PromiseCore {
  /// Runs `body` under the locks of all `promises`, in which each occurs once. Only the thread that drains them may do
  /// this: nothing else takes the lock of a promise while it has that of another one.
  fileprivate static func locked<R>(_ promises: [PromiseCore], _ body: () -> R) -> R {
    for promise in promises { promise.hooks?.touch(promise: promise.number) }
    for promise in promises { promise.lock._unsafeLock() }
    defer { for promise in promises { promise.lock._unsafeUnlock() } }
    return body()
  }

  /// Enqueues the only handler of the promise, and ends the drain. Returns `false`, without an effect, if others were
  /// attached in the meantime.
  ///
  /// Under the lock, so that no handler is attached in between, not even by the one that is enqueued: this thread, still
  /// draining the promise, would enqueue it after what follows from that. The dispatcher must be the library's.
  @inline(__always)
  func enqueueOnly(
    on target: OperationHandler.Target, _ block: @escaping EnqueueBatch.Block
  ) -> Bool {
    locked { state in
      if state.hasHandlers { return false }
      state.endDrain()
      target.dispatch(block)
      return true
    }
  }
}

/// Keeps handlers that are enqueued together from starting before all of them are enqueued.
///
/// A handler that starts before that blocks its thread until another thread has enqueued the rest. To enqueue on
/// the library's dispatchers runs no code of the program, so that takes a moment. A dispatcher of the program's
/// own, however, can wait for a handler. So that neither waits forever, the handler then starts after a second,
/// and from then on no handler waits if such a dispatcher takes part.
final class StartLatch: Sendable {
  private let lock = Mutex(())
  private let isOpen = Atomic<Bool>(false)
  /// What handlers wait for if a dispatcher of the program's own takes part; otherwise, they wait for the lock.
  // Written before the first handler is enqueued.
  nonisolated(unsafe) private var opening: DispatchGroup?
  /// The thread that enqueues them, on which a dispatcher may run one of them immediately.
  private let thread = ThreadState.current.mark
  /// Whether a handler has waited for a second, perhaps because a dispatcher waits for it.
  private static let isGivenUp = Atomic<Bool>(false)

  /// Runs `body`, which enqueues the handlers. `mayWait` is whether a dispatcher of the program's own takes part.
  func hold(mayWait: Bool, _ body: () -> Void) {
    if mayWait {
      let opening = DispatchGroup()
      opening.enter()
      self.opening = opening
      body()
    } else {
      lock.withLock { _ in body() }
    }
    open()
  }

  private func open() {
    if !isOpen.exchange(true, ordering: .acquiringAndReleasing) { opening?.leave() }
  }

  /// Waits until all handlers are enqueued. Called when one of them starts.
  func wait() {
    guard !isOpen.load(ordering: .acquiring) else { return }
    guard let opening else { return lock.withLock { _ in } }
    // The dispatcher runs handlers inline. This one may wait for the others, which are no longer held back.
    if thread == ThreadState.current.mark { return open() }
    if Self.isGivenUp.load(ordering: .relaxed) { return }
    let limit: DispatchTime = Step.isPausing ? .distantFuture : .now() + .seconds(1)
    if opening.wait(timeout: limit) == .timedOut {
      Self.isGivenUp.store(true, ordering: .relaxed)
    }
  }
}
