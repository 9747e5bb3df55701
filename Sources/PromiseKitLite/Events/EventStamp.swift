/// When and where something happened: what every event says beside what it was.
struct EventStamp: Sendable {
  var sequence = 0
  var time: Int64 = 0
  var thread: ThreadID?
  var queue: QueueID?
}

extension PromiseEvent {
  /// The stamp of the event.
  @inline(__always)
  var stamp: EventStamp {
    EventStamp(sequence: sequence, time: time, thread: thread, queue: queue)
  }

  /// What happened then and there.
  @inline(__always)
  init(_ stamp: EventStamp, _ kind: Kind) {
    self.init(
      sequence: stamp.sequence, time: stamp.time, thread: stamp.thread, queue: stamp.queue,
      kind: kind)
  }
}
