#if PROMISE_TSAN
  import PromiseKitLite

  /// The lock that the thread sanitizer sees into.
  typealias Mutex = SanitizedMutex
#endif
