import PromiseKitLite

@testable import PromiseGraph
@testable import PromiseInsight

/// A stream of events written by hand.
struct EventStream {
  private(set) var events: [PromiseEvent] = []
  /// The number, time in milliseconds, thread and queue of the next event.
  var sequence = 1
  var time = 0.0
  var thread: ThreadID? = 1
  var queue: QueueID?
  private var ordinals: [PromiseID: Int] = [:]
  private var jobs = 0

  init() {}

  mutating func post(_ kind: PromiseEvent.Kind) {
    let time = Int64((time * 1_000_000).rounded())
    events.append(
      PromiseEvent(sequence: sequence, time: time, thread: thread, queue: queue, kind: kind))
    sequence += 1
  }

  mutating func declare(
    _ queue: QueueID, _ label: String, _ kind: PromiseEvent.QueueKind = .serial
  ) {
    post(.queueDeclared(queue: queue, label: label, kind: kind, assumed: false))
  }

  mutating func create(
    _ promise: PromiseID, _ operation: PromiseEvent.Operation = .pending, _ label: String? = nil,
    parents: [PromiseID] = [], late: Bool = false, line: Int? = nil
  ) {
    let site = SourceSite(
      file: "Demos/Login.swift", line: line ?? promise.rawValue + 10, column: 8)
    post(
      .created(
        .init(
          promise: promise, operation: operation, label: label, site: site, parents: parents,
          late: late)))
  }

  mutating func link(
    _ child: PromiseID, _ operation: PromiseEvent.Operation = .then, _ label: String? = nil,
    to parent: PromiseID, on queue: QueueID
  ) {
    create(child, operation, label, parents: [parent])
    ordinals[parent, default: 0] += 1
    post(
      .handlerAttached(
        parent: parent, child: child, ordinal: ordinals[parent, default: 0], queue: queue))
  }

  mutating func settle(
    _ promise: PromiseID, _ outcome: PromiseEvent.Outcome = .fulfilled, _ text: String = "",
    from: PromiseID? = nil
  ) {
    let origin = outcome == .fulfilled ? nil : promise
    post(
      .settled(
        .init(
          promise: promise, outcome: outcome, description: text, origin: origin, from: from)))
  }

  /// Enqueues a job for `child` on `queue`.
  mutating func enqueue(
    _ child: PromiseID?, on queue: QueueID, _ label: String? = nil
  ) -> JobID {
    jobs += 1
    post(.jobEnqueued(job: JobID(jobs), child: child, queue: queue, label: label))
    return JobID(jobs)
  }

  mutating func start(_ job: JobID, _ child: PromiseID?, on queue: QueueID) {
    self.queue = queue
    post(.jobStarted(job: job, child: child, queue: queue))
  }

  mutating func end(
    _ job: JobID, _ child: PromiseID?, on queue: QueueID,
    _ ending: PromiseEvent.JobEnding = .returned
  ) {
    post(.jobEnded(job: job, child: child, queue: queue, ending: ending))
    self.queue = nil
  }

  /// The graph after all events.
  var graph: Graph { .init(folding: events) }
  /// The state after all events, with what the lints found.
  var state: RunState { .init(folding: events) }
}

extension Graph {
  init(folding events: some Sequence<PromiseEvent>) {
    self.init()
    for event in events { apply(event) }
  }
}

extension RunState {
  init(folding events: some Sequence<PromiseEvent>) {
    self.init()
    for event in events { apply(event) }
  }
}

extension EventStream {
  /// login → fetch → submit: three steps on three queues; the second adopts a promise.
  static var login: EventStream {
    var stream = EventStream()
    stream.post(.threadNamed(thread: 1, name: "main"))
    stream.declare(1, "main")
    stream.declare(2, "net", .concurrent(width: 2))
    stream.declare(3, "work")
    stream.create(1, .pending, "login(user)")
    stream.link(2, .then, "fetch", to: 1, on: 2)
    stream.link(3, .map, "submit", to: 2, on: 3)
    stream.link(4, .done, "show", to: 3, on: 1)
    stream.link(5, .catch, "alert", to: 4, on: 1)
    stream.post(.timerScheduled(timer: 1, promise: 1, due: 80_000_000))
    stream.time = 80
    stream.post(.timerFired(timer: 1, promise: 1))
    stream.settle(1, .fulfilled, "tok_9")
    let fetch = stream.enqueue(2, on: 2)
    stream.thread = 3
    stream.time = 80.2
    stream.start(fetch, 2, on: 2)
    stream.create(6, .after, "request")
    stream.post(.timerScheduled(timer: 2, promise: 6, due: 202_000_000))
    stream.end(fetch, 2, on: 2, .returnedPromise)
    stream.post(.adopted(outer: 2, inner: 6))
    stream.time = 202
    stream.post(.timerFired(timer: 2, promise: 6))
    stream.settle(6, .fulfilled, "3 items")
    stream.settle(2, .fulfilled, "3 items", from: 6)
    let submit = stream.enqueue(3, on: 3)
    stream.thread = 4
    stream.time = 204
    stream.start(submit, 3, on: 3)
    stream.post(.note("submitting"))
    stream.time = 206
    stream.end(submit, 3, on: 3)
    stream.settle(3, .fulfilled, "receipt 17")
    let show = stream.enqueue(4, on: 1)
    stream.thread = 1
    stream.start(show, 4, on: 1)
    stream.post(.note("shown: receipt 17"))
    stream.end(show, 4, on: 1)
    stream.settle(4)
    stream.post(.handlerSkipped(parent: 4, child: 5, reason: .valuePassesErrorHandler))
    stream.settle(5, from: 4)
    return stream
  }
}
