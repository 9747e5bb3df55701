import Synchronization

/// Passes some of the events on, and counts the rest.
///
/// ```swift
/// let errors = FilteringObserver(kinds: [.errorUnhandled, .resolutionIgnored], to: PrintingObserver())
/// let environment = PromiseEnvironment(observers: [errors])
/// ```
///
/// Events that are filtered out leave gaps in the numbers that no event reports. A
/// ``PromiseEvent/Kind/dropped(count:)`` is always passed on.
public final class FilteringObserver: PromiseObserver {
  private let observer: any PromiseObserver
  private let isWanted: @Sendable (PromiseEvent) -> Bool
  private let out = Atomic<Int>(0)

  /// Creates an observer that passes on to `observer` the events for which `isWanted` returns true.
  /// Several threads may call `isWanted` at the same time.
  public init(
    to observer: any PromiseObserver, where isWanted: @escaping @Sendable (PromiseEvent) -> Bool
  ) {
    self.observer = observer
    self.isWanted = isWanted
  }

  /// Creates an observer that passes the events of these kinds on to `observer`.
  public convenience init(kinds: Set<PromiseEvent.Kind.Name>, to observer: any PromiseObserver) {
    self.init(to: observer) { kinds.contains($0.kind.name) }
  }

  /// Creates an observer that passes on to `observer` the events that name a promise with one of
  /// these labels, and the names of queues and threads.
  ///
  /// If one thread posts an event about a promise before another thread has posted the promise's
  /// label, that event is filtered out.
  public convenience init(labels: Set<String>, to observer: any PromiseObserver) {
    let labeled = LabeledPromises(labels: labels)
    self.init(to: observer) { labeled.areNamed(by: $0.kind) }
  }

  public func receive(_ event: PromiseEvent) {
    if event.kind.name == .dropped || isWanted(event) {
      observer.receive(event)
    } else {
      out.add(1, ordering: .relaxed)
    }
  }

  /// The number of events that were not passed on.
  public var keptOut: Int { out.load(ordering: .relaxed) }
}

/// The live promises that have one of the given labels.
package final class LabeledPromises: Sendable {
  private let labels: Set<String>
  private let promises = Mutex<Set<PromiseID>>([])

  package init(labels: Set<String>) { self.labels = labels }

  package func areNamed(by kind: PromiseEvent.Kind) -> Bool {
    if kind.name == .queueDeclared || kind.name == .threadNamed { return true }
    return promises.withLock { promises in
      if case .created(let creation) = kind, creation.label.map(labels.contains) == true {
        return promises.insert(creation.promise).inserted
      }
      if case .deallocated(let promise, _, let waiting) = kind {
        let isLabeled = promises.remove(promise) != nil
        return isLabeled || !promises.isDisjoint(with: waiting)
      }
      return !promises.isEmpty && !promises.isDisjoint(with: kind.promises)
    }
  }
}
