internal import CRecording

/// What receives the events of a bus: the observers, in order of addition, and then the mapped trace
/// that is being recorded.
///
/// A list never changes: a change makes a new one, which keeps the old one alive, so that a thread
/// can pass on an event without a lock.
@usableFromInline
package final class SinkList: Sendable {
  /// The number of the mapped trace; 0 for none.
  let trace: UInt64
  /// The only observer, if it can pack an event without a `PromiseEvent` value.
  private let recorder: RecordingObserver?
  private let chain: ObserverChain?
  private let observers: [any PromiseObserver]
  /// What the events contain of values: the most that an observer needs.
  private let observedValues: PromiseTrace.Values
  /// The clock of the observers; `nil` if no event has the stamp of a mapped trace.
  private let clock: (@Sendable () -> Int64)?
  /// A thread may still be using it.
  private let previous: SinkList?

  private init(
    _ observers: [any PromiseObserver], _ values: PromiseTrace.Values,
    clock: (@Sendable () -> Int64)?, trace: UInt64, after previous: SinkList?
  ) {
    self.observers = observers
    chain = observers.reversed().reduce(nil) { ObserverChain($1, before: $0) }
    recorder = observers.count == 1 && clock == nil ? observers[0] as? RecordingObserver : nil
    (observedValues, self.clock) = (values, clock)
    (self.trace, self.previous) = (trace, previous)
  }

  /// Creates a list of the observers that a bus is created with; `nil` if there are none. They belong
  /// to the program or to a simulation, and get all of every value.
  convenience init?(_ observers: [any PromiseObserver]) {
    if observers.isEmpty { return nil }
    self.init(observers, .full, clock: nil, trace: 0, after: nil)
  }

  /// Returns `list` with another observer.
  static func adding(
    _ observer: any PromiseObserver, _ values: PromiseTrace.Values,
    clock: (@Sendable () -> Int64)?, to list: SinkList?
  ) -> SinkList {
    guard let list, list.hasObservers else {
      return SinkList([observer], values, clock: clock, trace: list?.trace ?? 0, after: list)
    }
    let most = max(values.rawValue, list.observedValues.rawValue)
    return SinkList(
      list.observers + [observer], PromiseTrace.Values(rawValue: most) ?? values, clock: clock,
      trace: list.trace, after: list)
  }

  /// Returns `list` with this mapped trace, which replaces another one; 0 for none.
  static func recording(_ trace: UInt64, in list: SinkList?) -> SinkList {
    SinkList(
      list?.observers ?? [], list?.observedValues ?? .off, clock: list?.clock, trace: trace,
      after: list)
  }

  var hasObservers: Bool { chain != nil }

  /// Returns what the events contain of values, if a recording needs `recorded`.
  func values(recorded: PromiseTrace.Values) -> PromiseTrace.Values {
    guard hasObservers else { return recorded }
    return trace != 0 && recorded.rawValue > observedValues.rawValue ? recorded : observedValues
  }
}

// MARK: - Events

extension SinkList {
  /// Passes an event on.
  func receive(_ event: PromiseEvent) {
    if let recorder {
      recorder.receive(event)
    } else if event.thread == nil, let clock {
      receiveMapped(event, clock)
    } else {
      chain?.receive(event)
    }
    // With an observer, events also happen before the recording begins; those have a thread.
    if trace != 0, event.thread == nil { MappedTrace.receive(trace, event) }
  }

  /// Passes an event on. It is created as a value, with `kind`, only if an observer needs one;
  /// otherwise `pack` writes the event's fields after its stamp.
  @inline(__always)
  func receive(
    _ stamp: EventStamp, _ form: EventForm, pack: (inout EventPacker) -> Void,
    kind: () -> PromiseEvent.Kind
  ) {
    guard chain == nil || recorder != nil else { return receive(PromiseEvent(stamp, kind())) }
    recorder?.receive(stamp, form, pack)
    guard trace != 0 else { return }
    if MappedTrace.examinesEvents(trace) {
      MappedTrace.receive(trace, PromiseEvent(stamp, kind()))
    } else {
      MappedTrace.receive(trace, stamp, form, pack)
    }
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
    chain?.receive(event)
  }
}

/// A linked list of observers. Calling them changes no reference count, as iterating an array would
/// for each event.
private final class ObserverChain: Sendable {
  private let observer: any PromiseObserver
  private let others: ObserverChain?

  init(_ observer: any PromiseObserver, before others: ObserverChain?) {
    (self.observer, self.others) = (observer, others)
  }

  func receive(_ event: PromiseEvent) {
    observer.receive(event)
    others?.receive(event)
  }
}
