import Dispatch
import Synchronization

/// A cache of the shown labels and the kinds of the first few queues. The runs of an exploration use
/// the same queues repeatedly, and reading a queue's label creates a string.
package final class QueueLabels: Sendable {
  private let known = Mutex<[Entry]>([])

  private struct Entry {
    let queue: DispatchQueue
    let label: String
    let kind: PromiseEvent.QueueKind?
  }

  package init() {}

  /// Returns the label under which the queue is shown, and its kind, if that is known.
  func labelAndKind(of queue: DispatchQueue) -> (String, PromiseEvent.QueueKind?) {
    known.withLock { known in
      for place in known.indices where known[place].queue === queue {
        return (known[place].label, known[place].kind)
      }
      let label = queue.label
      let entry = Entry(
        queue: queue, label: QueueName.shown(label), kind: QueueName.kind(of: label))
      // A program that creates its queues, as it does the main queue's object on Linux, has new ones
      // in each run.
      if known.count < 16, !known.contains(where: { $0.label == entry.label }) {
        known.append(entry)
      }
      return (entry.label, entry.kind)
    }
  }
}
