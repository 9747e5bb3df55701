import Synchronization

/// Whether any environment but an ordinary program's own exists: the one relaxed load that a promise
/// pays when nobody observes.
package enum Activity {
  ///
  /// It begins with one more, until the first promise has looked at what the process's variables ask for.
  private static let environments = Atomic<Int>(1)

  /// More than the shared environment exists, so that it has to be looked up.
  @inline(__always)
  package static var isAny: Bool {
    #if PROMISE_NO_EVENTS
      false
    #else
      environments.load(ordering: .relaxed) != 0
    #endif
  }

  /// The current environment for a promise that begins a chain; none is the shared one.
  static var environment: PromiseEnvironment? {
    isAny ? Context.current?.environment ?? ambient : nil
  }

  /// The shared environment, where it is more than Dispatch's queues and clock.
  private static let ambient: PromiseEnvironment? = {
    if PromiseEnvironment.shared.shuffle != nil { return .shared }
    end()
    return nil
  }()

  static func begin() { environments.add(1, ordering: .relaxed) }
  static func end() { environments.subtract(1, ordering: .relaxed) }
}
