import Dispatch
import Synchronization

/// The handlers that a drain of a thread has notified and not enqueued yet.
///
/// They are enqueued together, and none of them starts before all are: what follows from one of them is
/// enqueued behind all others. (rule 4) A drain enqueues them at its end, and before it runs a handler or another
/// closure of the program, which may wait for one of them. Observers, comparisons of errors and deinitializers
/// run in between, so they must not wait for a handler.
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

  /// A promise to which handlers were attached while the others were enqueued.
  typealias Remainder = (promise: PromiseCore, batch: CoreState.Batch)

  /// Enqueues the only handler, if there is just one of a single promise. Returns `false` otherwise.
  @inline(__always)
  mutating func enqueueOnly(_ remainder: inout Remainder?) -> Bool {
    guard rest == nil, let core = promise else { return false }
    guard let entry = first.take() else { return false }
    promise = nil
    let more: CoreState.Batch?
    if entry.target.isOfLibrary {
      more = core.enqueueOnly(on: entry.target, entry.block)
    } else {
      entry.target.dispatch(entry.block)
      more = core.locked { $0.nextBatch() }
    }
    if let more { remainder = (core, more) }
    return true
  }

  /// Enqueues the handlers, ends the drain of their promises, and resumes what waited for one of these. Returns
  /// what is left to do.
  mutating func enqueue() -> [Remainder] {
    let all = exchange(&self, with: EnqueueBatch())
    let entries = all.rest?.entries ?? []
    let promises = [all.promise].compactMap { $0 } + (all.rest?.promises ?? [])
    let mayWait = all.rest?.mayWait == true || all.first?.target.isOfLibrary == false
    // A dispatcher of the program's own can wait for a thread that waits for one of these promises.
    if mayWait { all.rest?.resume() }
    var remainders: [Remainder] = []
    let latch = all.rest?.latch ?? StartLatch()
    latch.hold(mayWait: mayWait) {
      if let first = all.first {
        first.target.dispatch {
          latch.wait()
          first.block()
        }
      }
      for entry in entries { entry.target.dispatch(entry.block) }
      for promise in promises {
        if let batch = promise.locked({ $0.nextBatch() }) { remainders.append((promise, batch)) }
      }
    }
    if !mayWait { all.rest?.resume() }
    return remainders
  }
}

extension PromiseCore {
  /// Enqueues the only handler of the promise. Returns those that were attached in the meantime.
  ///
  /// Under the lock, so that a handler that attaches another one to its own promise does not find this thread
  /// still draining it. The dispatcher must be the library's.
  @inline(__always)
  func enqueueOnly(
    on target: OperationHandler.Target, _ block: @escaping EnqueueBatch.Block
  ) -> CoreState.Batch? {
    locked { state in
      target.dispatch(block)
      return state.nextBatch()
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
