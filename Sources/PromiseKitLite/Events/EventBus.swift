import Synchronization

/// The numbers and the observers of one environment.
package final class EventBus: Sendable {
  /// Tells one bus from another, also from one that is gone.
  let number = count.add(1, ordering: .relaxed).newValue
  private static let count = Atomic<Int>(0)
  private let observers: ObserverList?
  private let sequence = Atomic<Int>(0)
  private let promises = Atomic<Int>(0)
  private let jobs = Atomic<Int>(0)
  private let timers = Atomic<Int>(0)
  private let contexts = Atomic<Int>(0)

  init(observers: [any PromiseObserver]) {
    self.observers = observers.reversed().reduce(nil) { ObserverList($1, before: $0) }
  }

  /// Somebody observes.
  package var isObserved: Bool { observers != nil }

  /// The next number of an event. Drawn inside the critical section of the transition.
  func nextSequence() -> Int { sequence.add(1, ordering: .relaxed).newValue }
  /// How many promises have a number.
  package var promiseCount: Int { promises.load(ordering: .relaxed) }
  func nextPromise() -> Int { promises.add(1, ordering: .relaxed).newValue }
  package func nextJob() -> JobID { JobID(jobs.add(1, ordering: .relaxed).newValue) }
  func nextContext() -> Int { contexts.add(1, ordering: .relaxed).newValue }
  package func nextTimer() -> TimerID { TimerID(timers.add(1, ordering: .relaxed).newValue) }

  /// Hands an event to the observers. Never under a lock.
  func post(_ event: PromiseEvent) {
    observers?.receive(event)
  }
}

/// An observer, and those that come after it. Calling them counts no reference, as an array would for
/// each event.
private final class ObserverList: Sendable {
  private let observer: any PromiseObserver
  private let others: ObserverList?

  init(_ observer: any PromiseObserver, before others: ObserverList?) {
    (self.observer, self.others) = (observer, others)
  }

  func receive(_ event: PromiseEvent) {
    observer.receive(event)
    others?.receive(event)
  }
}
