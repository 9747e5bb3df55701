public import Dispatch
import Synchronization

/// A queue with the flags and the quality of service that a link or a piece of work requested.
package struct FlaggedQueue: Dispatcher {
  let queue: DispatchQueue
  let qos: DispatchQoS
  let flags: UInt

  package func dispatch(_ body: @escaping @Sendable () -> Void) {
    queue.async(qos: qos, flags: DispatchWorkItemFlags(rawValue: flags), execute: body)
  }
  package var label: String { queue.label }
  package var kind: PromiseEvent.QueueKind? { queue.kind }
}

extension Optional where Wrapped == any Dispatcher {
  /// Returns the dispatcher of a link with its flags. Flags apply to Dispatch queues only.
  @inlinable
  @inline(__always)
  package func with(flags: DispatchWorkItemFlags?) -> (any Dispatcher)? {
    guard let flags else { return self }
    return flagged(flags)
  }

  @usableFromInline
  package func flagged(_ flags: DispatchWorkItemFlags) -> (any Dispatcher)? {
    if let queue = self as? DispatchQueue {
      return FlaggedQueue(queue: queue, qos: .unspecified, flags: flags.rawValue)
    }
    if let accessing = self as? AccessingDispatcher, let queue = accessing.base as? DispatchQueue {
      return AccessingDispatcher(
        FlaggedQueue(queue: queue, qos: .unspecified, flags: flags.rawValue), accessing.touches)
    }
    return self
  }
}

extension AccessingDispatcher {
  /// Returns the dispatcher with the quality of service and the flags of a piece of work.
  func with(qos: DispatchQoS, flags: DispatchWorkItemFlags) -> any Dispatcher {
    guard let queue = base as? DispatchQueue else { return self }
    return AccessingDispatcher(queue.with(qos: qos, flags: flags), touches)
  }
}

extension DispatchQueue {
  /// Returns the queue with the quality of service and the flags of a piece of work; the queue
  /// itself for the defaults.
  func with(qos: DispatchQoS, flags: DispatchWorkItemFlags) -> any Dispatcher {
    guard qos != .default || flags != [] else { return self }
    let qos = qos == .default ? .unspecified : qos
    return FlaggedQueue(queue: self, qos: qos, flags: flags.rawValue)
  }
}

/// A flag that is set once.
final class Flag: Sendable {
  private let isSet = Atomic<Bool>(false)

  /// Sets the flag, and returns whether this was the first time.
  func set() -> Bool { !isSet.exchange(true, ordering: .acquiringAndReleasing) }
}

extension Dispatcher {
  /// Dispatches `body` to run once, however often the program's dispatcher calls it: a handler
  /// never runs twice. (rule 14)
  func dispatchOnce(_ body: @escaping @Sendable () -> Void) {
    if let queue = dispatchQueue { return queue.async(execute: body) }
    if let accessing = self as? AccessingDispatcher { return accessing.base.dispatchOnce(body) }
    let hasRun = Flag()
    dispatch { if hasRun.set() { body() } }
  }
}
