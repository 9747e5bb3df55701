#if PROMISE_TSAN
  import PromiseSystem

  /// A lock that the thread sanitizer sees into: `make test-tsan` builds the library with it.
  ///
  /// On Linux the contended path of Synchronization's `Mutex` lies in a library that is not
  /// instrumented, so that the sanitizer takes what the lock protects for races. This one has its
  /// name and its shape, and stands for it wherever a module says `typealias Mutex`.
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

    package func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return try body(&value.pointee)
    }
  }

  typealias Mutex = SanitizedMutex
#endif
