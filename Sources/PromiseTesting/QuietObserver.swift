import PromiseKitLite
import Synchronization

/// Records the events of a run on real queues, and knows when all of its work has ended.
final class QuietObserver: PromiseObserver {
  private struct Contents {
    var received = 0
    var highest = 0
    /// Promises that have not settled and jobs that have not ended, and those whose end arrived
    /// before their start, which is possible with several threads.
    var promises = Balance<PromiseID>()
    var jobs = Balance<JobID>()
  }

  private let contents = Mutex(Contents())
  private let recorder = RecordingObserver()

  /// The events so far, in order.
  var events: [PromiseEvent] { recorder.events }

  /// A Boolean value that indicates whether everything that was started has ended, and all its
  /// events have arrived.
  var isQuiet: Bool {
    contents.withLock { contents in
      contents.received == contents.highest && contents.promises.isEven && contents.jobs.isEven
    }
  }

  func receive(_ event: PromiseEvent) {
    recorder.receive(event)
    contents.withLock { contents in
      contents.received += 1
      contents.highest = max(contents.highest, event.sequence)
      switch event.kind {
      case .created(let creation): contents.promises.begin(creation.promise)
      case .settled(let settlement): contents.promises.end(settlement.promise)
      case .deallocated(let promise, .pending, _), .deallocated(let promise, .forwarded, _):
        contents.promises.end(promise)
      case .jobEnqueued(let job, _, _, _): contents.jobs.begin(job)
      case .jobEnded(let job, _, _, _): contents.jobs.end(job)
      default: break
      }
    }
  }
}

/// What has started and not ended, in whatever order the events arrive.
private struct Balance<ID: Hashable> {
  private var open: Set<ID> = []
  private var early: Set<ID> = []

  var isEven: Bool { open.isEmpty }

  mutating func begin(_ id: ID) {
    if early.remove(id) == nil { open.insert(id) }
  }

  mutating func end(_ id: ID) {
    if open.remove(id) == nil { early.insert(id) }
  }
}
