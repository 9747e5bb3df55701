import Dispatch

/// A job at a gate.
final class GateJob: Sendable {
  let job: any Job
  let dispatcher: any Dispatcher
  let queue: QueueID
  let environment: PromiseEnvironment
  /// The number of jobs with the same name that were enqueued before; 0 if no schedule needs it.
  let occurrence: Int
  /// Whether the gate counts it as enqueued.
  let isExpected: Bool
  /// The queue to which it belongs.
  let lane: LaneKey
  /// Whether the queue says that it is concurrent.
  let isConcurrent: Bool
  /// Whether the job runs on a queue of Dispatch.
  let isOnDispatch: Bool
  /// Whether the job is dispatched with flags or a quality of service of its own.
  let isFlagged: Bool
  /// Whether the job is a barrier, if its queue is concurrent.
  let isBarrier: Bool

  init(
    _ job: any Job, on dispatcher: any Dispatcher, queue: QueueID,
    in environment: PromiseEnvironment, occurrence: Int = 0, isExpected: Bool = false
  ) {
    (self.job, self.dispatcher, self.queue) = (job, dispatcher, queue)
    (self.environment, self.occurrence) = (environment, occurrence)
    self.isExpected = isExpected
    let object = Self.queue(of: dispatcher)
    let isSystem = object.map { QueueName.kind(of: $0.queue.label) != nil } ?? true
    let address = object.map { UInt(bitPattern: ObjectIdentifier($0.queue)) } ?? 0
    lane = LaneKey(queue: queue, address: isSystem ? 0 : address)
    isOnDispatch = object != nil
    isFlagged = object?.flags != nil
    if case .concurrent? = environment.labelAndKind(of: queue)?.1 {
      isConcurrent = true
    } else {
      isConcurrent = false
    }
    let flags = DispatchWorkItemFlags(rawValue: object?.flags ?? 0)
    isBarrier = !isSystem && flags.contains(.barrier)
  }

  /// Returns what a gate knows about the job before it starts.
  func subject(readsValue: Bool) -> GateSubject {
    GateSubject(job, on: queue, readsValue: readsValue, in: environment)
  }

  /// Returns the queue of Dispatch to which a dispatcher dispatches, and its own flags.
  private static func queue(
    of dispatcher: any Dispatcher
  ) -> (queue: DispatchQueue, flags: UInt?)? {
    if let queue = dispatcher.dispatchQueue { return (queue, nil) }
    if let flagged = dispatcher as? FlaggedQueue { return (flagged.queue, flagged.flags) }
    return (dispatcher as? AccessingDispatcher).flatMap { queue(of: $0.base) }
  }
}

/// A job that a gate holds.
struct HeldJob: Sendable {
  let job: GateJob
  /// The number of jobs that arrived before it.
  let arrival: Int
  /// The name of the job, if the gate follows a schedule.
  let step: JobSchedule.Step?
  /// What is known of the job, if the gate had to know it.
  let subject: GateSubject?
  /// Whether a breakpoint has already stopped before it.
  var isMatched: Bool
}

/// A timer at a gate.
final class GateTimer: Sendable {
  /// When the timer was to fire, if the gate was never closed.
  let due: Int64
  /// How long the gate's clock had stood still when the timer was set.
  let offset: Int64
  let id: TimerID?
  let environment: PromiseEnvironment
  let promise: PromiseCore
  let step: JobSchedule.Step?
  let fire: @Sendable () -> Void
  /// Set by the code that fires or cancels the timer.
  let isOver = Flag()
  /// The number of timers that were set before it.
  let number: Int

  /// When the timer is due on the clock that stands still while the gate is closed.
  var place: Int64 {
    let (place, isTooLarge) = due.subtractingReportingOverflow(offset)
    return isTooLarge || due == .max ? .max : place
  }

  init(
    due: Int64, offset: Int64, id: TimerID?, of promise: PromiseCore,
    in environment: PromiseEnvironment, number: Int, step: JobSchedule.Step?,
    fire: @escaping @Sendable () -> Void
  ) {
    (self.due, self.offset, self.id, self.promise) = (due, offset, id, promise)
    (self.environment, self.number, self.step, self.fire) = (environment, number, step, fire)
  }
}
