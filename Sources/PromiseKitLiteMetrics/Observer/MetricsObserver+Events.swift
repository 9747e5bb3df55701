#if Metrics
  internal import Metrics
  internal import PromiseKitLite

  extension MetricsObserver {
    /// Changes the metrics that an event is about. No lock is held while the backend is called.
    func measure(_ event: PromiseEvent) {
      switch event.kind {
      case .created(let creation): begin(creation)
      case .settled(let settlement):
        let known = end(settlement.promise)
        labels[known?.label ?? LabelTable.other].count(settlement.outcome)
      case .deallocated(let promise, let state, _):
        // A promise that has settled is no longer followed.
        guard let known = end(promise) else { return }
        if case .pending = state { labels[known.label].freed.increment() }
      case .jobEnqueued(let job, let child, _, let label):
        enqueue(job, event.time, label: child == nil ? label : nil)
      case .jobStarted(let job, _, let queue): start(job, event.time, queue)
      case .jobEnded(let job, let child, _, let ending):
        end(job, event.time, child, hasRun: ending != .skipped)
      case .errorUnhandled: unhandled.increment()
      case .queueDeclared(let queue, let label, let kind, _):
        queues.declare(queue, label, isInline: kind == .immediate)
      case .dropped(let count): lost.increment(by: Int64(count))
      default: break
      }
    }

    private func begin(_ creation: PromiseEvent.Creation) {
      let number = creation.promise.rawValue
      let new = PendingPromise(label: labels.place(of: creation.label), isLate: creation.late)
      let evicted = promises.with(number) { $0.set(new, of: number) }
      if !creation.late { pending.increment() }
      if let evicted {
        forgotten.increment()
        if !evicted.isLate { pending.decrement() }
      }
    }

    /// Stops following a promise, which is no longer pending.
    private func end(_ promise: PromiseID) -> PendingPromise? {
      let known = promises.with(promise.rawValue) { $0.remove(promise.rawValue) }
      if let known, !known.isLate { pending.decrement() }
      return known
    }

    private func enqueue(_ job: PromiseEvent.JobID, _ time: Int64, label: String?) {
      let number = job.rawValue
      let new = TimedJob(time: time, label: labels.place(of: label), isRunning: false)
      let evicted = jobs.with(number) { table -> TimedJob? in
        // If it arrives late, the job has already started.
        table[number] == nil ? table.set(new, of: number) : nil
      }
      if evicted != nil { forgotten.increment() }
    }

    private func start(_ job: PromiseEvent.JobID, _ time: Int64, _ queue: PromiseEvent.QueueID) {
      let number = job.rawValue
      let known = jobs.with(number) { table -> TimedJob? in
        let known = table[number]
        table.set(
          TimedJob(time: time, label: known?.label ?? LabelTable.unlabeled, isRunning: true),
          of: number)
        return known
      }
      guard let known, !known.isRunning else { return }
      queues.wait(in: queue)?.recordNanoseconds(max(0, time - known.time))
    }

    private func end(
      _ job: PromiseEvent.JobID, _ time: Int64, _ child: PromiseID?, hasRun: Bool
    ) {
      let known = jobs.with(job.rawValue) { $0.remove(job.rawValue) }
      guard let known, known.isRunning, hasRun else { return }
      // The child is still pending: the end of the job settles it.
      let label = child.map { child in
        promises.with(child.rawValue) { $0[child.rawValue]?.label } ?? LabelTable.other
      }
      labels[label ?? known.label].handlerTime.recordNanoseconds(max(0, time - known.time))
    }
  }
#endif
