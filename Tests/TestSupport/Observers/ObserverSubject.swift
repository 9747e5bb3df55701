import Dispatch
package import PromiseKitLite
import Synchronization

/// An observer that is checked, and a view of the events that it received.
package struct ObserverSubject: Sendable {
  package let observer: any PromiseObserver
  /// The numbers of the events that it kept, printed, or passed on, in its order.
  package let told: @Sendable () -> [Int]
  /// How many events it only counted.
  package let counted: @Sendable () -> Int
  /// A call that needs its lock.
  package let ask: @Sendable () -> Void
  /// The kind of the event with a number that it is given; one that it keeps, prints, or passes on,
  /// if it does that with any.
  package let kind: @Sendable (Int) -> PromiseEvent.Kind

  package init(
    observer: any PromiseObserver, told: @escaping @Sendable () -> [Int],
    counted: @escaping @Sendable () -> Int, ask: @escaping @Sendable () -> Void,
    kind: @escaping @Sendable (Int) -> PromiseEvent.Kind = {
      .bodyStarted(promise: PromiseID($0))
    }
  ) {
    (self.observer, self.told, self.counted, self.ask) = (observer, told, counted, ask)
    self.kind = kind
  }

  /// Gives the observer an event.
  package func give(_ number: Int, thread: PromiseEvent.ThreadID = 1) {
    observer.receive(.sample(number, kind(number), thread: thread))
  }
}

/// Keeps the numbers of the events in the order of arrival.
package final class Collector: PromiseObserver {
  private let received = Mutex<[Int]>([])
  private let whenReceived: @Sendable (Int) -> Void

  package init(_ whenReceived: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.whenReceived = whenReceived
  }

  package var numbers: [Int] { received.withLock { $0 } }

  package func receive(_ event: PromiseEvent) {
    received.withLock { $0.append(event.sequence) }
    whenReceived(event.sequence)
  }
}

extension PromiseEvent {
  /// Returns an event with the given number.
  package static func sample(
    _ sequence: Int, _ kind: Kind? = nil, time: Int64? = nil, thread: ThreadID = 1,
    queue: QueueID? = nil
  ) -> PromiseEvent {
    PromiseEvent(
      sequence: sequence, time: time ?? Int64(sequence) * 1000, thread: thread, queue: queue,
      kind: kind ?? .bodyStarted(promise: PromiseID(sequence)))
  }
}
