import Synchronization

/// The untyped part of every ``Promise`` and ``Guarantee``: the state, its lock, and the events.
///
/// It exists beside them so that the code that settles, adopts and hands out handlers is compiled
/// once rather than for each type of value. A program never makes or subclasses one.
public class PromiseCore: @unchecked Sendable {
  private let state = Mutex(CoreState())
  /// Where the chain began; none is ``PromiseEnvironment/shared``.
  let ownEnvironment: PromiseEnvironment?
  /// Where the program made it.
  let site: CallSite
  /// What the program calls it.
  let label: Label?

  /// A promise that begins a chain.
  @usableFromInline
  package init(root operation: PromiseEvent.Operation, label: Label?, at site: CallSite) {
    ownEnvironment = Activity.environment
    self.site = site
    self.label = label
    if let observed { tellCreation(operation, parents: [], in: observed) }
  }

  /// A promise that follows from others; from none, it begins a chain.
  @usableFromInline
  package init(
    _ operation: PromiseEvent.Operation, of parents: [PromiseCore], label: Label?, at site: CallSite
  ) {
    ownEnvironment = parents.first.map(\.ownEnvironment) ?? Activity.environment
    self.site = site
    self.label = label
    if let observed {
      tellCreation(operation, parents: parents.map { $0.id(in: observed) }, in: observed)
    }
  }

  /// A promise that follows from another one.
  @usableFromInline
  package init(
    _ operation: PromiseEvent.Operation, of parent: PromiseCore, label: Label?, at site: CallSite
  ) {
    ownEnvironment = parent.ownEnvironment
    self.site = site
    self.label = label
    if let observed { tellCreation(operation, parents: [parent.id], in: observed) }
  }

  deinit {
    if let observed { tellDeallocation(in: observed) }
    if locked({ $0.hasHandlers }) {
      ThreadState.current.dismantle { handlers in locked { $0.moveHandlers(to: &handlers) } }
    }
  }

  /// The environment that everything about this promise happens in.
  package var environment: PromiseEnvironment { ownEnvironment ?? .shared }

  /// The environment, if somebody observes it. A promise that began where nobody did has none of its
  /// own, so that this costs a link one branch on a field that it has at hand.
  var observed: PromiseEnvironment? {
    #if PROMISE_NO_EVENTS
      nil
    #else
      guard let ownEnvironment, ownEnvironment.bus.isObserved else { return nil }
      return ownEnvironment
    #endif
  }

  /// What it was settled with; none while it is pending.
  @usableFromInline
  package var settled: Settled? { locked { $0.settled } }

  /// How many handlers the program has hung on it.
  package var handlerCount: Int { locked { Int($0.handlerCount) } }

  /// Looks at the state, or changes it, under the lock.
  func locked<R: Sendable>(_ body: (inout CoreState) -> R) -> R {
    state.withLock { body(&$0) }
  }
}

// MARK: - Beginning and end

extension PromiseCore {
  private func tellCreation(
    _ operation: PromiseEvent.Operation, parents: [PromiseID], in environment: PromiseEnvironment
  ) {
    let id = PromiseID(environment.bus.nextPromise())
    locked { $0.number = Int32(truncatingIfNeeded: id.rawValue) }
    environment.post(
      .created(
        PromiseEvent.Creation(
          promise: id, operation: operation, label: label?.text, site: site.resolved,
          parents: parents)))
  }

  private func tellDeallocation(in environment: PromiseEnvironment) {
    guard let (end, waiting) = locked({ $0.number == 0 ? nil : $0.end() }) else { return }
    let waitingIDs = waiting.map { $0.id(in: environment) }
    environment.tellEnd(of: end.promise) {
      if let rejection = end.lastLeafOf, !rejection.isCancelled, rejection.handle() {
        environment.post(
          .errorUnhandled(
            promise: end.promise, origin: rejection.origin(orFirst: end.promise, in: environment),
            error: BoundedText.describing(rejection.error)))
      }
      environment.post(
        .deallocated(promise: end.promise, state: end.state, waiting: waitingIDs))
    }
  }
}
