internal import CRecording
public import Synchronization

/// The number counters of one environment, and what receives its events. The properties that every link reads
/// are inlinable.
@usableFromInline
package final class EventBus: Sendable {
  private static let count = Atomic<Int>(0)
  /// What receives the events; `nil` if nothing does. The bus owns it.
  @usableFromInline
  package let sinks: Atomic<Unmanaged<SinkList>?>
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
    sinks = Atomic(SinkList(observers).map { .passRetained($0) })
  }

  deinit { sinks.load(ordering: .acquiring)?.release() }

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
    sinks.load(ordering: .relaxed) != nil
  }

  /// A Boolean value that indicates whether the environment has observers, which receive every
  /// event of the environment.
  package var hasObservers: Bool {
    sinks.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.hasObservers } ?? false
  }

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

  /// What the events contain of values: what the recording and the observers ask for.
  package var values: PromiseTrace.Values {
    let recorded = PromiseTrace.Values(rawValue: recordedValues.load(ordering: .relaxed)) ?? .off
    guard let sinks = sinks.load(ordering: .acquiring) else { return recorded }
    return sinks._withUnsafeGuaranteedRef { $0.values(recorded: recorded) }
  }

  /// Sets what a recording that is about to begin contains of values.
  package func setRecorded(_ values: PromiseTrace.Values) {
    recordedValues.store(values.rawValue, ordering: .relaxed)
  }

  /// The number of the mapped trace that is being recorded, if there is one.
  @inline(__always)
  package var mapped: UInt64? {
    guard let sinks = sinks.load(ordering: .acquiring) else { return nil }
    let number = sinks._withUnsafeGuaranteedRef { $0.trace }
    return number == 0 ? nil : number
  }

  /// Passes an event to the sinks. Never called with a lock held.
  package func post(_ event: PromiseEvent) {
    sinks.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.receive(event) }
  }

  /// Passes an event to the sinks. It is created as a value, with `kind`, only if an observer needs
  /// one; otherwise `pack` writes the event's fields after its stamp. Never called with a lock held.
  @inline(__always)
  func post(
    _ stamp: EventStamp, _ form: EventForm, pack: (inout EventPacker) -> Void,
    kind: () -> PromiseEvent.Kind
  ) {
    sinks.load(ordering: .acquiring)?._withUnsafeGuaranteedRef {
      $0.receive(stamp, form, pack: pack, kind: kind)
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
    let sinks = change { .recording(trace.number, in: $0) }
    // Another thread may have added an observer in the meantime.
    if sinks?.hasObservers == true { cr_end_whole_trace(trace.number) }
  }

  /// Passes all later events to `observer` as well. `values` is what it needs of values. For the
  /// bus of the program, `clock` is the clock of its events: those of a mapped trace have another.
  package func add(
    _ observer: any PromiseObserver, _ values: PromiseTrace.Values,
    clock: (@Sendable () -> Int64)?
  ) {
    if !isObserved { beginStream() }
    let sinks = change { .adding(observer, values, clock: clock, to: $0) }
    // Promises that the trace records without a `PromiseEvent` value are of no use to an observer.
    cr_end_whole_trace(sinks?.trace ?? 0)
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
    cr_end_whole_trace(mapped ?? 0)
    change { sinks in sinks?.hasObservers == true ? .recording(0, in: sinks) : nil }
  }

  /// Replaces the list of sinks by the one that `body` returns for it, which keeps the old one alive.
  /// Without a new one, the old one lives forever, as the mapped trace in it does: a thread may still
  /// be using it. Takes no lock, because a process that was just forked calls it too.
  @discardableResult
  private func change(_ body: (SinkList?) -> SinkList?) -> SinkList? {
    while true {
      let old = sinks.load(ordering: .acquiring)
      let list = body(old?.takeUnretainedValue())
      let new = list.map { Unmanaged.passRetained($0) }
      if sinks.compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent)
        .exchanged
      {
        if new != nil { old?.release() }
        return list
      }
      new?.release()
    }
  }

  /// Begins a stream of events: promises and queues that were declared earlier are declared again
  /// when they are next seen. For an observer that was added, the stream goes on.
  private func beginStream() {
    guard !hasObservers else { return }
    streamBase.store(promiseCount, ordering: .relaxed)
    streamNumber.store(0, ordering: .relaxed)
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
    _ description: String, origin: PromiseID?, from: PromiseID?, _ oddity: PromiseEvent.Oddity?,
    at site: CallSite?
  ) {
    if let mapped, let site { MappedTrace.know(mapped, site) }
    post(stamp, EventForm(.settled, .ending, text: description.utf8.count)) {
      $0.putSettled(promise, outcome, description, origin: origin, from: from, oddity) {
        $0.put(site ?? .unknown)
      }
    } kind: {
      .settled(
        PromiseEvent.Settlement(
          promise: promise, outcome: outcome, description: description, origin: origin, from: from,
          oddity: oddity, site: site.flatMap { $0.isKnown ? $0.resolved : nil }))
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
