import Dispatch
import PromiseKitLite
import Synchronization

/// An observer that is checked, and a view of the events that it received.
struct ObserverSubject: Sendable {
  let observer: any PromiseObserver
  /// The numbers of the events that it kept, printed, or passed on, in its order.
  let told: @Sendable () -> [Int]
  /// How many events it only counted.
  let counted: @Sendable () -> Int
  /// A call that needs its lock.
  let ask: @Sendable () -> Void
  /// The kind of the event with a number that it is given; one that it keeps, prints, or passes on,
  /// if it does that with any.
  var kind: @Sendable (Int) -> PromiseEvent.Kind = { .bodyStarted(promise: PromiseID($0)) }

  /// Gives the observer an event.
  func give(_ number: Int, thread: PromiseEvent.ThreadID = 1) {
    observer.receive(.sample(number, kind(number), thread: thread))
  }
}

/// Keeps the numbers of the events in the order of arrival.
final class Collector: PromiseObserver {
  private let received = Mutex<[Int]>([])
  private let whenReceived: @Sendable (Int) -> Void

  init(_ whenReceived: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.whenReceived = whenReceived
  }

  var numbers: [Int] { received.withLock { $0 } }

  func receive(_ event: PromiseEvent) {
    received.withLock { $0.append(event.sequence) }
    whenReceived(event.sequence)
  }
}

extension PromiseEvent {
  /// Returns an event with the given number.
  static func sample(
    _ sequence: Int, _ kind: Kind? = nil, time: Int64? = nil, thread: ThreadID = 1,
    queue: QueueID? = nil
  ) -> PromiseEvent {
    PromiseEvent(
      sequence: sequence, time: time ?? Int64(sequence) * 1000, thread: thread, queue: queue,
      kind: kind ?? .bodyStarted(promise: PromiseID(sequence)))
  }
}
