public import Dispatch
import Synchronization

/// A queue with the flags and the quality of service that a link or a piece of work asked for.
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
  /// The dispatcher that a link names, with its flags; flags mean something on a Dispatch queue only.
  @usableFromInline
  package func with(flags: DispatchWorkItemFlags?) -> (any Dispatcher)? {
    guard let flags else { return self }
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
  /// The dispatcher as a piece of work asks for it.
  func with(qos: DispatchQoS, flags: DispatchWorkItemFlags) -> any Dispatcher {
    guard let queue = base as? DispatchQueue else { return self }
    return AccessingDispatcher(queue.with(qos: qos, flags: flags), touches)
  }
}

extension DispatchQueue {
  /// The queue as a piece of work asks for it; the default asks for nothing.
  func with(qos: DispatchQoS, flags: DispatchWorkItemFlags) -> any Dispatcher {
    guard qos != .default || flags != [] else { return self }
    let qos = qos == .default ? .unspecified : qos
    return FlaggedQueue(queue: self, qos: qos, flags: flags.rawValue)
  }
}

/// Something that happens once.
final class Flag: Sendable {
  private let isSet = Atomic<Bool>(false)

  /// Answers whether this is the first time.
  func set() -> Bool { !isSet.exchange(true, ordering: .acquiringAndReleasing) }
}

extension Dispatcher {
  /// Dispatches `body`, which runs once, however often a dispatcher of the program's calls it: a handler
  /// never runs twice. (rule 14)
  func dispatchOnce(_ body: @escaping @Sendable () -> Void) {
    if let queue = self as? DispatchQueue { return queue.async(execute: body) }
    if let accessing = self as? AccessingDispatcher { return accessing.base.dispatchOnce(body) }
    let hasRun = Flag()
    dispatch { if hasRun.set() { body() } }
  }
}
