import Foundation
import PromiseKitLite
import Testing

/// What a binary trace contains, as far as it was read.
struct RecordedRun {
  var header: TraceHeader
  var events: [PromiseEvent] = []
  var ending: BinaryTraceReader.Ending
  var complaints: [String]
  /// The size of the file in bytes.
  var size: Int

  init(_ path: String) throws {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    var reader = try BinaryTraceReader(bytes)
    while case let more = reader.read(isComplete: true), !more.isEmpty { events += more }
    header = reader.header
    ending = reader.ending
    complaints = reader.complaints
    size = bytes.count
  }

  /// Creates a run from what a reader has returned.
  init(_ events: [PromiseEvent], _ reader: BinaryTraceReader) {
    self.events = events
    header = reader.header
    (ending, complaints, size) = (reader.ending, reader.complaints, 0)
  }

  /// How the recording ended, or that it has not.
  static func ending(of path: String) throws -> BinaryTraceReader.Ending {
    try BinaryTraceReader(Array(try Data(contentsOf: URL(fileURLWithPath: path)))).ending
  }

  /// The texts of the notes, in order.
  var notes: [String] {
    events.compactMap { if case .note(let text) = $0.kind { text } else { nil } }
  }

  /// The labels of the promises, in order.
  var labels: [String] {
    events.compactMap { if case .created(let creation) = $0.kind { creation.label } else { nil } }
  }

  /// The laws that events of every run keep. Returns the first event that breaks one.
  func firstBreach() -> String? {
    var laws = CausalLaws()
    for (index, event) in events.enumerated() {
      guard event.sequence == index + 1 else { return "\(event): its number is not \(index + 1)" }
      if let breach = laws.breach(event) { return "\(event): \(breach)" }
    }
    return nil
  }
}

/// The order of causes and effects: a promise is created before its handlers are attached, a job is
/// enqueued before it starts and starts before it ends, and a promise settles once, after that. A queue is
/// declared before anything names it.
private struct CausalLaws {
  private var created: Set<PromiseID> = []
  private var attached: Set<PromiseID> = []
  private var settled: Set<PromiseID> = []
  private var enqueued: Set<PromiseEvent.JobID> = []
  private var started: Set<PromiseEvent.JobID> = []
  private var ended: Set<PromiseEvent.JobID> = []
  /// The promises whose handlers are running.
  private var running: Set<PromiseID> = []
  private var declared: Set<QueueID> = []
  private var time = Int64.min

  /// Returns why the event cannot follow those before it.
  mutating func breach(_ event: PromiseEvent) -> String? {
    guard event.time >= time else { return "its time is less than \(time)" }
    time = event.time
    if case .queueDeclared(let queue, _, _, _) = event.kind, !declared.insert(queue).inserted {
      return "declared twice"
    }
    if let queue = event.kind.mentioned.queue, !declared.contains(queue) {
      return "its queue was not declared"
    }
    switch event.kind {
    case .created(let creation):
      guard created.insert(creation.promise).inserted else { return "created twice" }
      return creation.parents.allSatisfy(created.contains) ? nil : "a parent was not created"
    case .handlerAttached(let parent, let child, _, _):
      attached.insert(child)
      return created.contains(parent) && created.contains(child) ? nil : "attached too early"
    case .jobEnqueued(let job, let child, _, _):
      guard enqueued.insert(job).inserted else { return "enqueued twice" }
      return child.map(created.contains) ?? true ? nil : "enqueued too early"
    case .jobStarted(let job, let child, _):
      if let child, attached.contains(child) { running.insert(child) }
      return enqueued.contains(job) && started.insert(job).inserted ? nil : "started too early"
    case .jobEnded(let job, let child, _, _):
      if let child { running.remove(child) }
      return started.contains(job) && ended.insert(job).inserted ? nil : "ended too early"
    case .settled(let settlement):
      guard settled.insert(settlement.promise).inserted else { return "settled twice" }
      if settlement.outcome != .cancelled, running.contains(settlement.promise) {
        return "settled before its handler ended"
      }
      let origins = [settlement.promise, settlement.origin, settlement.from].compactMap { $0 }
      return origins.allSatisfy(created.contains) ? nil : "settled too early"
    case .deallocated(let promise, _, _): return created.contains(promise) ? nil : "not created"
    default: return nil
    }
  }
}
