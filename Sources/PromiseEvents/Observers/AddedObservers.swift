internal import CRecording

/// The observers that were added to a bus after it was created, in order of addition.
///
/// An instance never changes: adding an observer makes a new one, which keeps the old one alive, so
/// that a thread can pass on an event without a lock.
final class AddedObservers: Sendable {
  /// What the events contain of values: the most that an observer needs.
  let values: PromiseTrace.Values
  private let observers: [any PromiseObserver]
  private let list: ObserverList?
  /// The clock of the events; `nil` if no event has the stamp of a mapped trace.
  private let clock: (@Sendable () -> Int64)?
  /// A thread may still be using it.
  private let previous: AddedObservers?

  init(
    _ observer: any PromiseObserver, _ values: PromiseTrace.Values,
    clock: (@Sendable () -> Int64)?, after previous: AddedObservers?
  ) {
    observers = (previous?.observers ?? []) + [observer]
    list = observers.reversed().reduce(nil) { ObserverList($1, before: $0) }
    self.values =
      PromiseTrace.Values(rawValue: max(values.rawValue, previous?.values.rawValue ?? 0)) ?? values
    self.clock = clock
    self.previous = previous
  }

  /// Passes an event on.
  func receive(_ event: PromiseEvent) {
    guard event.thread == nil, let clock else {
      list?.receive(event)
      return
    }
    receiveMapped(event, clock)
  }

  /// Passes on an event with the stamp of a mapped trace, which has ticks in place of the time, and
  /// no thread.
  @inline(never)
  private func receiveMapped(_ event: PromiseEvent, _ clock: () -> Int64) {
    // It was stamped before there was an observer.
    guard event.sequence > 0 else { return }
    var event = event
    // The thread is the one on which it happened, and very little time has passed.
    event.time = clock() - cr_age(UInt64(bitPattern: event.time))
    event.thread = ThreadNumber.current
    list?.receive(event)
  }
}
