// The events that every link has: nearly all that a program posts. None is made into a value on its way to a
// recording.
extension EventBus {
  @inline(__always)
  func postCreated(
    _ stamp: EventStamp, _ promise: PromiseID, _ operation: PromiseEvent.Operation,
    _ extras: Extras?, _ site: CallSite, _ parents: some Collection<PromiseID>, isGuarantee: Bool
  ) {
    let (label, tag) = (extras?.label?.text, extras?.tag?.text)
    let text = (label?.utf8.count ?? 0) + (tag?.utf8.count ?? 0) + parents.count * 10
    post(stamp, EventForm(.created, .declaration, text: text)) {
      $0.writeCreated(
        promise, operation, label, site, parents, isGuarantee: isGuarantee, tag)
    } kind: {
      .created(
        PromiseEvent.Creation(
          promise: promise, operation: operation, label: label, site: site.resolved,
          parents: Array(parents), isGuarantee: isGuarantee, tag: tag))
    }
  }

  func postAttached(
    _ stamp: EventStamp, _ parent: PromiseID, _ child: PromiseID, _ ordinal: Int, _ queue: QueueID
  ) {
    post(stamp, EventForm(.handlerAttached, .detail)) {
      $0.writeAttached(parent, child, ordinal, queue)
    } kind: {
      .handlerAttached(parent: parent, child: child, ordinal: ordinal, queue: queue)
    }
  }

  func postEnqueued(
    _ stamp: EventStamp, _ job: JobID, _ child: PromiseID?, _ queue: QueueID, _ label: String?
  ) {
    post(stamp, EventForm(.jobEnqueued, .detail, text: label?.utf8.count ?? 0)) {
      $0.writeEnqueued(job, child, queue, label)
    } kind: {
      .jobEnqueued(job: job, child: child, queue: queue, label: label)
    }
  }

  func postStarted(_ stamp: EventStamp, _ job: JobID, _ child: PromiseID?, _ queue: QueueID) {
    post(stamp, EventForm(.jobStarted, .detail)) {
      $0.writeJob(job, child, queue)
    } kind: {
      .jobStarted(job: job, child: child, queue: queue)
    }
  }

  func postEnded(
    _ stamp: EventStamp, _ job: JobID, _ child: PromiseID?, _ queue: QueueID,
    _ ending: PromiseEvent.JobEnding
  ) {
    post(stamp, EventForm(.jobEnded, .detail)) {
      $0.writeEnded(job, child, queue, ending)
    } kind: {
      .jobEnded(job: job, child: child, queue: queue, ending: ending)
    }
  }

  func postSettled(
    _ stamp: EventStamp, _ promise: PromiseID, _ outcome: PromiseEvent.Outcome,
    _ description: String, origin: PromiseID?, from: PromiseID?, _ oddity: PromiseEvent.Oddity?
  ) {
    post(stamp, EventForm(.settled, .ending, text: description.utf8.count)) {
      $0.writeSettled(promise, outcome, description, origin: origin, from: from, oddity)
    } kind: {
      .settled(
        PromiseEvent.Settlement(
          promise: promise, outcome: outcome, description: description, origin: origin, from: from,
          oddity: oddity))
    }
  }

  func postDeallocated(
    _ stamp: EventStamp, _ promise: PromiseID, _ state: PromiseEvent.FinalState,
    _ waiting: [PromiseID]
  ) {
    let weight = PromiseEvent.Kind.weightOfDeallocation(state)
    post(stamp, EventForm(.deallocated, weight, text: waiting.count * 10)) {
      $0.writeDeallocated(promise, state, waiting)
    } kind: {
      .deallocated(promise: promise, state: state, waiting: waiting)
    }
  }
}
