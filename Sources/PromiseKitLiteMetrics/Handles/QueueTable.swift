#if Metrics
  internal import Metrics
  internal import PromiseKitLite
  internal import Synchronization

  /// The metric of each queue, for a limited number of queues.
  ///
  /// A thread reads without a lock: a new queue makes a new table, which keeps the old one alive.
  final class QueueTable: Sendable {
    private let maker: MetricMaker
    private let limit: Int
    private let other: Timer
    private let current: Atomic<Unmanaged<Table>>

    private enum Wait {
      /// The queue was not declared.
      case unknown
      case timed(Timer)
      /// Jobs never wait there.
      case none
    }

    private final class Table: Sendable {
      /// By number, from 1.
      let waits: [Wait]
      /// A thread may still be using it.
      private let previous: Table?

      init(_ waits: [Wait], after previous: Table?) {
        (self.waits, self.previous) = (waits, previous)
      }
    }

    init(limit: Int, _ maker: MetricMaker) {
      self.maker = maker
      self.limit = max(0, limit)
      other = maker.timer("queue.wait", [("queue", "other")])
      current = Atomic(.passRetained(Table([], after: nil)))
    }

    deinit { current.load(ordering: .acquiring).release() }

    /// Returns the timer for waits in a queue; `nil` if jobs never wait there.
    func wait(in queue: PromiseEvent.QueueID) -> Timer? {
      current.load(ordering: .acquiring)._withUnsafeGuaranteedRef { table in
        guard table.waits.indices.contains(queue.rawValue - 1) else { return other }
        switch table.waits[queue.rawValue - 1] {
        case .unknown: return other
        case .timed(let timer): return timer
        case .none: return nil
        }
      }
    }

    /// Creates the metric of a queue, unless it is beyond the limit.
    func declare(_ queue: PromiseEvent.QueueID, _ label: String, isInline: Bool) {
      let place = queue.rawValue - 1
      guard place >= 0, place < limit else { return }
      let new: Wait =
        isInline ? .none : .timed(maker.timer("queue.wait", [maker.dimension("queue", label)]))
      while true {
        let old = current.load(ordering: .acquiring)
        let table = old.takeUnretainedValue()
        var waits = table.waits
        while waits.count <= place { waits.append(.unknown) }
        guard case .unknown = waits[place] else { return }
        waits[place] = new
        let changed = Unmanaged.passRetained(Table(waits, after: table))
        if current.compareExchange(
          expected: old, desired: changed, ordering: .acquiringAndReleasing
        ).exchanged {
          old.release()
          return
        }
        changed.release()
      }
    }
  }
#endif
