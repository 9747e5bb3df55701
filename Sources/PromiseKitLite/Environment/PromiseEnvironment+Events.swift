extension PromiseEnvironment {
  /// This instant on this thread, with the next number.
  func stamp() -> EventStamp {
    EventStamp(
      sequence: bus.nextSequence(), time: executor.now, thread: executor.thread,
      queue: runningQueue)
  }

  /// An event of this instant on this thread, with its number.
  func event(_ kind: PromiseEvent.Kind) -> PromiseEvent { PromiseEvent(stamp(), kind) }

  /// Posts what no thread does and no queue: what the machine itself decides.
  package func postOfMachine(_ kind: PromiseEvent.Kind) {
    guard bus.isObserved else { return }
    bus.post(
      PromiseEvent(
        sequence: bus.nextSequence(), time: executor.now, thread: nil, queue: nil, kind: kind))
  }

  /// The queue whose job is running on this thread; none where that is another environment's.
  package var runningQueue: QueueID? {
    let context = Context.bound
    return context.environment === self ? context.queue : nil
  }

  /// The job that is running on this thread; none where that is another environment's.
  var runningJob: JobID? {
    guard let context = Context.current, context.environment === self else { return nil }
    return context.job
  }

  /// Numbers an event and hands it over: where the transition has no critical section of its own.
  package func post(_ kind: PromiseEvent.Kind) {
    guard bus.isObserved else { return }
    bus.post(event(kind))
  }
}
