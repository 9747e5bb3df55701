internal import CRecording
public import Synchronization

/// The number counters and the observers of one environment. The properties that every link reads
/// are inlinable.
@usableFromInline
package final class EventBus: Sendable {
  private static let count = Atomic<Int>(0)
  @usableFromInline
  package let observers: ObserverList?
  /// The only observer, if it is a recorder: the recorder can pack an event without a
  /// `PromiseEvent` value.
  private let recorder: RecordingObserver?
  /// The observers that were added later; `nil` for none. They live as long as the bus.
  private let added = Atomic<Unmanaged<AddedObservers>?>(nil)
  /// The number of the mapped trace that receives the events while there is one; 0 for none.
  private let mapping = Atomic<UInt64>(0)
  /// Whether there is a recording, or an observer was added.
  @usableFromInline
  package let isFollowed = Atomic<Bool>(false)
  /// The number of the stream; 0 until something needs it, because all threads share the counter.
  private let streamNumber = Atomic<Int>(0)
  @usableFromInline
  package let streamBase = Atomic<Int>(0)
  @usableFromInline
  package let sequence = Atomic<Int>(0)
  @usableFromInline
  package let promises = Atomic<Int>(0)
  let jobs = Atomic<Int>(0)
  private let timers = Atomic<Int>(0)
  private let contexts = Atomic<Int>(0)
  private let recordedValues = Atomic<UInt8>(PromiseTrace.Values.on.rawValue)

  package init(observers: [any PromiseObserver]) {
    self.observers = observers.reversed().reduce(nil) { ObserverList($1, before: $0) }
    recorder = observers.count == 1 ? observers[0] as? RecordingObserver : nil
  }

  deinit { added.load(ordering: .acquiring)?.release() }

  /// Identifies the stream of events, and is never reused: each bus has its own number, and each
  /// later recording gets a new one.
  package var number: Int {
    let known = streamNumber.load(ordering: .relaxed)
    guard known == 0 else { return known }
    let new = EventBus.count.add(1, ordering: .relaxed).newValue
    let (isSet, other) = streamNumber.compareExchange(
      expected: 0, desired: new, ordering: .relaxed)
    return isSet ? new : other
  }

  /// A Boolean value that indicates whether there is an observer or a recording.
  @inlinable
  package var isObserved: Bool {
    observers != nil || isFollowed.load(ordering: .relaxed)
  }

  /// A Boolean value that indicates whether the environment has observers, which receive every
  /// event of the environment.
  package var hasObservers: Bool { observers != nil || hasAdded }

  /// Whether an observer was added.
  package var hasAdded: Bool { added.load(ordering: .sequentiallyConsistent) != nil }

  /// Returns whether the promise with this number was declared in the stream that is being
  /// observed.
  @inlinable
  package func declares(_ number: UInt32) -> Bool {
    Int(number) > streamBase.load(ordering: .relaxed)
  }

  /// Returns the next event number. It is drawn inside the critical section of the transition.
  @inlinable
  package func nextSequence() -> Int { sequence.add(1, ordering: .relaxed).newValue }
  /// The number of promises that have a number.
  package var promiseCount: Int { promises.load(ordering: .relaxed) }
  package func nextPromise() -> Int {
    if let mapped { return MappedTrace.nextPromise(mapped, promises) }
    return promises.add(1, ordering: .relaxed).newValue
  }
  package func nextJob() -> JobID {
    if let mapped { return JobID(MappedTrace.nextJob(mapped, jobs)) }
    return JobID(jobs.add(1, ordering: .relaxed).newValue)
  }
  package func nextContext() -> Int { contexts.add(1, ordering: .relaxed).newValue }
  package func nextTimer() -> TimerID { TimerID(timers.add(1, ordering: .relaxed).newValue) }

  /// What the events contain of values: everything for the observers that the environment was
  /// created with, which belong to the program or to a simulation, and otherwise what the recording
  /// and the added observers ask for.
  package var values: PromiseTrace.Values {
    if observers != nil { return .full }
    let recorded = PromiseTrace.Values(rawValue: recordedValues.load(ordering: .relaxed)) ?? .off
    guard let added = added.load(ordering: .acquiring) else { return recorded }
    let wanted = added._withUnsafeGuaranteedRef { $0.values }
    return mapped != nil && recorded.rawValue > wanted.rawValue ? recorded : wanted
  }

  /// Sets what a recording that is about to begin contains of values.
  package func setRecorded(_ values: PromiseTrace.Values) {
    recordedValues.store(values.rawValue, ordering: .relaxed)
  }

  /// The number of the mapped trace that is being recorded, if there is one.
  @inline(__always)
  package var mapped: UInt64? {
    let number = mapping.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  /// Passes an event to the observers. Never called with a lock held.
  package func post(_ event: PromiseEvent) {
    if let recorder { recorder.receive(event) } else { observers?.receive(event) }
    added.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.receive(event) }
    // With an added observer, events also happen before the recording begins; those have a thread.
    if let mapped, event.thread == nil { MappedTrace.receive(mapped, event) }
  }

  /// Passes an event to the observers. It is created as a value, with `kind`, only if an observer
  /// needs one; otherwise `pack` writes the event's fields after its stamp. Never called with a
  /// lock held.
  @inline(__always)
  func post(
    _ stamp: EventStamp, _ form: EventForm, pack: (inout EventPacker) -> Void,
    kind: () -> PromiseEvent.Kind
  ) {
    guard observers == nil || recorder != nil, added.load(ordering: .relaxed) == nil else {
      return post(PromiseEvent(stamp, kind()))
    }
    recorder?.receive(stamp, form, pack)
    guard let mapped else { return }
    if MappedTrace.examinesEvents(mapped) {
      MappedTrace.receive(mapped, PromiseEvent(stamp, kind()))
    } else {
      MappedTrace.receive(mapped, stamp, form, pack)
    }
  }

  /// Passes all later events to a mapped trace, which lives forever. `isAlone` says that nothing
  /// else depends on the events of this bus, and that its environment is the one of the program.
  package func record(into trace: MappedTrace, isAlone: Bool) {
    beginStream()
    trace.makeCurrent()
    if isAlone, !hasObservers, !MappedTrace.isSelective(trace.number) {
      cr_set_whole_trace(trace.number, Int64(streamBase.load(ordering: .relaxed)))
    }
    mapping.store(trace.number, ordering: .sequentiallyConsistent)
    // Another thread may have added an observer in the meantime.
    if hasAdded { cr_end_whole_trace(trace.number) }
    isFollowed.store(true, ordering: .releasing)
  }

  /// Passes all later events to `observer` as well. `values` is what it needs of values. For the
  /// bus of the program, `clock` is the clock of its events: those of a mapped trace have another.
  package func add(
    _ observer: any PromiseObserver, _ values: PromiseTrace.Values,
    clock: (@Sendable () -> Int64)?
  ) {
    if !isObserved { beginStream() }
    while true {
      let old = added.load(ordering: .acquiring)
      let new = Unmanaged.passRetained(
        AddedObservers(observer, values, clock: clock, after: old?.takeUnretainedValue()))
      // The new one owns the old one.
      if added.compareExchange(
        expected: old, desired: new, ordering: .sequentiallyConsistent
      ).exchanged {
        old?.release()
        break
      }
      new.release()
    }
    // Promises that the trace records without a `PromiseEvent` value are of no use to an observer.
    cr_end_whole_trace(mapping.load(ordering: .sequentiallyConsistent))
    isFollowed.store(true, ordering: .sequentiallyConsistent)
  }

  /// Begins again with the first numbers, for an environment that nothing refers to.
  package func restart() {
    sequence.store(0, ordering: .relaxed)
    promises.store(0, ordering: .relaxed)
    jobs.store(0, ordering: .relaxed)
    timers.store(0, ordering: .relaxed)
    contexts.store(0, ordering: .relaxed)
    beginStream()
  }

  /// Ends the recording.
  package func stopRecording() {
    cr_end_whole_trace(mapping.load(ordering: .relaxed))
    isFollowed.store(false, ordering: .sequentiallyConsistent)
    if hasAdded { isFollowed.store(true, ordering: .sequentiallyConsistent) }
    mapping.store(0, ordering: .releasing)
  }

  /// Begins a stream of events: promises and queues that were declared earlier are declared again
  /// when they are next seen. For an observer that was added, the stream goes on.
  private func beginStream() {
    guard !hasAdded else { return }
    streamBase.store(promiseCount, ordering: .relaxed)
    streamNumber.store(0, ordering: .relaxed)
  }
}

/// A linked list of observers. Calling them changes no reference count, as iterating an array would
/// for each event.
@usableFromInline
package final class ObserverList: Sendable {
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

// The events that every link posts, which are nearly all events of a program. None of them becomes
// a `PromiseEvent` value on its way to a recording.
extension EventBus {
  package func postCreated(
    _ stamp: EventStamp, _ promise: PromiseID, _ operation: PromiseEvent.Operation,
    label: String?, _ site: CallSite, of parents: [PromiseID], isGuarantee: Bool, tag: String?
  ) {
    postBegun(stamp, promise, operation, label, site, parents, isGuarantee, tag)
  }

  /// Posts the same event for a promise with a single parent, without creating an array.
  package func postCreated(
    _ stamp: EventStamp, _ promise: PromiseID, _ operation: PromiseEvent.Operation,
    label: String?, _ site: CallSite, of parent: PromiseID, isGuarantee: Bool, tag: String?
  ) {
    postBegun(stamp, promise, operation, label, site, CollectionOfOne(parent), isGuarantee, tag)
  }

  @inline(__always)
  private func postBegun(
    _ stamp: EventStamp, _ promise: PromiseID, _ operation: PromiseEvent.Operation,
    _ label: String?, _ site: CallSite, _ parents: some Collection<PromiseID>,
    _ isGuarantee: Bool, _ tag: String?
  ) {
    if let mapped { MappedTrace.know(mapped, site) }
    let text = EventTexts.size(of: label) + EventTexts.size(of: tag) + parents.count * 10
    post(stamp, EventForm(.created, .declaration, text: text)) {
      $0.putCreated(promise, operation, label, parents, isGuarantee: isGuarantee, tag) {
        $0.put(site)
      }
    } kind: {
      .created(
        PromiseEvent.Creation(
          promise: promise, operation: operation, label: label, site: site.resolved,
          parents: Array(parents), isGuarantee: isGuarantee, tag: tag))
    }
  }

  package func postAttached(
    _ stamp: EventStamp, _ parent: PromiseID, _ child: PromiseID, _ ordinal: Int, _ queue: QueueID
  ) {
    post(stamp, EventForm(.handlerAttached, .detail)) {
      $0.putAttached(parent, child, ordinal, queue)
    } kind: {
      .handlerAttached(parent: parent, child: child, ordinal: ordinal, queue: queue)
    }
  }

  package func postEnqueued(
    _ stamp: EventStamp, _ job: JobID, _ child: PromiseID?, _ queue: QueueID, _ label: String?
  ) {
    post(stamp, EventForm(.jobEnqueued, .detail, text: EventTexts.size(of: label))) {
      $0.putEnqueued(job, child, queue, label)
    } kind: {
      .jobEnqueued(job: job, child: child, queue: queue, label: label)
    }
  }

  package func postStarted(_ stamp: EventStamp, _ job: JobID, _ child: PromiseID?, _ queue: QueueID)
  {
    post(stamp, EventForm(.jobStarted, .detail)) {
      $0.putJob(job, child, queue)
    } kind: {
      .jobStarted(job: job, child: child, queue: queue)
    }
  }

  package func postEnded(
    _ stamp: EventStamp, _ job: JobID, _ child: PromiseID?, _ queue: QueueID,
    _ ending: PromiseEvent.JobEnding
  ) {
    post(stamp, EventForm(.jobEnded, .detail)) {
      $0.putEnded(job, child, queue, ending)
    } kind: {
      .jobEnded(job: job, child: child, queue: queue, ending: ending)
    }
  }

  package func postSettled(
    _ stamp: EventStamp, _ promise: PromiseID, _ outcome: PromiseEvent.Outcome,
    _ description: String, origin: PromiseID?, from: PromiseID?, _ oddity: PromiseEvent.Oddity?
  ) {
    post(stamp, EventForm(.settled, .ending, text: description.utf8.count)) {
      $0.putSettled(promise, outcome, description, origin: origin, from: from, oddity)
    } kind: {
      .settled(
        PromiseEvent.Settlement(
          promise: promise, outcome: outcome, description: description, origin: origin, from: from,
          oddity: oddity))
    }
  }

  package func postDeallocated(
    _ stamp: EventStamp, _ promise: PromiseID, _ state: PromiseEvent.FinalState,
    _ waiting: [PromiseID]
  ) {
    let weight = PromiseEvent.Kind.weightOfDeallocation(state)
    post(stamp, EventForm(.deallocated, weight, text: waiting.count * 10)) {
      $0.putDeallocated(promise, state, waiting)
    } kind: {
      .deallocated(promise: promise, state: state, waiting: waiting)
    }
  }
}

extension EventBus {
  /// Returns a number for a promise of a recorded program.
  package func nextPromise(_ pen: Pen) -> Int { MappedTrace.nextPromise(pen, promises) }
  /// Returns a number for a job of a recorded program.
  package func nextJob(_ pen: Pen) -> JobID { JobID(MappedTrace.nextJob(pen, jobs)) }
}
