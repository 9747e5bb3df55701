package import PromiseKitLite

/// The fold of the first events of a stream: everything that a view shows.
package struct Graph: Equatable, Sendable {
  /// The number and time of the last event that was applied.
  package private(set) var sequence = 0
  package private(set) var time: Int64 = 0
  /// The number of the turn that the last event belongs to; 0 before the first.
  package private(set) var turn = 0
  /// How many promises are in which state.
  package private(set) var counts = StateCounts()
  /// What the program said, in order.
  package private(set) var notes: PagedArray<Note> = []
  /// The source texts by `#fileID`.
  package private(set) var sources: [String: SourceText] = [:]
  /// How many events were lost so far.
  package private(set) var dropped = 0
  /// The job that was running on the thread of the last event when it had happened.
  package private(set) var currentJob: JobID?

  package init() {}

  /// Takes the next event in.
  package mutating func apply(_ event: PromiseEvent) {
    sequence = event.sequence
    time = event.time
  }

  /// The promise of that identity.
  package subscript(_ id: PromiseID) -> PromiseNode? { nil }
  /// All promises in the order of their identities.
  package var promises: PagedArray<PromiseNode> { [] }
  /// The job of that identity.
  package func job(_ id: JobID) -> JobNode? { nil }
  /// The queue of that identity.
  package func queue(_ id: QueueID) -> QueueNode? { nil }
  /// The timer of that identity.
  package func timer(_ id: TimerID) -> TimerNode? { nil }
  /// All queues in the order in which they were declared.
  package var queues: [QueueNode] { [] }
  /// The timers that have not fired, the next due first.
  package var pendingTimers: [TimerNode] { [] }
  /// The names of threads.
  package var threadNames: [ThreadID: String] { [:] }
}
