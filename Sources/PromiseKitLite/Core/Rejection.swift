import Synchronization

/// A rejection on its way through the promises: the error, where it arose, and whether anybody took
/// care of it.
@usableFromInline
package final class Rejection: Sendable {
  @usableFromInline package let error: any Error
  /// The error says that the work was cancelled.
  package let isCancelled: Bool
  /// A context cancels a chain with it, whatever the error says.
  let isFromContext: Bool
  private let origin = Mutex(Origin())
  private let wasHandled = Atomic<Bool>(false)
  /// The promises that carry it, and the handlers on their way that may pass it on.
  private let carriers = Atomic<Int>(0)

  /// Where it arose.
  private struct Origin {
    var label: Label?
    var site: CallSite?
    /// The promise where it arose, as soon as an observer needed a name for it: in each environment
    /// that it came to, by the number of the bus.
    var names: [(bus: Int, promise: PromiseID)] = []
  }

  package init(_ error: any Error, isFromContext: Bool = false) {
    self.error = error
    self.isFromContext = isFromContext
    isCancelled = error.isCancelled
  }

  /// A promise settles with it that has it from no other promise: it arose there, if nowhere before.
  func arise(in core: PromiseCore) {
    origin.withLock { origin in
      guard origin.site == nil else { return }
      origin.label = core.label
      origin.site = core.site
    }
  }

  /// Where the promise was made in which it arose.
  var place: PromiseWarning.Place {
    let (label, site) = origin.withLock { ($0.label, $0.site) }
    return PromiseWarning.Place(
      label: label?.text, site: site?.resolved ?? SourceSite(file: "", line: 0, column: 0))
  }

  /// The promise where it arose: `promise`, for the first one of an environment that asks.
  package func origin(
    orFirst promise: PromiseID, in environment: PromiseEnvironment
  ) -> PromiseID {
    let bus = environment.bus.number
    return origin.withLock { origin in
      if let known = origin.names.first(where: { $0.bus == bus }) { return known.promise }
      origin.names.append((bus, promise))
      return promise
    }
  }

  /// The last promise that it reached is gone. Answers whether nobody took care of it.
  func forget() -> Bool { !isCancelled && handle() }

  /// Somebody took care of it, or it is told as unhandled. Answers whether this is the first time.
  @discardableResult
  package func handle() -> Bool { !wasHandled.exchange(true, ordering: .relaxed) }

  /// A promise carries it: as long as that is alive somebody may chain a handler to it.
  func addCarrier() { carriers.add(1, ordering: .relaxed) }

  /// A carrier went away. Answers whether it was the last one.
  @discardableResult
  func removeCarrier() -> Bool {
    carriers.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
  }
}
