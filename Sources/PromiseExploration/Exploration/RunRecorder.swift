import PromiseKitLite
import Synchronization

/// Keeps the events of one run, all of them.
final class RunRecorder: PromiseObserver {
  private let kept = Mutex<[PromiseEvent]>([])

  func receive(_ event: PromiseEvent) { kept.withLock { $0.append(event) } }

  /// What happened so far, in order.
  var events: [PromiseEvent] { kept.withLock { $0 }.sorted { $0.sequence < $1.sequence } }
}
