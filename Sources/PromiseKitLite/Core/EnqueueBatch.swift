import Dispatch
import Synchronization

/// The handlers that a drain of a thread has notified and not enqueued yet.
///
/// They are enqueued together, and none of them starts before all are: what follows from one of them is
/// enqueued behind all others. (rule 4) A drain enqueues them at its end, and before it runs code of the
/// program, which may wait for one of them.
struct EnqueueBatch {
  /// A handler for a queue.
  struct Entry {
    let target: OperationHandler.Target
    let body: @Sendable () -> Void
  }

  /// The handlers in the order of notification. The first one needs no array.
  var first: Entry?
  var others: [Entry] = []
  /// The promises whose handlers were notified, and whose drain ends when these are enqueued.
  var promise: PromiseCore?
  var otherPromises: [PromiseCore] = []
  /// The threads and tasks to resume when the handlers are enqueued.
  var resumptions: [@Sendable () -> Void] = []

  var isEmpty: Bool { first == nil && promise == nil && resumptions.isEmpty }

  mutating func append(_ entry: consuming Entry) {
    if first == nil { first = entry } else { others.append(entry) }
  }

  mutating func append(_ core: consuming PromiseCore) {
    if promise == nil { promise = core } else { otherPromises.append(core) }
  }

  /// Enqueues the handlers, and ends the drain of their promises. Returns the promises to which handlers
  /// were attached in the meantime, with these handlers.
  consuming func enqueue() -> [(PromiseCore, CoreState.Batch)] {
    guard !others.isEmpty || !otherPromises.isEmpty else { return enqueueOnly() }
    let entries = [first].compactMap { $0 } + others
    let promises = [promise].compactMap { $0 } + otherPromises
    var more: [(PromiseCore, CoreState.Batch)] = []
    let gate = StartGate(mayWait: !entries.allSatisfy(\.target.isOfLibrary))
    gate.hold {
      for entry in entries {
        let body = entry.body
        entry.target.dispatch {
          gate.pass()
          body()
        }
      }
      for promise in promises {
        if let batch = promise.locked({ $0.nextBatch() }) { more.append((promise, batch)) }
      }
    }
    return more
  }

  /// Enqueues the only handler.
  ///
  /// It is enqueued under the lock of its promise, so that a handler that attaches another one to its own
  /// promise does not find this thread still draining it.
  private consuming func enqueueOnly() -> [(PromiseCore, CoreState.Batch)] {
    guard let promise else {
      if let first { first.target.dispatch(first.body) }
      return []
    }
    guard let first, first.target.isOfLibrary else {
      if let first { first.target.dispatch(first.body) }
      return promise.locked { $0.nextBatch() }.map { [(promise, $0)] } ?? []
    }
    let more = promise.locked { state in
      first.target.dispatch(first.body)
      return state.nextBatch()
    }
    return more.map { [(promise, $0)] } ?? []
  }
}

extension OperationHandler.Target {
  /// Dispatches `body` to the queue.
  func dispatch(_ body: @escaping @Sendable () -> Void) {
    Step.reached(.enqueuing)
    switch self {
    case .inline: body()
    case .queue(let queue): queue.async(execute: body)
    case .other(let other): other.dispatcher.dispatchOnce(body)
    }
    Step.reached(.enqueued)
  }

  /// Whether dispatching runs no code of the program, so it never waits for a handler.
  fileprivate var isOfLibrary: Bool {
    switch self {
    case .inline: false
    case .queue: true
    case .other(let other): other.dispatcher.isOfLibrary
    }
  }
}

extension Dispatcher {
  fileprivate var isOfLibrary: Bool {
    let type = type(of: self as any Dispatcher)
    if type == AccessingDispatcher.self {
      return (self as? AccessingDispatcher)?.base.isOfLibrary ?? false
    }
    return type == DispatchQueue.self || type == FlaggedQueue.self || type == ActorDispatcher.self
      || type == MainActor.self
  }
}

/// Keeps handlers that are enqueued together from starting before all of them are enqueued.
///
/// A handler that starts too early blocks its thread for as long as another thread takes to enqueue the rest,
/// which runs no code of the program. A dispatcher of the program's own can wait for a handler, though. So that
/// nothing waits forever, handlers then start after a second, and from then on no handler waits for such a
/// dispatcher.
final class StartGate: Sendable {
  private let lock = Mutex(())
  private let isOpen = Atomic<Bool>(false)
  /// What handlers wait for if a dispatcher of the program's own takes part; otherwise, they wait for the lock.
  private let opening: DispatchGroup?
  /// The thread that enqueues them, on which a dispatcher may run one of them immediately.
  private let thread = ThreadState.current.mark
  /// Whether a dispatcher was found to wait for a handler.
  private static let isGivenUp = Atomic<Bool>(false)

  /// Creates a gate. `mayWait` is whether a dispatcher of the program's own takes part.
  init(mayWait: Bool) { opening = mayWait ? DispatchGroup() : nil }

  /// Runs `body`, which enqueues the handlers.
  func hold(_ body: () -> Void) {
    if let opening {
      opening.enter()
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
  func pass() {
    guard !isOpen.load(ordering: .acquiring) else { return }
    guard let opening else { return lock.withLock { _ in } }
    // A dispatcher that runs handlers inline: this one ends the batch.
    if thread == ThreadState.current.mark { return open() }
    if Self.isGivenUp.load(ordering: .relaxed) { return }
    if opening.wait(timeout: .now() + .seconds(1)) == .timedOut {
      Self.isGivenUp.store(true, ordering: .relaxed)
    }
  }
}
