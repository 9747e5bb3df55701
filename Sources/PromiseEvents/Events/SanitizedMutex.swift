#if PROMISE_TSAN
  import PromiseSystem

  /// A lock that the thread sanitizer understands; `make test-tsan` builds the library with it.
  ///
  /// On Linux, the contended path of Synchronization's `Mutex` is in a library that is not
  /// instrumented, so the sanitizer reports races on the values that the lock protects. This type
  /// has the same interface, and replaces `Mutex` in every module that declares `typealias Mutex`.
  @usableFromInline
  package final class SanitizedMutex<Value>: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    package init(_ initialValue: consuming sending Value) {
      lock = .allocate(capacity: 1)
      lock.initialize(to: pthread_mutex_t())
      pthread_mutex_init(lock, nil)
      value = .allocate(capacity: 1)
      value.initialize(to: initialValue)
    }

    deinit {
      pthread_mutex_destroy(lock)
      lock.deallocate()
      value.deinitialize(count: 1)
      value.deallocate()
    }

    @usableFromInline
    package func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return try body(&value.pointee)
    }

    package func _unsafeLock() { pthread_mutex_lock(lock) }
    package func _unsafeUnlock() { pthread_mutex_unlock(lock) }
  }

  typealias Mutex = SanitizedMutex
#endif
