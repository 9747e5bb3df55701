// Whoever imports this module sees the events that its promises tell.
@_exported public import PromiseEvents

#if PROMISE_TSAN
  /// The lock that the thread sanitizer sees into.
  typealias Mutex = SanitizedMutex
#endif
