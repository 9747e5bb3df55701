import Dispatch

// The usual job of a recorded program: a handler that runs inline or on a Dispatch queue. It does
// what `RunningJob` does, without closures, and keeps the running job in the thread's pen rather
// than in a task-local value.

extension PromiseEnvironment {
  /// The number of the mapped trace, if the environment does nothing but record into it.
  @inline(__always)
  var plainTrace: UInt64? { isShared && shuffle == nil ? bus.mapped : nil }
}

extension OperationHandler {
  /// Dispatches the handler to its queue, or runs it immediately, and records that.
  func dispatch(_ settled: Settled, recordedIn trace: UInt64) {
    let environment = PromiseEnvironment.shared
    let child = recordedChild
    let id = environment.bus.nextJob()
    switch target {
    case .inline:
      let job = RecordedJob(id: id, child: child, queue: environment.inlineQueue, trace: trace)
      run(settled, job, after: job.postEnqueued())
    case .queue(let queue):
      let job = RecordedJob(id: id, child: child, queue: environment.queue(of: queue), trace: trace)
      let stamp = job.postEnqueued()
      queue.async {
        let outer = MappedTrace.run(trace, job.running)
        self.run(settled, job, after: stamp)
        _ = MappedTrace.run(trace, outer)
      }
    case .other(let other):
      RunningJob.enqueue(
        HandlerWork(self, settled), settling: child, on: other.dispatcher, called: 0,
        in: environment)
    }
  }

  /// The child's name in the trace, if it has one.
  private var recordedChild: PromiseID? { waiting.flatMap { $0.observed == nil ? nil : $0.id } }

  private func run(_ settled: Settled, _ job: RecordedJob, after stamp: UInt64) {
    job.postStarted(after: stamp)
    guard !isRefused(settled) else {
      job.postEnded(.skipped)
      return finish(refuse(settled), after: settled)
    }
    let reaction = call(settled, in: .shared)
    job.postEnded(reaction.ending(after: settled))
    finish(reaction, after: settled)
  }
}

/// A job of a recorded program, and its events.
private struct RecordedJob: Sendable {
  let id: JobID
  let child: PromiseID?
  let queue: QueueID
  let trace: UInt64

  /// What the thread runs while the job runs.
  var running: MappedTrace.Running { MappedTrace.Running(queue: queue.rawValue, job: id.rawValue) }

  /// Posts that the job was enqueued. Returns the stamp of that event.
  func postEnqueued() -> UInt64 {
    // Only the library's own code has run since the thread's last event.
    let stamp = MappedTrace.nextStamp(trace, after: 0)
    bus.postEnqueued(at(stamp), id, child, queue, nil)
    return stamp
  }

  func postStarted(after stamp: UInt64) {
    bus.postStarted(at(MappedTrace.stamp(trace, after: stamp)), id, child, queue)
  }

  func postEnded(_ ending: PromiseEvent.JobEnding) {
    bus.postEnded(at(MappedTrace.stamp(trace, after: 0)), id, child, queue, ending)
  }

  private var bus: EventBus { PromiseEnvironment.shared.bus }

  private func at(_ stamp: UInt64) -> EventStamp {
    EventStamp(
      sequence: 0, time: Int64(bitPattern: stamp), thread: nil,
      queue: MappedTrace.runningQueue(trace))
  }
}
