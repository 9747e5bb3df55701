#if Metrics
  public import CoreMetrics
  internal import Metrics
  public import PromiseKitLite

  /// Reports promises to a metrics backend through swift-metrics: how many are pending, how long jobs
  /// wait in their queues, how long handlers run, and how promises settle, by label.
  ///
  /// ```swift
  /// PromiseEnvironment.shared.add(MetricsObserver(), values: .off)
  /// ```
  ///
  /// | metric | kind | dimensions |
  /// |---|---|---|
  /// | `promises.pending` | meter: promises | |
  /// | `promises.queue.wait` | timer | `queue` |
  /// | `promises.handler.time` | timer | `label` |
  /// | `promises.settled` | counter | `label`; `outcome`: fulfilled, rejected, cancelled, or freed |
  /// | `promises.errors.unhandled` | counter | |
  /// | `promises.events.lost` | counter | |
  /// | `promises.forgotten` | counter | |
  ///
  /// The number of different labels and queues is bounded: beyond the limits, they are counted under
  /// `other`. Promises without a label are counted under `unlabeled`. Every metric is created once, and
  /// then kept. An event takes less than 100 ns on one thread, apart from the backend.
  ///
  /// Metrics contain no values and no errors, so add the observer with `values: .off`: describing values
  /// costs more than the observer.
  ///
  /// The backend is called on the thread on which the event happens, with no lock held. It must not use
  /// promises of the observed environment. Use an observer for one environment only: each numbers its
  /// promises from 1.
  public final class MetricsObserver: PromiseObserver {
    let labels: LabelTable
    let queues: QueueTable
    let pending: Meter
    let unhandled: Counter
    let lost: Counter
    let forgotten: Counter
    let promises: ShardedTable<PendingPromise>
    let jobs: ShardedTable<TimedJob>
    private let counter = StripedCounter()

    /// Creates an observer that reports to `factory`.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the metrics' names, before a dot.
    ///   - factory: The metrics backend.
    ///   - labelLimit: The number of different labels that have metrics of their own, in order of
    ///     appearance.
    ///   - queueLimit: The number of queues that have metrics of their own, in order of appearance.
    ///   - limit: The number of pending promises, and of jobs, that are followed at the same time. The
    ///     number of pending promises never appears higher.
    public init(
      prefix: String = "promises", factory: any MetricsFactory = MetricsSystem.factory,
      labelLimit: Int = 100, queueLimit: Int = 100, limit: Int = 65_536
    ) {
      let maker = MetricMaker(prefix: prefix, factory: factory)
      labels = LabelTable(limit: labelLimit, maker)
      queues = QueueTable(limit: queueLimit, maker)
      pending = maker.meter("pending")
      unhandled = maker.counter("errors.unhandled")
      lost = maker.counter("events.lost")
      forgotten = maker.counter("forgotten")
      promises = ShardedTable(limit: limit)
      jobs = ShardedTable(limit: limit)
    }

    public func receive(_ event: PromiseEvent) {
      counter.count(on: event.thread)
      measure(event)
    }

    /// The number of events that the observer has received.
    public var received: Int { counter.total }

    /// The number of promises and jobs that are followed.
    package var followed: Int { promises.count + jobs.count }
  }

  /// A promise that is pending.
  struct PendingPromise: Sendable {
    /// The place of its label.
    let label: Int
    /// It existed before it was observed, so it is not counted as pending: its end may not be
    /// observed either.
    let isLate: Bool
  }

  /// A job in its queue or, once it has started, one that runs.
  struct TimedJob: Sendable {
    var time: Int64
    /// The place of the job's own label, if it settles no promise.
    var label: Int
    var isRunning: Bool
  }
#endif
