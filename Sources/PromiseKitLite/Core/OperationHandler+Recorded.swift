internal import CRecording
import Dispatch
import Synchronization

// The usual job of a recorded program: a handler that runs inline or on a Dispatch queue. It does
// what `RunningJob` does, without closures, and keeps the running job in the thread's pen rather
// than in a task-local value.

extension OperationHandler {
  /// Enqueues the handler on its queue, or runs it immediately, and records that. Returns `false`
  /// if the handler has another dispatcher, which is left to the caller.
  func dispatchRecorded(
    _ settled: Settled, of parent: PromiseCore, _ pen: Pen, in thread: ThreadState
  ) -> Bool {
    switch target {
    case .inline:
      let job = RecordedJob(for: self, on: PromiseEnvironment.inlineQueue(pen), pen)
      let stamp = job.recordEnqueued(after: parent, pen)
      // Only the library's own code runs in between.
      run(settled, job, after: stamp, readingClock: false)
    case .queue(let queue):
      let job = RecordedJob(for: self, on: PromiseEnvironment.queue(of: queue, pen), pen)
      let stamp = job.recordEnqueued(after: parent, pen)
      thread.collect(target) { latch in
        {
          latch?.wait()
          self.runAlone(settled, job, after: stamp)
        }
      }
    case .other: return false
    }
    return true
  }

  /// Enqueues the handler, the only one of `parent`, and records that. Returns `false` if others were attached to
  /// `parent` in the meantime.
  func enqueueRecorded(
    on queue: DispatchQueue, _ settled: Settled, of parent: PromiseCore, _ pen: Pen
  ) -> Bool {
    let queue = PromiseEnvironment.queue(of: queue, pen)
    return parent.locked { state in
      guard !state.hasHandlers else { return false }
      let job = RecordedJob(for: self, on: queue, pen)
      let stamp = job.recordEnqueued(after: parent, pen)
      state.endDrain()
      target.dispatch { self.runAlone(settled, job, after: stamp) }
      return true
    }
  }

  /// Runs the job as the only one of the thread.
  private func runAlone(_ settled: Settled, _ job: RecordedJob, after stamp: UInt64) {
    let outer = MappedTrace.run(job.trace, job.running)
    run(settled, job, after: stamp, readingClock: true)
    _ = MappedTrace.run(job.trace, outer)
  }

  private func run(
    _ settled: Settled, _ job: RecordedJob, after stamp: UInt64, readingClock: Bool
  ) {
    job.recordStarted(after: stamp, readingClock: readingClock)
    Step.reached(.started)
    guard !isRefused(settled) else {
      job.recordEnded(.skipped)
      return finish(refuse(settled), after: settled)
    }
    let reaction = callRecorded(settled)
    job.recordEnded(reaction.ending(after: settled))
    finish(reaction, after: settled)
  }
}

/// A job of a recorded program, and its events.
private struct RecordedJob: Sendable {
  let id: JobID
  /// The number of the child; 0 if it has no name in the trace.
  private let child: UInt32
  let queue: QueueID
  let trace: UInt64

  @inline(__always)
  init(for handler: OperationHandler, on queue: QueueID, _ pen: Pen) {
    let number = cr_next_job(pen)
    id = number > 0 ? JobID(Int(number)) : PromiseEnvironment.shared.bus.nextJob(pen)
    child = handler.recordedChild
    self.queue = queue
    trace = pen.pointee.trace
  }

  /// What the thread runs while the job runs.
  var running: MappedTrace.Running { MappedTrace.Running(queue: queue.rawValue, job: id.rawValue) }

  private var name: PromiseID? { child == 0 ? nil : PromiseID(Int(child)) }

  /// Records that the job was enqueued, after its handler was attached to `parent`, perhaps by
  /// another thread. Returns the stamp of that event.
  @inline(__always)
  func recordEnqueued(after parent: PromiseCore, _ pen: Pen) -> UInt64 {
    // Only the library's own code has run since the thread's last event.
    let stamp = cr_next_stamp(pen, parent.lastStamp.load(ordering: .relaxed))
    let isWritten = cr_write_job(
      pen, stamp, UInt32(cr_code_enqueued), Int64(id.rawValue), child, Int64(queue.rawValue))
    if isWritten == 0 { MappedTrace.enqueued(pen, stamp, id, name, queue) }
    return stamp
  }

  /// Records that the job started on this thread, after an event with this stamp.
  @inline(__always)
  func recordStarted(after stamp: UInt64, readingClock: Bool) {
    guard let pen = cr_pen_of(trace) ?? cr_prepare_pen(trace, 0, 0) else { return }
    let new = readingClock ? cr_stamp(pen, stamp) : cr_next_stamp(pen, stamp)
    let isWritten = cr_write_job(
      pen, new, UInt32(cr_code_started), Int64(id.rawValue), child, Int64(queue.rawValue))
    if isWritten == 0 { MappedTrace.started(pen, new, id, name, queue) }
  }

  @inline(__always)
  func recordEnded(_ ending: PromiseEvent.JobEnding) {
    guard let pen = cr_pen_of(trace) ?? cr_prepare_pen(trace, 0, 0) else { return }
    let stamp = cr_stamp(pen, 0)
    let isWritten = cr_write_ended(
      pen, stamp, Int64(id.rawValue), child, Int64(queue.rawValue), ending.byte)
    if isWritten == 0 { MappedTrace.ended(pen, stamp, id, name, queue, ending) }
  }
}
