import Dispatch
import Synchronization

/// The shown labels of the few queues that were asked for first: the runs of an exploration ask for the
/// same ones again and again, and to ask a queue makes a string.
package final class QueueLabels: Sendable {
  private let known = Mutex<[(queue: DispatchQueue, label: String)]>([])

  package init() {}

  /// The label under which the queue is shown.
  package func label(of dispatcher: any Dispatcher) -> String {
    guard let queue = dispatcher as? DispatchQueue else { return QueueName.shown(dispatcher.label) }
    return known.withLock { known in
      for entry in known where entry.queue === queue { return entry.label }
      let label = QueueName.shown(queue.label)
      if known.count < 16 { known.append((queue, label)) }
      return label
    }
  }
}
