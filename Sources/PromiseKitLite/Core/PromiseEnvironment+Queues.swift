import Dispatch
import Synchronization

// What jobs run in, how queues are named, and what is told of that.

extension PromiseEnvironment {
  /// Runs `body` as a job of `queue` runs.
  package func bind<R>(
    queue: QueueID?, job: JobID? = nil, _ body: () throws -> R
  ) rethrows -> R {
    try bind(queue: queue, job: job, cancellation: nil, body)
  }

  /// Runs `body` as a job of `queue` runs whose chain `cancellation` cancels.
  func bind<R>(
    queue: QueueID?, job: JobID? = nil, cancellation: CancelContext?, _ body: () throws -> R
  ) rethrows -> R {
    try Context.$bound.withValue(
      Context(environment: self, queue: queue, job: job, cancellation: cancellation),
      operation: body)
  }

  /// Runs `body` as a part of the running job, outside any context that cancels that.
  func bindAgain<R>(_ body: () throws -> R) rethrows -> R {
    guard let context = Context.current, context.environment === self else {
      return try bind(queue: nil, body)
    }
    return context.cancellation == nil
      ? try body() : try bind(queue: context.queue, job: context.job, body)
  }

  /// Puts a closure on a queue; `nil` runs it at once.
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

  /// The queue's name in the events, told at first sight.
  package func queue(of dispatcher: (any Dispatcher)?) -> QueueID {
    guard let dispatcher else { return inlineQueue }
    return queue(of: dispatcher)
  }

  /// The name of what runs inline.
  var inlineQueue: QueueID {
    let known = inline.load(ordering: .relaxed)
    if known != 0 { return QueueID(known) }
    let id = queue(of: ImmediateDispatcher() as any Dispatcher)
    inline.store(id.rawValue, ordering: .relaxed)
    return id
  }

  func queue(of dispatcher: any Dispatcher) -> QueueID {
    let object = dispatcher as? DispatchQueue
    if let object, let known = queues.withLock({ $0.id(of: object) }) { return known }
    let label = accessTracker?.labels.label(of: dispatcher) ?? QueueName.shown(dispatcher.label)
    let known = queues.withLock { queues -> QueueID? in
      guard let id = queues.byLabel[label] else { return nil }
      queues.remember(object, as: id)
      return id
    }
    if let known { return known }
    let own = declared.withLock { $0.isEmpty ? nil : $0[label] } ?? dispatcher.kind
    let (kind, assumed) = executor.kind(ofQueue: label, declared: own)
    let (id, event) = queues.withLock { queues -> (QueueID, PromiseEvent?) in
      if let id = queues.byLabel[label] { return (id, nil) }
      let id = QueueID(queues.byLabel.count + 1)
      let new = KnownQueue(label: label, kind: kind, assumed: assumed)
      queues.byLabel[label] = id
      queues.known.append(new)
      queues.remember(object, as: id)
      guard bus.isObserved else { return (id, nil) }
      return (id, self.event(new.declared(as: id)))
    }
    if let event { bus.post(event) }
    return id
  }

  /// Tells of the queues that have names already, to a recording that begins.
  func declareKnownQueues() {
    let events = queues.withLock { queues in
      queues.known.enumerated().map { event($1.declared(as: QueueID($0 + 1))) }
    }
    for event in events { bus.post(event) }
  }

  /// Calls `tell`, which tells that `promise` is gone: now, or in a simulation at the end of the turn.
  func tellEnd(of promise: PromiseID, _ tell: @escaping @Sendable () -> Void) {
    guard executor.tellsDeallocationsLater else { return tell() }
    state.withLock { $0.later.append(Told(promise: promise, tell: tell)) }
  }

  /// Tells of the promises that were freed during the turn, in the order of their names, as a part of
  /// what ran on `queue`.
  package func tellFreed(on queue: QueueID? = nil) {
    let later = state.withLock { state -> [Told] in
      guard !state.later.isEmpty else { return [] }
      defer { state.later = [] }
      return state.later
    }
    guard !later.isEmpty else { return }
    bind(queue: queue) {
      for told in later.sorted(by: { $0.promise < $1.promise }) { told.tell() }
    }
  }
}

extension PromiseEnvironment {
  /// This instant on this thread, with the next number.
  func stamp() -> EventStamp {
    EventStamp(
      sequence: bus.nextSequence(), time: executor.now, thread: executor.thread,
      queue: runningQueue)
  }

  /// An event of this instant on this thread, with its number.
  func event(_ kind: PromiseEvent.Kind) -> PromiseEvent { PromiseEvent(stamp(), kind) }

  /// Posts what no thread does and no queue: what the machine itself decides.
  package func postOfMachine(_ kind: PromiseEvent.Kind) {
    guard bus.isObserved else { return }
    bus.post(
      PromiseEvent(
        sequence: bus.nextSequence(), time: executor.now, thread: nil, queue: nil, kind: kind))
  }

  /// The queue whose job is running on this thread; none where that is another environment's.
  package var runningQueue: QueueID? {
    let context = Context.bound
    return context.environment === self ? context.queue : nil
  }

  /// The job that is running on this thread; none where that is another environment's.
  var runningJob: JobID? {
    guard let context = Context.current, context.environment === self else { return nil }
    return context.job
  }

  /// Numbers an event and hands it over: where the transition has no critical section of its own.
  package func post(_ kind: PromiseEvent.Kind) {
    guard bus.isObserved else { return }
    bus.post(event(kind))
  }
}

extension PromiseEnvironment {
  /// The names of the queues in the events.
  struct Queues {
    var byLabel: [String: QueueID] = [:]
    /// What was found out about each queue, in the order of their numbers.
    var known: [KnownQueue] = []
    /// The few that were asked for first, by the object: to ask one for its label makes a string.
    var objects: [(queue: DispatchQueue, id: QueueID)] = []

    /// The name of `queue`, if it is one of the few.
    func id(of queue: DispatchQueue) -> QueueID? {
      for known in objects where known.queue === queue { return known.id }
      return nil
    }

    /// Keeps the name of `queue`, if there is room.
    mutating func remember(_ queue: DispatchQueue?, as id: QueueID) {
      guard let queue, objects.count < 8, self.id(of: queue) == nil else { return }
      objects.append((queue, id))
    }
  }

  /// A queue that has a name in the events.
  struct KnownQueue {
    let label: String
    let kind: PromiseEvent.QueueKind
    let assumed: Bool

    /// What tells of it.
    func declared(as id: QueueID) -> PromiseEvent.Kind {
      .queueDeclared(queue: id, label: label, kind: kind, assumed: assumed)
    }
  }

  /// Something that is told about a promise at the end of the turn.
  struct Told: Sendable {
    let promise: PromiseID
    let tell: @Sendable () -> Void
  }
}
