import Dispatch
import PromiseKitLite
import PromiseSystem
import Synchronization

/// Threads that step a simulation while a job of it keeps the thread on which it waits. They are
/// threads of their own and none of Dispatch's, which has a bounded number, all of which may wait.
final class ThreadPool: Sendable {
  static let shared = ThreadPool()
  private let state = Mutex(State())

  private struct State {
    var idle: [PooledThread] = []
    var busy = 0
  }

  /// So many threads are kept for later.
  private static let mostIdle = 64

  /// How many threads have something to do.
  var busy: Int { state.withLock { $0.busy } }

  /// Runs `work` on a thread that has nothing else to do. That may keep it as long as it likes.
  func run(_ work: @escaping @Sendable () -> Void) {
    let idle = state.withLock { state in
      state.busy += 1
      return state.idle.popLast()
    }
    if let idle { return idle.take(work) }
    let thread = PooledThread(pool: self)
    thread.take(work)
    // Where the process may have no more threads Dispatch may have one.
    if !thread.begin() { DispatchQueue.global().async { thread.loop() } }
  }

  /// The thread has nothing to do any more. Answers whether it is kept.
  fileprivate func take(back thread: PooledThread) -> Bool {
    state.withLock { state in
      state.busy -= 1
      guard state.idle.count < Self.mostIdle else { return false }
      state.idle.append(thread)
      return true
    }
  }
}

/// A thread of the pool.
private final class PooledThread: Sendable {
  private let pool: ThreadPool
  private let wake = DispatchSemaphore(value: 0)
  private let work = Mutex<(@Sendable () -> Void)?>(nil)

  init(pool: ThreadPool) { self.pool = pool }

  /// Gives the thread something to do; it has nothing yet.
  func take(_ work: @escaping @Sendable () -> Void) {
    self.work.withLock { $0 = work }
    wake.signal()
  }

  /// Makes the real thread. Answers false if there cannot be one.
  func begin() -> Bool {
    #if canImport(Darwin)
      var id: pthread_t?
    #else
      var id = pthread_t()
    #endif
    let this = Unmanaged.passRetained(self)
    let status = pthread_create(&id, nil, Self.main, this.toOpaque())
    guard status == 0 else {
      this.release()
      return false
    }
    #if canImport(Darwin)
      if let id { pthread_detach(id) }
    #else
      pthread_detach(id)
    #endif
    return true
  }

  #if canImport(Darwin)
    private static let main: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      {
        Unmanaged<PooledThread>.fromOpaque($0).takeRetainedValue().loop()
        return nil
      }
  #else
    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      {
        if let this = $0 { Unmanaged<PooledThread>.fromOpaque(this).takeRetainedValue().loop() }
        return nil
      }
  #endif

  /// Does what it is given, one thing after the other, as long as the pool keeps it.
  func loop() {
    repeat {
      wake.wait()
      takeWork()?()
    } while pool.take(back: self)
  }

  private func takeWork() -> (@Sendable () -> Void)? {
    work.withLock { work in
      defer { work = nil }
      return work
    }
  }
}

/// Whoever waits for a thread that a simulation may never give back.
final class AbandonmentHandler: Sendable {
  @TaskLocal static var current: AbandonmentHandler?
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  /// The thread will not come back.
  func cut() { action() }
}

/// A call whose answer comes from another thread, or never.
final class BlockingCall<Answer: Sendable>: Sendable {
  private let gate = OneShotSemaphore()
  private let answer = Mutex<(isOver: Bool, answer: Answer?)>((false, nil))

  /// The first end counts.
  func end(_ answer: Answer?) {
    let isFirst = self.answer.withLock { state in
      guard !state.isOver else { return false }
      state = (true, answer)
      return true
    }
    if isFirst { gate.open() }
  }

  /// What it was ended with.
  func wait() -> Answer? {
    gate.pass()
    return answer.withLock { $0.answer }
  }
}

#if PROMISE_TSAN
  /// The lock that the thread sanitizer sees into.
  typealias Mutex = SanitizedMutex
#endif
