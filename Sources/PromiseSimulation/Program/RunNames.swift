package import PromiseKitLite

/// What things are called that a run's events name by number.
package struct RunNames {
  private var labels: [PromiseID: String] = [:]
  private var operations: [PromiseID: PromiseEvent.Operation] = [:]
  private var jobLabels: [JobID: String] = [:]
  private var children: [JobID: PromiseID] = [:]
  private var timers: [TimerID: PromiseID] = [:]
  private var queues: [QueueID: String] = [:]
  private var inline: Set<QueueID> = []

  package init(_ events: [PromiseEvent] = []) { for event in events { learn(event) } }

  /// Takes in what an event says of names.
  package mutating func learn(_ event: PromiseEvent) {
    switch event.kind {
    case .created(let creation):
      labels[creation.promise] = creation.label
      operations[creation.promise] = creation.operation
    case .jobEnqueued(let job, let child, _, let label):
      jobLabels[job] = label
      children[job] = child
    case .timerScheduled(let timer, let promise, _): timers[timer] = promise
    case .queueDeclared(let queue, let label, let kind, _):
      queues[queue] = label
      if kind == .immediate { inline.insert(queue) }
    case .bodyStarted, .bodyEnded, .handlerAttached, .jobStarted, .jobEnded, .touched,
      .handlerSkipped, .adopted, .settled, .resolutionIgnored, .inputAdded, .inputSettled,
      .inputIgnored, .errorHandled, .errorUnhandled, .deallocated, .waitBegan, .waitEnded,
      .awaitBegan, .awaitEnded, .cancelRequested, .timerFired, .timerCancelled, .choiceMade,
      .threadNamed, .note, .sourceText, .intervened, .dropped:
      break
    }
  }

  /// `save`, or `p3 then`
  package func name(of promise: PromiseID) -> String {
    labels[promise] ?? operations[promise].map { "\(promise) \($0)" } ?? "\(promise)"
  }

  /// The name of the promise whose handler it is, or of the job itself.
  package func name(of job: JobID) -> String {
    children[job].map { name(of: $0) } ?? jobLabels[job] ?? "\(job)"
  }

  /// The name of the promise that it settles.
  package func name(of timer: TimerID) -> String {
    timers[timer].map { name(of: $0) } ?? "\(timer)"
  }

  /// The queue's label.
  package func name(of queue: QueueID) -> String { queues[queue] ?? "\(queue)" }

  /// Whether its handlers run at once, wherever their promise settles.
  package func isInline(_ queue: QueueID) -> Bool { inline.contains(queue) }

  /// `save on main`, `timer of login`
  package func name(of choice: Choice) -> String {
    switch choice {
    case .resume(let job): "\(name(of: job)) goes on"
    case .start(let queue, let job): "\(name(of: job)) on \(name(of: queue))"
    case .end(let job): "end of \(name(of: job))"
    case .fire(let timer): "timer of \(name(of: timer))"
    }
  }

  /// What the choice is about, without where: the promise's or the job's name.
  package func subject(of choice: Choice) -> String {
    switch choice {
    case .resume(let job), .start(_, let job), .end(let job): name(of: job)
    case .fire(let timer): name(of: timer)
    }
  }
}
