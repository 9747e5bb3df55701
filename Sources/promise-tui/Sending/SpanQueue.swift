import PromiseGraph
import PromiseInsight
import Synchronization

/// The batches that wait to be sent: few enough that a receiver that is slow, or does not answer at
/// all, never makes this process grow.
final class SpanQueue: Sendable {
  private struct Contents {
    var batches: [SpanBatch] = []
    var spans = 0
    var bytes = 0
    var dropped = 0
    var isClosed = false
    /// Whether the receiver did not answer lately.
    var isFailing = false
  }

  private let contents = Mutex(Contents())
  private let limits: (spans: Int, bytes: Int)
  /// Wakes the thread that takes batches, and the one that adds them.
  private let filled: WakePipe
  private let freed: WakePipe

  /// Creates a queue for so many spans and bytes; `nil` if no descriptors are left.
  init?(spans: Int = 16_384, bytes: Int = 16 << 20) {
    guard let filled = WakePipe(), let freed = WakePipe() else { return nil }
    (self.filled, self.freed, limits) = (filled, freed, (spans, bytes))
  }

  deinit {
    for pipe in [filled, freed] { pipe.close() }
  }

  /// How many spans did not fit.
  var dropped: Int { contents.withLock { $0.dropped } }
  /// How many spans wait.
  var waiting: Int { contents.withLock { $0.spans } }

  /// Adds a batch. If there is no room, waits for some until `deadline`, unless the receiver does not
  /// answer; then the batch is dropped and counted.
  func add(_ batch: SpanBatch, until deadline: Int64) {
    while true {
      let isDone = contents.withLock { contents in
        let fits =
          contents.batches.isEmpty
          || contents.spans + batch.spans <= limits.spans
            && contents.bytes + batch.bytes.count <= limits.bytes
        if fits, !contents.isClosed {
          contents.batches.append(batch)
          contents.spans += batch.spans
          contents.bytes += batch.bytes.count
          return true
        }
        guard contents.isClosed || contents.isFailing || EventWaiter.now >= deadline else {
          return false
        }
        contents.dropped += batch.spans
        return true
      }
      if isDone { return filled.wake() }
      let left = max(1, (deadline - EventWaiter.now) / 1_000_000)
      _ = waitToRead([freed.reading], milliseconds: Int32(clamping: min(left, 1000)))
      _ = freed.drain()
    }
  }

  /// Removes the oldest batch, and waits for one if there is none; `nil` if the queue is empty and
  /// closed.
  func take() -> SpanBatch? {
    while true {
      let (batch, isClosed) = contents.withLock { contents in
        guard !contents.batches.isEmpty else { return (SpanBatch?.none, contents.isClosed) }
        let batch = contents.batches.removeFirst()
        contents.spans -= batch.spans
        contents.bytes -= batch.bytes.count
        return (batch, contents.isClosed)
      }
      if let batch {
        freed.wake()
        return batch
      }
      if isClosed { return nil }
      _ = waitToRead([filled.reading])
      _ = filled.drain()
    }
  }

  /// Says whether the receiver answers.
  func setFailing(_ isFailing: Bool) {
    contents.withLock { $0.isFailing = isFailing }
    freed.wake()
  }

  /// Accepts no more batches; those that wait can be taken.
  func close() {
    contents.withLock { $0.isClosed = true }
    filled.wake()
    freed.wake()
  }
}
