#if PROMISE_TSAN
  import PromiseKitLite

  /// A lock that the thread sanitizer understands.
  typealias Mutex = SanitizedMutex
#endif
