import Dispatch
import Synchronization

// The environment in which jobs run, and the names of their queues.

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
      hooks?.runsCode(accessing: nil)
      return body()
    }
    let job = ClosureJob(id: nil) { [hooks] in
      hooks?.runsCode(accessing: dispatcher.declaredAccess)
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
      guard let id = queues.id(of: label), queues.isDeclared(id) else { return nil }
      queues.remember(object, as: id)
      return id
    }
    if let known { return known }
    let own = declared.withLock { $0.isEmpty ? nil : $0[label] } ?? ownKind
    let (kind, assumed) = executor.kind(ofQueue: label, declared: own)
    let isRecorded = bus.mapped != nil
    let (id, event) = queues.withLock { queues -> (QueueID, PromiseEvent?) in
      let known = queues.id(of: label)
      if let known, queues.isDeclared(known) { return (known, nil) }
      let new = KnownQueue(label: label, kind: kind, assumed: assumed)
      let id = known ?? queues.add(new)
      queues.remember(object, as: id)
      guard bus.isObserved else { return (id, nil) }
      if isRecorded { queues.set(id, isDeclared: false) }
      return (id, self.event(new.declared(as: id)))
    }
    guard let event else { return id }
    Step.reached(.named)
    bus.post(event)
    if isRecorded { queues.withLock { $0.set(id, isDeclared: true) } }
    return id
  }

  /// Returns the label under which a dispatcher is shown, and the kind that it declares itself.
  private func labelAndKind(
    of dispatcher: any Dispatcher, _ object: DispatchQueue?
  ) -> (String, PromiseEvent.QueueKind?) {
    guard let object else {
      return (actorLabel(of: dispatcher) ?? QueueName.shown(dispatcher.label), dispatcher.kind)
    }
    if let known = hooks?.labelAndKind(of: object) { return known }
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
}
