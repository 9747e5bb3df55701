import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// A moment of a run: after an event, or some time later and before the next one.
struct EventScene {
  typealias QueueID = PromiseEvent.QueueID
  typealias JobID = PromiseEvent.JobID

  let record: EventRecord
  /// The number of the last event that has happened.
  let number: Int
  /// The time, at or after that event.
  var now: Int64

  init(_ record: EventRecord, at number: Int, now: Int64? = nil) {
    self.record = record
    self.number = number
    self.now = now ?? record.time(number)
  }

  /// The event that has just happened.
  var event: PromiseEvent? { record.event(number) }

  /// Returns a number of an event if it has happened.
  func past(_ number: Int?) -> Int? { number.flatMap { $0 <= self.number ? $0 : nil } }
  func time(_ number: Int?) -> Int64? { number.map(record.time) }
}

// MARK: - Promises

extension EventScene {
  func creation(_ promise: PromiseID) -> PromiseEvent.Creation? {
    record.created[promise].flatMap { $0.number <= number ? $0.creation : nil }
  }

  func operation(_ promise: PromiseID) -> PromiseEvent.Operation? { creation(promise)?.operation }

  func isFanIn(_ promise: PromiseID) -> Bool {
    operation(promise).map { [.all, .allSettled, .race, .any, .retry].contains($0) } ?? false
  }

  /// How a promise has settled by now.
  func settlement(_ promise: PromiseID) -> EventRecord.Settled? {
    record.settled[promise].flatMap { $0.number <= number ? $0 : nil }
  }

  /// Whether it exists, and has neither settled nor been freed.
  func isPending(_ promise: PromiseID) -> Bool {
    record.created[promise].map { $0.number <= number } == true && settlement(promise) == nil
      && freed(promise) == nil
  }

  /// Whether the run never settles it.
  func neverSettles(_ promise: PromiseID) -> Bool { record.settled[promise] == nil }

  func freed(_ promise: PromiseID) -> EventRecord.Freed? {
    record.freed[promise].flatMap { $0.number <= number ? $0 : nil }
  }

  /// The promise that it has adopted, and when.
  func adoption(_ promise: PromiseID) -> (number: Int, inner: PromiseID)? {
    record.adoptions[promise]?.last { $0.number <= number }
  }

  /// The inputs of a fan-in so far.
  func inputs(_ fanIn: PromiseID) -> [PromiseID] {
    (record.inputs[fanIn] ?? []).filter { $0.number <= number }.map(\.input)
  }

  /// How its inputs have settled so far.
  func arrivals(_ fanIn: PromiseID) -> [EventRecord.Input] {
    (record.arrivals[fanIn] ?? []).filter { $0.number <= number }
  }

  /// The promises that a promise is attached to, or follows.
  func parents(_ promise: PromiseID) -> [PromiseID] {
    let attached = record.attachment[promise].flatMap { $0.number <= number ? [$0.parent] : nil }
    return (attached ?? []) + (creation(promise)?.parents ?? []) + inputs(promise)
  }

  /// The number of handlers that are attached to a promise.
  func handlers(_ promise: PromiseID) -> [EventRecord.Attachment] {
    (record.attachments[promise] ?? []).filter { $0.number <= number }
  }

  /// The promises with a label, or that have the number of a name without one.
  func named(_ label: String) -> [PromiseID] {
    record.created.filter {
      $0.value.number <= number && $0.value.creation.label?.shown(24) == label
    }.map(\.key)
  }
}

// MARK: - Jobs, queues and timers

extension EventScene {
  func job(_ promise: PromiseID) -> (id: JobID, job: EventRecord.Job)? {
    let id = record.jobsOf[promise]?.last { id in
      record.jobs[id].map { past($0.enqueued ?? $0.started) != nil } ?? false
    }
    return id.flatMap { id in record.jobs[id].map { (id, $0) } }
  }

  func isRunning(_ job: EventRecord.Job) -> Bool {
    past(job.started) != nil && past(job.ended) == nil
  }

  func isWaiting(_ job: EventRecord.Job) -> Bool {
    past(job.enqueued) != nil && past(job.started) == nil && past(job.ended) == nil
  }

  /// The jobs that run on a queue.
  func running(on queue: QueueID? = nil) -> [(id: JobID, job: EventRecord.Job)] {
    record.jobs.filter { isRunning($0.value) && (queue == nil || $0.value.queue == queue) }
      .map { ($0.key, $0.value) }.sorted { $0.1.started ?? 0 < $1.1.started ?? 0 }
  }

  /// The jobs that wait in a queue, in order of arrival.
  func line(of queue: QueueID? = nil) -> [(id: JobID, job: EventRecord.Job)] {
    record.jobs.filter { isWaiting($0.value) && (queue == nil || $0.value.queue == queue) }
      .map { ($0.key, $0.value) }.sorted { $0.1.enqueued ?? 0 < $1.1.enqueued ?? 0 }
  }

  /// The threads that block on a promise.
  var waits: [EventRecord.Wait] {
    record.waits.filter { $0.began <= number && past($0.ended) == nil }
  }

  /// Whether a thread that blocks keeps jobs of a queue from running.
  func blocks(_ wait: EventRecord.Wait, _ queue: QueueID) -> Bool {
    wait.queue == queue
      || (wait.queue == nil && label(queue) == "main"
        && wait.thread.map { record.threadNames[$0] == "main" } == true)
  }

  func queue(_ id: QueueID) -> EventRecord.Queue? {
    record.queues[id].flatMap { $0.number <= number ? $0 : nil }
  }

  func label(_ id: QueueID) -> String { queue(id)?.label ?? "\(id)" }

  /// The queues with a label.
  func queues(_ label: String) -> [QueueID] {
    let declared = record.queues.filter { $0.value.label.shown(24) == label }.map(\.key)
    let numbered = record.queues.keys.filter { "\($0)" == label }
    return declared + numbered
  }

  /// The timer of a promise that is set and has neither fired nor stopped.
  func pendingTimer(_ promise: PromiseID) -> EventRecord.Timer? {
    timers(of: promise).last { isPending($0) }
  }

  /// The timers of a promise that have been set.
  func timers(of promise: PromiseID) -> [EventRecord.Timer] {
    (record.timersOf[promise] ?? []).compactMap { record.timers[$0] }.filter { $0.set <= number }
  }

  func isPending(_ timer: EventRecord.Timer) -> Bool {
    timer.set <= number && past(timer.fired) == nil && past(timer.cancelled) == nil
  }

  /// The timers that are set, the next one first.
  var timers: [EventRecord.Timer] {
    record.timers.filter { isPending($0.value) }
      .sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }.map(\.value)
  }

  /// The number of the turn: a turn begins with a job that is not inline, or with a timer.
  var turn: Int {
    record.events.prefix(number).count { event in
      switch event.kind {
      case .jobStarted(_, _, let queue): record.queues[queue]?.kind != .immediate
      case .timerFired: true
      default: false
      }
    }
  }
}

// MARK: - What follows

extension EventScene {
  /// The events after this one, up to those at the same time.
  var rest: ArraySlice<PromiseEvent> {
    let after = record.events[number...]
    let time = record.time(number)
    return after.prefix { $0.time == time }
  }

  /// Whether the link of `child` is what the settlement of this moment reaches: it is enqueued or skipped at this
  /// instant.
  func isReachedNow(_ child: PromiseID) -> Bool {
    rest.contains { event in
      switch event.kind {
      case .jobEnqueued(_, child, _, _), .handlerSkipped(_, child, _): true
      case .settled(let settlement): settlement.promise == child
      default: false
      }
    }
  }
}

// MARK: - Names

extension EventScene {
  /// The name of a promise in sentences: `p2 'fetch'`, `p4 (.map)`, `p5`.
  func name(_ promise: PromiseID) -> String {
    guard let creation = creation(promise) else { return "\(promise)" }
    guard let label = creation.label, !label.isEmpty else {
      return "\(promise) (\(creation.operation.spelling))"
    }
    return "\(promise) '\(label.shown(24))'"
  }

  /// The name of a promise that compares runs: its label, or its number and operation.
  func shortName(_ promise: PromiseID) -> String {
    guard let creation = creation(promise) else { return "\(promise)" }
    return creation.label ?? "\(promise) \(creation.operation.rawValue)"
  }

  func shortName(_ id: JobID) -> String {
    let job = record.jobs[id]
    return job?.child.map(shortName) ?? job?.label ?? "\(id)"
  }

  /// The name of a promise in captions, which know the whole run: its label, unless others have the same one.
  func captionName(_ promise: PromiseID) -> String {
    guard let creation = record.created[promise]?.creation else { return "\(promise)" }
    guard let label = creation.label, !label.isEmpty else {
      return "\(promise) (\(creation.operation.spelling))"
    }
    return record.isShared(label) ? "\(promise) '\(label.shown(24))'" : "'\(label.shown(24))'"
  }

  func captionName(_ id: JobID) -> String {
    let job = record.jobs[id]
    return job?.child.map(captionName) ?? job?.label.map { "'\($0.shown(24))'" } ?? "\(id)"
  }

  /// The promises with a name of captions.
  func captioned(_ name: String) -> [PromiseID] {
    record.created.keys.filter { captionName($0) == name }
  }

  /// The name of the handler or the body that settles a promise.
  func handlerName(_ promise: PromiseID) -> String {
    let isBody = operation(promise) == .body || operation(promise) == .async
    return "the \(isBody ? "body" : "handler") of \(name(promise))"
  }

  func name(_ id: JobID) -> String {
    if let child = record.jobs[id]?.child { return handlerName(child) }
    guard let label = record.jobs[id]?.label, !label.isEmpty else { return "job \(id)" }
    return "job \(id) '\(label.shown(24))'"
  }
}

extension String {
  /// The text as sentences show it: without control characters, and cut.
  func shown(_ limit: Int) -> String { PromiseKitLite.sanitized(self).cut(to: limit) }
}
