public import Dispatch

/// A queue with the flags that a link asked for.
package struct FlaggedQueue: Dispatcher {
  let queue: DispatchQueue
  let flags: UInt

  package func dispatch(_ body: @escaping @Sendable () -> Void) {
    queue.async(flags: DispatchWorkItemFlags(rawValue: flags), execute: body)
  }
  package var label: String { queue.label }
  package var kind: PromiseEvent.QueueKind? { queue.kind }
}

extension Optional where Wrapped == any Dispatcher {
  /// The dispatcher that a link names, with its flags; flags mean something on a Dispatch queue only.
  @usableFromInline
  package func with(flags: DispatchWorkItemFlags?) -> (any Dispatcher)? {
    guard let flags, let queue = self as? DispatchQueue else { return self }
    return FlaggedQueue(queue: queue, flags: flags.rawValue)
  }
}
