// A program that imports this module also sees the events that its promises post.
@_exported public import PromiseEvents

#if PROMISE_TSAN
  /// The lock that the thread sanitizer can see.
  typealias Mutex = SanitizedMutex
#endif
