import Dispatch
import Synchronization

// The environment in which jobs run, and the names and events of queues.

extension PromiseEnvironment {
  /// Runs `body` as if in a job of `queue`.
  package func bind<R>(
    queue: QueueID?, job: JobID? = nil, _ body: () throws -> R
  ) rethrows -> R {
    try bind(queue: queue, job: job, cancellation: nil, body)
  }

  /// Runs `body` as if in a job of `queue` whose chain `cancellation` cancels.
  func bind<R>(
    queue: QueueID?, job: JobID? = nil, cancellation: CancelContext?, _ body: () throws -> R
  ) rethrows -> R {
    let context = Context(
      environment: self, queue: queue, job: job, cancellation: cancellation)
    guard isShared, let trace = bus.mapped else {
      return try context.bind(body)
    }
    let outer = MappedTrace.run(
      trace, MappedTrace.Running(queue: queue?.rawValue ?? 0, job: job?.rawValue ?? 0))
    defer { _ = MappedTrace.run(trace, outer) }
    return try context.bind(body)
  }

  /// Runs `body` as part of the running job, outside any cancel context.
  func bindAgain<R>(_ body: () throws -> R) rethrows -> R {
    guard let context = Context.current, context.environment === self else {
      return try bind(queue: nil, body)
    }
    return context.cancellation == nil
      ? try body() : try bind(queue: context.queue, job: context.job, body)
  }

  /// Dispatches a closure to a queue; `nil` runs it immediately.
  func dispatch(_ body: @escaping @Sendable () -> Void, on dispatcher: (any Dispatcher)?) {
    guard let dispatcher else {
      accessTracker?.runsCode(accessing: nil)
      return body()
    }
    let job = Job(id: nil) { [accessTracker] in
      accessTracker?.runsCode(accessing: dispatcher.declaredAccess)
      body()
      return {}
    }
    executor.enqueue(job, on: dispatcher, queue: nil, in: self)
  }

  /// Returns the queue's name in the events, and declares it at its first use.
  package func queue(of dispatcher: (any Dispatcher)?) -> QueueID {
    guard let dispatcher else { return inlineQueue }
    return queue(of: dispatcher)
  }

  /// Returns the name of a handler's queue. For a Dispatch queue that has a name, this changes no
  /// reference count: all threads that use the queue would share it.
  func queue(of target: OperationHandler.Target) -> QueueID {
    switch target {
    case .inline: inlineQueue
    case .queue(let queue):
      knownQueue(at: UInt(bitPattern: ObjectIdentifier(queue)))
        ?? self.queue(of: queue as any Dispatcher)
    case .other(let other): queue(of: other.dispatcher)
    }
  }

  /// Returns the name of the queue at this address, if it has one, or had one in an earlier run.
  private func knownQueue(at address: UInt) -> QueueID? {
    queues.withLock { $0.id(at: address) }
  }

  /// The name of the inline queue.
  var inlineQueue: QueueID {
    let known = inline.load(ordering: .relaxed)
    if known != 0 { return QueueID(known) }
    let id = queue(of: ImmediateDispatcher() as any Dispatcher)
    inline.store(id.rawValue, ordering: .relaxed)
    return id
  }

  func queue(of dispatcher: any Dispatcher) -> QueueID {
    if let address = dispatcher.queueAddress, let id = knownQueue(at: address) { return id }
    let object = dispatcher.dispatchQueue
    let (label, ownKind) = labelAndKind(of: dispatcher, object)
    let known = queues.withLock { queues -> QueueID? in
      guard let id = queues.id(of: label) else { return nil }
      queues.remember(object, as: id)
      return id
    }
    if let known { return known }
    let own = declared.withLock { $0.isEmpty ? nil : $0[label] } ?? ownKind
    let (kind, assumed) = executor.kind(ofQueue: label, declared: own)
    let (id, event) = queues.withLock { queues -> (QueueID, PromiseEvent?) in
      if let id = queues.id(of: label) { return (id, nil) }
      let new = KnownQueue(label: label, kind: kind, assumed: assumed)
      let id = queues.add(new)
      queues.remember(object, as: id)
      guard bus.isObserved else { return (id, nil) }
      return (id, self.event(new.declared(as: id)))
    }
    if let event { bus.post(event) }
    return id
  }

  /// Returns the label under which a dispatcher is shown, and the kind that it declares itself.
  private func labelAndKind(
    of dispatcher: any Dispatcher, _ object: DispatchQueue?
  ) -> (String, PromiseEvent.QueueKind?) {
    guard let object else { return (QueueName.shown(dispatcher.label), dispatcher.kind) }
    if let accessTracker { return accessTracker.labels.labelAndKind(of: object) }
    let label = object.label
    return (QueueName.shown(label), QueueName.kind(of: label))
  }

  /// Returns the label under which a queue is shown, and its kind; `nil` if no queue has this name.
  package func labelAndKind(of queue: QueueID) -> (String, PromiseEvent.QueueKind)? {
    queues.withLock { $0[queue].map { ($0.label, $0.kind) } }
  }

  /// Posts the declarations of the queues that already have names, to a recording that begins.
  func declareKnownQueues() {
    let events = queues.withLock { queues in
      queues.all.enumerated().map { event($1.declared(as: QueueID($0 + 1))) }
    }
    for event in events { bus.post(event) }
  }

  /// Calls `report`, which reports that `promise` is gone: now, or in a simulation at the end of the
  /// turn.
  func reportEnd(of promise: PromiseID, _ report: @escaping @Sendable () -> Void) {
    guard executor.postsDeallocationsLater else { return report() }
    state.withLock { $0.later.append(PendingReport(promise: promise, report: report)) }
    hasReports.store(true, ordering: .releasing)
  }

  /// Reports the promises that were freed during the turn, in the order of their names, as part of
  /// the job that ran on `queue`.
  package func postFreed(on queue: QueueID? = nil) {
    guard hasReports.load(ordering: .acquiring) else { return }
    hasReports.store(false, ordering: .relaxed)
    // Mostly there is one, and the array keeps its memory.
    let (first, others) = state.withLock { state -> (PendingReport?, [PendingReport]) in
      state.later.count == 1
        ? (state.later.removeLast(), []) : (nil, exchange(&state.later, with: []))
    }
    guard first != nil || !others.isEmpty else { return }
    bind(queue: queue) {
      first?.report()
      for pending in others.sorted(by: { $0.promise < $1.promise }) { pending.report() }
    }
  }
}

extension PromiseEnvironment {
  /// Returns a stamp for this instant on this thread, with the next number.
  ///
  /// A mapped trace orders events by their times instead of numbers, so that threads share no
  /// counter. `cause` is the stamp of an event that must come before; the result replaces it.
  func stamp(after cause: inout UInt64) -> EventStamp {
    guard let mapped = bus.mapped else {
      return stampOfSequence()
    }
    cause = MappedTrace.stamp(mapped, after: cause)
    return EventStamp(
      sequence: 0, time: Int64(bitPattern: cause), thread: nil, queue: runningQueue)
  }

  /// Returns a stamp for this instant on this thread, with the next number.
  func stamp() -> EventStamp {
    if bus.mapped != nil {
      var cause: UInt64 = 0
      return stamp(after: &cause)
    }
    return stampOfSequence()
  }

  /// Returns a stamp with the next number of the sequence.
  private func stampOfSequence() -> EventStamp {
    let sequence = bus.nextSequence()
    let (now, thread) = executor.instant
    return EventStamp(sequence: sequence, time: now, thread: thread, queue: runningQueue)
  }

  /// Returns an event for this instant on this thread, with its number.
  func event(_ kind: PromiseEvent.Kind) -> PromiseEvent { PromiseEvent(stamp(), kind) }

  /// Posts an event that belongs to no thread and no queue: a decision of the simulation itself.
  package func postOfMachine(_ kind: PromiseEvent.Kind) {
    guard bus.isObserved else { return }
    bus.post(
      PromiseEvent(
        sequence: bus.nextSequence(), time: executor.now, thread: nil, queue: nil, kind: kind))
  }

  /// The queue whose job is running on this thread; `nil` if the job belongs to another
  /// environment.
  package var runningQueue: QueueID? {
    if isShared, let trace = bus.mapped { return MappedTrace.runningQueue(trace) }
    return Context.runningQueue(in: self)
  }

  /// The job that is running on this thread; `nil` if it belongs to another environment.
  var runningJob: JobID? {
    if isShared, let trace = bus.mapped { return MappedTrace.runningJob(trace) }
    guard let context = Context.current, context.environment === self else { return nil }
    return context.job
  }

  /// Numbers and posts an event whose transition has no critical section of its own.
  package func post(_ kind: PromiseEvent.Kind) {
    guard bus.isObserved else { return }
    bus.post(event(kind))
  }
}

extension PromiseEnvironment {
  /// The names of the queues in the events.
  struct Queues {
    /// The names by label, once there are more queues than a search takes time for.
    private var byLabel: [String: QueueID] = [:]
    /// The label and kind of each queue, in the order of their numbers; after the first ``count``, the
    /// queues of the previous run, which probably uses them in the same order.
    private var known: [KnownQueue] = []
    /// The number of queues that have a name.
    private(set) var count = 0
    /// A cache of the first few queues by object, because reading a queue's label creates a string.
    /// As long as a queue is here, no other one has its address.
    private var objects: [(address: UInt, id: QueueID, queue: DispatchQueue)] = []

    /// The queue with this name; `nil` if there is none.
    subscript(id: QueueID) -> KnownQueue? {
      id.rawValue > 0 && id.rawValue <= count ? known[id.rawValue - 1] : nil
    }

    /// All queues with names, in the order of their numbers.
    var all: ArraySlice<KnownQueue> { known.prefix(count) }

    /// Removes all names. The next run can give the queues the same ones.
    mutating func removeAll() {
      if byLabel.isEmpty { count = 0 } else { self = Queues() }
    }

    /// Lets no queue of the previous run keep its kind, because the program has declared one.
    mutating func forgetPrevious() {
      guard known.count > count else { return }
      known.removeSubrange(count...)
      let count = count
      objects.removeAll { $0.id.rawValue > count }
    }

    /// Returns the name of the queue at this address, if it is in the cache. A queue that is the next
    /// one, as in the previous run, gets its name again. Does not change the queue's reference count,
    /// which threads share.
    mutating func id(at address: UInt) -> QueueID? {
      for place in objects.indices where objects[place].address == address {
        let id = objects[place].id
        if id.rawValue == count + 1 { count += 1 }
        return id.rawValue <= count ? id : nil
      }
      return nil
    }

    /// Returns the name of the queue with this label, if there is one.
    func id(of label: String) -> QueueID? {
      guard byLabel.isEmpty else { return byLabel[label] }
      return all.firstIndex { $0.label == label }.map { QueueID($0 + 1) }
    }

    /// Adds a queue with the next name, which is returned.
    mutating func add(_ queue: KnownQueue) -> QueueID {
      forgetPrevious()
      if known.isEmpty { known.reserveCapacity(4) }
      known.append(queue)
      count += 1
      let id = QueueID(count)
      if !byLabel.isEmpty {
        byLabel[queue.label] = id
      } else if count > 8 {
        for (place, queue) in known.enumerated() { byLabel[queue.label] = QueueID(place + 1) }
      }
      return id
    }

    /// Adds `queue` to the cache, if there is room.
    mutating func remember(_ queue: DispatchQueue?, as id: QueueID) {
      guard let queue, objects.count < 8 else { return }
      let address = UInt(bitPattern: ObjectIdentifier(queue))
      for place in objects.indices where objects[place].address == address { return }
      if objects.isEmpty { objects.reserveCapacity(4) }
      objects.append((address, id, queue))
    }
  }

  /// A queue that has a name in the events.
  struct KnownQueue {
    let label: String
    let kind: PromiseEvent.QueueKind
    let assumed: Bool

    /// Returns the event that declares the queue.
    func declared(as id: QueueID) -> PromiseEvent.Kind {
      .queueDeclared(queue: id, label: label, kind: kind, assumed: assumed)
    }
  }

  /// A report about a promise that is made at the end of the turn.
  struct PendingReport: Sendable {
    let promise: PromiseID
    let report: @Sendable () -> Void
  }
}
