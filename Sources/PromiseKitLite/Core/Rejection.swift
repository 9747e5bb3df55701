import Synchronization

/// A rejection on its way through the promises: the error, where it arose, and whether anybody took
/// care of it.
@usableFromInline
package final class Rejection: Sendable {
  @usableFromInline package let error: any Error
  /// The error says that the work was cancelled.
  package let isCancelled: Bool
  /// The promise where it arose, as soon as an observer needed a name for it: in each environment
  /// that it came to, by the number of the bus.
  private let origins = Mutex<[(bus: Int, promise: PromiseID)]>([])
  private let wasHandled = Atomic<Bool>(false)
  /// The promises that carry it and have nobody to pass it to.
  private let leaves = Atomic<Int>(0)

  package init(_ error: any Error) {
    self.error = error
    isCancelled = error.isCancelled
  }

  /// The promise where it arose: `promise`, for the first one of an environment that asks.
  package func origin(
    orFirst promise: PromiseID, in environment: PromiseEnvironment
  ) -> PromiseID {
    let bus = environment.bus.number
    return origins.withLock { origins in
      if let known = origins.first(where: { $0.bus == bus }) { return known.promise }
      origins.append((bus, promise))
      return promise
    }
  }

  /// Somebody took care of it, or it is told as unhandled. Answers whether this is the first time.
  @discardableResult
  package func handle() -> Bool { !wasHandled.exchange(true, ordering: .relaxed) }

  /// A promise carries it and has no reader so far.
  package func addLeaf() { leaves.add(1, ordering: .relaxed) }

  /// A leaf got a reader, or went away. Answers whether it was the last one.
  package func removeLeaf() -> Bool {
    leaves.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
  }
}
