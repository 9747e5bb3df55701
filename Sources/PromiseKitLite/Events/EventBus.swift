import Synchronization

/// The numbers and the observers of one environment.
package final class EventBus: Sendable {
  /// Tells one bus from another, also from one that is gone.
  let number = count.add(1, ordering: .relaxed).newValue
  private static let count = Atomic<Int>(0)
  private let observers: [any PromiseObserver]
  private let sequence = Atomic<Int>(0)
  private let promises = Atomic<Int>(0)
  private let jobs = Atomic<Int>(0)
  private let timers = Atomic<Int>(0)

  init(observers: [any PromiseObserver]) { self.observers = observers }

  /// Somebody observes.
  package var isObserved: Bool { !observers.isEmpty }

  /// The next number of an event. Drawn inside the critical section of the transition.
  func nextSequence() -> Int { sequence.add(1, ordering: .relaxed).newValue }
  func nextPromise() -> Int { promises.add(1, ordering: .relaxed).newValue }
  package func nextJob() -> JobID { JobID(jobs.add(1, ordering: .relaxed).newValue) }
  package func nextTimer() -> TimerID { TimerID(timers.add(1, ordering: .relaxed).newValue) }

  /// Hands an event to the observers. Never under a lock.
  func post(_ event: PromiseEvent) {
    for observer in observers { observer.receive(event) }
  }
}
