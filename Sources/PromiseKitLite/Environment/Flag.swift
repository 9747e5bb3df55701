import Dispatch
import Synchronization

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
    if let touching = self as? TouchingDispatcher { return touching.base.dispatchOnce(body) }
    let hasRun = Flag()
    dispatch { if hasRun.set() { body() } }
  }
}
