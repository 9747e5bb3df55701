#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What one thread keeps while it settles and frees promises: the lists that turn recursion into
/// loops. Never leaves its thread.
final class ThreadState {
  /// Settled promises whose handlers are to be handed out, first in, first out; a slot is emptied as
  /// soon as its turn comes, so that no promise lives longer for having been in the list.
  private var settled: [PromiseCore?] = []
  private var next = 0
  private var isDraining = false
  /// Handlers of freed promises, that are freed one after the other.
  private var abandoned: [Handler] = []
  private var isDismantling = false

  private init() {}

  /// Hands out the handlers of `core` and of everything that settles by it, breadth first; joins the
  /// list of the drain that is going on, if this thread is inside one. (rules 3, 4 and 6)
  func drain(_ core: PromiseCore) {
    settled.append(core)
    guard !isDraining else { return }
    isDraining = true
    while let core = takeNext() { core.handOut(in: self) }
    isDraining = false
  }

  /// Runs `body` as another thread would run it: what settles in it is handed out in it, and not after
  /// the drain that this thread may be inside.
  func apart<R>(_ body: () throws -> R) rethrows -> R {
    let outer = (settled, next, isDraining)
    (settled, next, isDraining) = ([], 0, false)
    defer { (settled, next, isDraining) = outer }
    return try body()
  }

  private func takeNext() -> PromiseCore? {
    guard next < settled.count else {
      settled.removeAll(keepingCapacity: settled.capacity < 1024)
      next = 0
      return nil
    }
    let core = settled[next]
    settled[next] = nil
    next += 1
    if next > 256, next * 2 > settled.count {
      settled.removeSubrange(..<next)
      next = 0
    }
    return core
  }

  /// Frees the handlers that `collect` adds to the list, their children, their handlers and so on in a
  /// loop: a chain of a million links that is dropped does not touch the stack.
  func dismantle(_ collect: (inout [Handler]) -> Void) {
    collect(&abandoned)
    guard !isDismantling else { return }
    isDismantling = true
    while !abandoned.isEmpty { abandoned.removeLast() }
    isDismantling = false
  }

  /// The state of the thread that asks.
  static var current: ThreadState {
    if let pointer = pthread_getspecific(key) {
      return Unmanaged<ThreadState>.fromOpaque(pointer).takeUnretainedValue()
    }
    let state = ThreadState()
    pthread_setspecific(key, Unmanaged.passRetained(state).toOpaque())
    return state
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { pointer in
      #if canImport(Darwin)
        Unmanaged<ThreadState>.fromOpaque(pointer).release()
      #else
        if let pointer { Unmanaged<ThreadState>.fromOpaque(pointer).release() }
      #endif
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
