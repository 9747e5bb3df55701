// Those that most events are can be written without being made into a value first.
extension EventPacker {
  @inline(__always)
  mutating func writeCreated(
    _ promise: PromiseID, _ operation: PromiseEvent.Operation, _ label: String?, _ site: CallSite,
    _ parents: some Collection<PromiseID>, isGuarantee: Bool, _ tag: String?
  ) {
    put(promise)
    put(operation)
    put(label)
    put(site)
    put(parents)
    put(false)
    put(isGuarantee)
    put(tag)
  }

  @inline(__always)
  mutating func writeAttached(
    _ parent: PromiseID, _ child: PromiseID, _ ordinal: Int, _ queue: QueueID
  ) {
    put(parent)
    put(child)
    put(ordinal)
    put(queue)
  }

  @inline(__always)
  mutating func writeJob(_ job: JobID, _ child: PromiseID?, _ queue: QueueID) {
    put(job)
    put(child)
    put(queue)
  }

  @inline(__always)
  mutating func writeEnqueued(
    _ job: JobID, _ child: PromiseID?, _ queue: QueueID, _ label: String?
  ) {
    writeJob(job, child, queue)
    put(label)
  }

  @inline(__always)
  mutating func writeEnded(
    _ job: JobID, _ child: PromiseID?, _ queue: QueueID, _ ending: PromiseEvent.JobEnding
  ) {
    writeJob(job, child, queue)
    put(ending)
  }

  @inline(__always)
  mutating func writeSettled(
    _ promise: PromiseID, _ outcome: PromiseEvent.Outcome, _ description: String,
    origin: PromiseID?, from: PromiseID?, _ oddity: PromiseEvent.Oddity?
  ) {
    put(promise)
    put(outcome)
    put(description)
    put(origin)
    put(from)
    put(oddity != nil)
    if let oddity { put(oddity) }
  }

  @inline(__always)
  mutating func writeDeallocated(
    _ promise: PromiseID, _ state: PromiseEvent.FinalState, _ waiting: [PromiseID]
  ) {
    put(promise)
    write(state)
    put(waiting)
  }
}
