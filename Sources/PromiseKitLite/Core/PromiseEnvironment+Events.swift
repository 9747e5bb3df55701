extension PromiseEnvironment {
  /// Returns a stamp for this instant on this thread, with the next number.
  ///
  /// A mapped trace orders events by their times instead of numbers, so that threads share no
  /// counter. `cause` is the stamp of an event that must come before; the result replaces it.
  func stamp(after cause: inout UInt64) -> EventStamp {
    guard let mapped = bus.mapped else {
      return stampOfSequence()
    }
    cause = MappedTrace.stamp(mapped, after: cause)
    // Observers order events by number.
    let sequence = bus.hasObservers ? bus.nextSequence() : 0
    return EventStamp(
      sequence: sequence, time: Int64(bitPattern: cause), thread: nil, queue: runningQueue)
  }

  /// Returns a stamp for this instant on this thread, with the next number.
  func stamp() -> EventStamp {
    if bus.mapped != nil {
      var cause: UInt64 = 0
      return stamp(after: &cause)
    }
    return stampOfSequence()
  }

  /// Returns a stamp with the next number of the sequence.
  private func stampOfSequence() -> EventStamp {
    let sequence = bus.nextSequence()
    let (now, thread) = executor.instant
    return EventStamp(sequence: sequence, time: now, thread: thread, queue: runningQueue)
  }

  /// Returns an event for this instant on this thread, with its number.
  func event(_ kind: PromiseEvent.Kind) -> PromiseEvent { PromiseEvent(stamp(), kind) }

  /// Posts an event that belongs to no thread and no queue: a decision of the simulation itself.
  package func postOfMachine(_ kind: PromiseEvent.Kind) {
    guard bus.isObserved else { return }
    bus.post(
      PromiseEvent(
        sequence: bus.nextSequence(), time: executor.now, thread: nil, queue: nil, kind: kind))
  }

  /// The queue whose job is running on this thread; `nil` if the job belongs to another
  /// environment.
  package var runningQueue: QueueID? {
    if isShared, let trace = bus.mapped { return MappedTrace.runningQueue(trace) }
    return Context.runningQueue(in: self)
  }

  /// The job that is running on this thread; `nil` if it belongs to another environment.
  var runningJob: JobID? {
    if isShared, let trace = bus.mapped { return MappedTrace.runningJob(trace) }
    guard let context = Context.current, context.environment === self else { return nil }
    return context.job
  }

  /// Numbers and posts an event whose transition has no critical section of its own.
  package func post(_ kind: PromiseEvent.Kind) {
    guard bus.isObserved else { return }
    bus.post(event(kind))
  }
}
