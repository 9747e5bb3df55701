import Dispatch
import PromiseKitLite
import PromiseSystem
import Synchronization

/// Threads that run the steps of a simulation while a waiting job blocks its own thread. They are
/// not Dispatch threads, because Dispatch has a limited number of threads and all of them may be
/// waiting.
final class ThreadPool: Sendable {
  static let shared = ThreadPool()
  private let state = Mutex(State())

  private struct State {
    var idle: [PooledThread] = []
    var busy = 0
  }

  /// The maximum number of idle threads to keep.
  private static let mostIdle = 64

  /// The number of threads that are in use.
  var busy: Int { state.withLock { $0.busy } }

  /// Runs `work` on an unused thread. It may keep the thread indefinitely.
  func run(_ work: @escaping @Sendable () -> Void) {
    let idle = state.withLock { state in
      state.busy += 1
      return state.idle.popLast()
    }
    if let idle { return idle.take(work) }
    let thread = PooledThread(pool: self)
    thread.take(work)
    // If the process cannot create another thread, Dispatch may still have one.
    if !thread.begin() { DispatchQueue.global().async { thread.loop() } }
  }

  /// Called when the thread is idle again. Returns whether the pool keeps it.
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

  /// Gives work to an idle thread.
  func take(_ work: @escaping @Sendable () -> Void) {
    self.work.withLock { $0 = work }
    wake.signal()
  }

  /// Creates the real thread. Returns false if that fails.
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

  /// Runs the work that it is given, one piece after the other, as long as the pool keeps it.
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

/// Called if a simulation may never give back the thread that runs it.
final class AbandonmentHandler: Sendable {
  @TaskLocal static var current: AbandonmentHandler?
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  /// Reports that the thread will not come back.
  func cut() { action() }
}

/// A call whose result comes from another thread, or never.
final class BlockingCall<Answer: Sendable>: Sendable {
  private let gate = OneShotSemaphore()
  private let answer = Mutex<(isOver: Bool, answer: Answer?)>((false, nil))

  /// Ends the call. Only the first result counts.
  func end(_ answer: Answer?) {
    let isFirst = self.answer.withLock { state in
      guard !state.isOver else { return false }
      state = (true, answer)
      return true
    }
    if isFirst { gate.open() }
  }

  /// Waits for the result.
  func wait() -> Answer? {
    gate.pass()
    return answer.withLock { $0.answer }
  }
}

#if PROMISE_TSAN
  /// A lock that the thread sanitizer understands.
  typealias Mutex = SanitizedMutex
#endif
