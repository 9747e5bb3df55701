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

/// Whether any environment but an ordinary program's own exists: the one relaxed load that a promise
/// pays when nobody observes.
package enum Activity {
  private static let environments = Atomic<Int>(0)

  /// More than the shared environment exists, so that it has to be looked up.
  @inline(__always)
  package static var isAny: Bool {
    #if PROMISE_NO_EVENTS
      false
    #else
      environments.load(ordering: .relaxed) != 0
    #endif
  }

  /// The current environment for a promise that begins a chain; none is the shared one.
  static var environment: PromiseEnvironment? { isAny ? Context.current?.environment : nil }

  static func begin() { environments.add(1, ordering: .relaxed) }
  static func end() { environments.subtract(1, ordering: .relaxed) }
}

extension PromiseEnvironment {
  /// An event of this instant on this thread, with its number.
  func event(_ kind: PromiseEvent.Kind) -> PromiseEvent {
    PromiseEvent(
      sequence: bus.nextSequence(), time: executor.now, thread: executor.thread,
      queue: runningQueue, kind: kind)
  }

  /// The queue whose job is running on this thread; none where that is another environment's.
  var runningQueue: QueueID? {
    guard let context = Context.current, context.environment === self else { return nil }
    return context.queue
  }

  /// Numbers an event and hands it over: where the transition has no critical section of its own.
  package func post(_ kind: PromiseEvent.Kind) {
    guard bus.isObserved else { return }
    bus.post(event(kind))
  }
}
