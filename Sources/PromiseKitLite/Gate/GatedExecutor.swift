import Dispatch

/// The executor for real queues and real time, with a gate in front of each job and each timer.
package final class GatedExecutor: Executor {
  package let gate: JobGate
  private let base: DispatchExecutor

  package init(_ gate: JobGate) { (self.gate, base) = (gate, gate.base) }

  package var now: Int64 { base.now }
  package var thread: ThreadID { base.thread }
  package var postsDeallocationsLater: Bool { base.postsDeallocationsLater }
  package var isOnMain: Bool { base.isOnMain }
  package func work(for nanoseconds: Int64) { base.work(for: nanoseconds) }
  package func randomBits(_ number: Int) -> UInt64 { base.randomBits(number) }

  package func kind(ofQueue label: String, declared: PromiseEvent.QueueKind?)
    -> (kind: PromiseEvent.QueueKind, assumed: Bool)
  {
    base.kind(ofQueue: label, declared: declared)
  }

  /// Returns a block that asks the gate when the queue is ready to run the job.
  package func block(
    for job: any Job, on dispatcher: any Dispatcher, queue: QueueID?,
    in environment: PromiseEnvironment
  ) -> (@Sendable () -> Void)? {
    guard let queue, !dispatcher.isOwnInline else {
      return base.block(for: job, on: dispatcher, queue: queue, in: environment)
    }
    if !gate.isFollowing, !gate.countsJobs, let target = dispatcher.dispatchQueue {
      // The usual case. What the closure captures is most of what an open gate costs.
      return { [gate] in
        guard gate.isOpen else {
          return gate.reach(GateJob(job, on: target, queue: queue, in: environment))
        }
        environment.bind(queue: queue, job: job.id) { job.runToEnd() }
      }
    }
    return countedBlock(for: job, on: dispatcher, queue: queue, in: environment)
  }

  /// Returns a block for a job that the gate may count by its name or as being on its way.
  private func countedBlock(
    for job: any Job, on dispatcher: any Dispatcher, queue: QueueID,
    in environment: PromiseEnvironment
  ) -> @Sendable () -> Void {
    let occurrence =
      gate.isFollowing
      ? gate.count(GateSubject(job, on: queue, in: environment).name(isTimer: false)) : 0
    let isExpected = gate.countsJobs
    if isExpected { gate.expectJob() }
    return { [gate] in
      if gate.isOpen {
        if isExpected { gate.noteArrival() }
        environment.bind(queue: queue, job: job.id) { job.runToEnd() }
      } else {
        gate.reach(
          GateJob(
            job, on: dispatcher, queue: queue, in: environment, occurrence: occurrence,
            isExpected: isExpected))
      }
    }
  }

  package func schedule(
    at due: Int64, timer: TimerID?, of promise: PromiseCore, in environment: PromiseEnvironment,
    fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    gate.schedule(at: due, timer: timer, of: promise, in: environment, fire: fire)
  }

  package func wait(
    in environment: PromiseEnvironment, canFail: Bool,
    until register: (@escaping @Sendable () -> Void) -> Void
  ) -> PromiseEvent.WaitEnding {
    let thread = base.thread
    let hasEnded = Flag()
    let end: @Sendable () -> Void = { [gate] in
      if hasEnded.set() { gate.endWait(of: thread) }
    }
    gate.beginWait()
    defer { end() }
    // The wait ends when the thread may go on, which can be long before it does.
    return base.wait(in: environment, canFail: canFail) { resume in
      register {
        end()
        resume()
      }
    }
  }
}

extension Dispatcher {
  /// Whether the program's own dispatcher runs handlers inline. They run on the thread that settles
  /// the promise, and no gate moves them to another one.
  fileprivate var isOwnInline: Bool { dispatchQueue == nil && kind == .immediate }
}
