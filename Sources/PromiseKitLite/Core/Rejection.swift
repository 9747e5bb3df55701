import Synchronization

/// A rejection on its way through the promises: the error, where it arose, and whether it was
/// handled.
@usableFromInline
package final class Rejection: Sendable {
  @usableFromInline package let error: any Error
  /// Whether the error indicates a cancellation.
  package let isCancelled: Bool
  /// Whether a context cancels a chain with it, whatever the error indicates.
  let isFromContext: Bool
  private let origin = Mutex(Origin())
  private let wasHandled = Atomic<Bool>(false)
  /// The number of promises that have it, and of running handlers that may pass it on.
  private let carriers = Atomic<Int>(0)

  /// The promise in which the error arose.
  private struct Origin {
    var label: Label?
    var site: CallSite?
    /// The name of the promise in each environment whose observer needed one, by the number of the
    /// bus.
    var names: [(bus: Int, promise: PromiseID)] = []
  }

  package init(_ error: any Error, isFromContext: Bool = false) {
    self.error = error
    self.isFromContext = isFromContext
    isCancelled = error.isCancelled
  }

  /// Records the promise with this label and call site as the origin if there is none yet. Called
  /// when a promise settles with an error that no other promise passed on.
  func arise(label: Label?, at site: CallSite) {
    origin.withLock { origin in
      guard origin.site == nil else { return }
      origin.label = label
      origin.site = site
    }
  }

  /// The label and the call site of the promise in which the error arose.
  var place: PromiseWarning.Place {
    let (label, site) = origin.withLock { ($0.label, $0.site) }
    return PromiseWarning.Place(
      label: label?.text, site: site?.resolved ?? SourceSite(file: "", line: 0, column: 0))
  }

  /// Returns the promise in which the error arose: `promise`, for the first caller with a bus.
  package func origin(orFirst promise: PromiseID, on bus: EventBus) -> PromiseID {
    let bus = bus.number
    return origin.withLock { origin in
      if let known = origin.names.first(where: { $0.bus == bus }) { return known.promise }
      origin.names.append((bus, promise))
      return promise
    }
  }

  /// Marks the rejection as handled after the last promise with it was freed. Returns whether it
  /// was unhandled.
  func forget() -> Bool { !isCancelled && handle() }

  /// Marks the rejection as handled, or as reported. Returns whether this is the first time.
  @discardableResult
  package func handle() -> Bool { !wasHandled.exchange(true, ordering: .relaxed) }

  /// Adds a carrier: while the carrier is alive, a handler can be attached to it.
  func addCarrier() { carriers.add(1, ordering: .relaxed) }

  /// Removes a carrier. Returns whether it was the last one.
  @discardableResult
  func removeCarrier() -> Bool {
    carriers.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
  }
}
