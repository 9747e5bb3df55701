import PromiseSystem

/// What one thread keeps while it settles and frees promises: the lists that turn recursion into
/// loops. Never leaves its thread.
struct ThreadState {
  private let storage: UnsafeMutablePointer<Storage>

  private struct Storage {
    /// Settled promises whose handlers are to be handed out, first in, first out.
    var settled = Worklist()
    var isDraining = false
    /// Handlers of freed promises, that are freed one after the other.
    var abandoned: [Handler] = []
    var isDismantling = false
    /// The handlers of chains with a context that are running on this thread, the innermost last.
    var running: [Running] = []
    /// So many calls that tell the program of reports are going on, one inside the other.
    var reports = 0
    /// The warning whose log event a handler is given.
    var reported: PromiseWarning?
  }

  private struct Running {
    let child: ObjectIdentifier
    let handler: RunningHandler
  }

  /// What a handler that is running does.
  enum RunningHandler {
    /// It passes on what it read: an `ensure` or a `tap`.
    case passesOn
    /// It makes a value or an error of its own.
    case makesResult
  }

  /// Hands out the handlers of a promise and of everything that settles by it, breadth first; joins
  /// the list of the drain that is going on, if this thread is inside one. (rules 3, 4 and 6)
  func handOut(
    _ batch: consuming CoreState.Batch, of core: consuming PromiseCore, _ settled: consuming Settled
  ) {
    guard !storage.pointee.isDraining else {
      storage.pointee.settled.append(Worklist.Entry(core: core, settled: settled, batch: batch))
      return
    }
    storage.pointee.isDraining = true
    core.handOut(batch, settled, in: self)
    while let entry = storage.pointee.settled.takeFirst() {
      entry.core.handOut(entry.batch, entry.settled, in: self)
    }
    storage.pointee.isDraining = false
  }

  /// Hands out what the drain that this thread is inside has still to hand out, because the thread is
  /// about to block: a handler that waits would wait for ever for what comes after it.
  func catchUp() {
    guard storage.pointee.isDraining else { return }
    while let entry = storage.pointee.settled.takeFirst() {
      entry.core.handOut(entry.batch, entry.settled, in: self)
    }
  }

  /// Runs `body` as another thread would run it: what settles in it is handed out in it, and not after
  /// the drain that this thread may be inside.
  func apart<R>(_ body: () throws -> R) rethrows -> R {
    let outer = (storage.pointee.settled, storage.pointee.isDraining)
    (storage.pointee.settled, storage.pointee.isDraining) = (Worklist(), false)
    defer {
      storage.pointee.settled.free()
      (storage.pointee.settled, storage.pointee.isDraining) = outer
    }
    return try body()
  }

  /// Frees the handlers that `collect` adds to the list, their children, their handlers and so on in a
  /// loop: a chain of a million links that is dropped does not touch the stack.
  func dismantle(_ collect: (inout [Handler]) -> Void) {
    collect(&storage.pointee.abandoned)
    guard !storage.pointee.isDismantling else { return }
    storage.pointee.isDismantling = true
    while let handler = storage.pointee.abandoned.popLast() { withExtendedLifetime(handler) {} }
    if storage.pointee.abandoned.capacity > 1024 { storage.pointee.abandoned = [] }
    storage.pointee.isDismantling = false
  }

  /// A promise that is freed now is freed because the one that it waits for is.
  var isDismantling: Bool { storage.pointee.isDismantling }

  /// Runs `tell`, which tells the program of a report, unless this thread is inside such a call: then
  /// `nested`, and nothing inside that. So a handler that gives rise to reports does not run for ever.
  func report(_ tell: () -> Void, nested: () -> Void) {
    guard storage.pointee.reports < 2 else { return }
    storage.pointee.reports += 1
    storage.pointee.reports == 1 ? tell() : nested()
    storage.pointee.reports -= 1
  }

  /// Runs `body`, which gives a handler the log event of `warning`.
  func reporting(_ warning: PromiseWarning, _ body: () -> Void) {
    let outer = storage.pointee.reported
    storage.pointee.reported = warning
    body()
    storage.pointee.reported = outer
  }

  /// The warning whose log event a handler is given now.
  var reported: PromiseWarning? { storage.pointee.reported }

  /// Runs `body`, which is the handler that settles `child`. A handler that cancels its own chain is
  /// recognized by that.
  func run<R>(_ handler: RunningHandler, of child: PromiseCore, _ body: () -> R) -> R {
    storage.pointee.running.append(Running(child: ObjectIdentifier(child), handler: handler))
    defer { storage.pointee.running.removeLast() }
    return body()
  }

  /// The handler that settles `child`, if it is running on this thread.
  func handler(of child: PromiseCore) -> RunningHandler? {
    storage.pointee.running.last { $0.child == ObjectIdentifier(child) }?.handler
  }

  /// Tells the thread from the others that there are.
  var mark: UInt { UInt(bitPattern: storage) }

  /// The state of the thread that asks.
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
    precondition(status == 0, "PromiseKitLite: no thread-specific key is left in this process")
    return key
  }()
}

extension PromiseEnvironment {
  /// Runs `body` as if no promise were settling on this thread: a simulation may be stepped by an
  /// inline handler of another environment.
  package static func apart<R>(_ body: () throws -> R) rethrows -> R {
    try ThreadState.current.apart(body)
  }
}

/// Settled promises whose handlers are to be handed out, first in, first out: a ring that grows. An
/// entry leaves it when its turn comes, so that no promise lives longer for having been in it.
struct Worklist {
  struct Entry {
    let core: PromiseCore
    let settled: Settled
    let batch: CoreState.Batch
  }

  private var slots = UnsafeMutableBufferPointer<Entry>(start: nil, count: 0)
  private var head = 0
  private var count = 0

  /// Adds an entry at the end. Complexity: O(1), amortised.
  mutating func append(_ entry: consuming Entry) {
    if count == slots.count { grow() }
    slots.initializeElement(at: (head + count) & (slots.count - 1), to: entry)
    count += 1
  }

  /// Takes the first entry out. A ring that a long list has left behind is given back. Complexity: O(1).
  mutating func takeFirst() -> Entry? {
    guard count > 0 else {
      if slots.count > 1024 { free() }
      return nil
    }
    let entry = slots.moveElement(from: head)
    head = (head + 1) & (slots.count - 1)
    count -= 1
    return entry
  }

  /// Gives everything back.
  mutating func free() {
    while count > 0 {
      slots.deinitializeElement(at: head)
      head = (head + 1) & (slots.count - 1)
      count -= 1
    }
    slots.deallocate()
    self = Worklist()
  }

  /// Twice the room; always a power of two.
  private mutating func grow() {
    let larger = UnsafeMutableBufferPointer<Entry>.allocate(capacity: max(8, slots.count * 2))
    for index in 0..<count {
      let entry = slots.moveElement(from: (head + index) & (slots.count - 1))
      larger.initializeElement(at: index, to: entry)
    }
    slots.deallocate()
    slots = larger
    head = 0
  }
}
