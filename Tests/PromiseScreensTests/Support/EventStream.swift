import PromiseKitLite

/// A stream of events written by hand: each call posts the event with that name at the current
/// moment, and ``at(_:thread:queue:)`` advances to the next one.
struct EventStream {
  /// The events posted so far, numbered from 1.
  private(set) var events: [PromiseEvent] = []
  private var time: Int64 = 0
  private var thread: ThreadID?
  private var queue: QueueID?
  private var ordinals: [PromiseID: Int] = [:]

  /// Advances to `milliseconds`, on `thread` in a job of `queue`.
  mutating func at(_ milliseconds: Double, thread: ThreadID? = nil, queue: QueueID? = nil) {
    time = Int64((milliseconds * 1_000_000).rounded())
    self.thread = thread
    self.queue = queue
  }

  /// Uses these events instead of its own.
  mutating func replace(with events: [PromiseEvent]) { self.events = events }

  /// Posts any event.
  mutating func post(_ kind: PromiseEvent.Kind) {
    events.append(
      PromiseEvent(
        sequence: events.count + 1, time: time, thread: thread, queue: queue, kind: kind))
  }

  /// A promise without parents.
  mutating func root(
    _ promise: PromiseID, _ label: String? = nil, _ operation: PromiseEvent.Operation = .body,
    line: Int = 1
  ) {
    post(
      .created(
        .init(promise: promise, operation: operation, label: label, site: site(line))))
  }

  /// A link: the promise and the handler that it attaches to `parent`.
  mutating func link(
    _ promise: PromiseID, on parent: PromiseID, _ operation: PromiseEvent.Operation = .then,
    _ label: String? = nil, queue: QueueID, line: Int = 1
  ) {
    post(
      .created(
        .init(
          promise: promise, operation: operation, label: label, site: site(line),
          parents: [parent])))
    let ordinal = ordinals[parent, default: 0] + 1
    ordinals[parent] = ordinal
    post(.handlerAttached(parent: parent, child: promise, ordinal: ordinal, queue: queue))
  }

  /// A fan-in over `inputs`.
  mutating func fanIn(
    _ promise: PromiseID, _ operation: PromiseEvent.Operation, of inputs: [PromiseID],
    _ label: String? = nil, line: Int = 1
  ) {
    post(
      .created(
        .init(
          promise: promise, operation: operation, label: label, site: site(line), parents: inputs)))
  }

  mutating func queue(
    _ queue: QueueID, _ label: String, _ kind: PromiseEvent.QueueKind = .serial,
    assumed: Bool = false
  ) {
    post(.queueDeclared(queue: queue, label: label, kind: kind, assumed: assumed))
  }

  mutating func enqueue(
    _ job: JobID, _ child: PromiseID?, on queue: QueueID, _ label: String? = nil
  ) {
    post(.jobEnqueued(job: job, child: child, queue: queue, label: label))
  }

  mutating func start(_ job: JobID, _ child: PromiseID?, on queue: QueueID) {
    post(.jobStarted(job: job, child: child, queue: queue))
  }

  mutating func end(
    _ job: JobID, _ child: PromiseID?, on queue: QueueID,
    _ ending: PromiseEvent.JobEnding = .returned
  ) {
    post(.jobEnded(job: job, child: child, queue: queue, ending: ending))
  }

  mutating func fulfill(_ promise: PromiseID, _ value: String = "", from: PromiseID? = nil) {
    post(
      .settled(.init(promise: promise, outcome: .fulfilled, description: value, from: from)))
  }

  mutating func reject(
    _ promise: PromiseID, _ error: String, origin: PromiseID? = nil, from: PromiseID? = nil
  ) {
    post(
      .settled(
        .init(
          promise: promise, outcome: .rejected, description: error, origin: origin ?? promise,
          from: from)))
  }

  mutating func skip(
    _ child: PromiseID, after parent: PromiseID, _ reason: PromiseEvent.SkipReason
  ) {
    post(.handlerSkipped(parent: parent, child: child, reason: reason))
  }

  mutating func adopt(_ inner: PromiseID, by outer: PromiseID) {
    post(.adopted(outer: outer, inner: inner))
  }

  mutating func timer(_ timer: TimerID, _ promise: PromiseID?, due milliseconds: Double) {
    post(
      .timerScheduled(
        timer: timer, promise: promise, due: Int64((milliseconds * 1_000_000).rounded())))
  }

  mutating func fire(_ timer: TimerID, _ promise: PromiseID?) {
    post(.timerFired(timer: timer, promise: promise))
  }

  mutating func input(
    _ input: PromiseID, _ index: Int, of fanIn: PromiseID,
    _ outcome: PromiseEvent.Outcome = .fulfilled
  ) {
    post(.inputSettled(fanIn: fanIn, index: index, input: input, outcome: outcome))
  }

  private func site(_ line: Int) -> SourceSite {
    SourceSite(file: "Demos/Login.swift", line: line, column: 8)
  }
}
