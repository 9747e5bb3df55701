#if Metrics
  internal import Synchronization

  /// The metrics of each label, for a limited number of labels.
  ///
  /// A thread reads without a lock: a new label makes a new table, which keeps the old one alive.
  final class LabelTable: Sendable {
    private let maker: MetricMaker
    private let limit: Int
    private let current: Atomic<Unmanaged<Table>>

    /// Promises without a label.
    static var unlabeled: Int { 0 }
    /// Promises with a label that is beyond the limit, or that are not known.
    static var other: Int { 1 }

    private final class Table: Sendable {
      let places: [String: Int]
      let metrics: [LabelMetrics]
      /// A thread may still be using it.
      private let previous: Table?

      init(_ places: [String: Int], _ metrics: [LabelMetrics], after previous: Table?) {
        (self.places, self.metrics, self.previous) = (places, metrics, previous)
      }
    }

    init(limit: Int, _ maker: MetricMaker) {
      self.maker = maker
      self.limit = max(0, limit)
      let first = [LabelMetrics("unlabeled", maker), LabelMetrics("other", maker)]
      current = Atomic(.passRetained(Table([:], first, after: nil)))
    }

    deinit { current.load(ordering: .acquiring).release() }

    /// The metrics at a place.
    subscript(_ place: Int) -> LabelMetrics {
      current.load(ordering: .acquiring)._withUnsafeGuaranteedRef { $0.metrics[place] }
    }

    /// Returns the place of a label. A new label gets the next one, unless there are too many.
    func place(of label: String?) -> Int {
      guard let label else { return Self.unlabeled }
      return current.load(ordering: .acquiring)._withUnsafeGuaranteedRef { table -> Int? in
        table.places[label] ?? (table.places.count < limit ? nil : Self.other)
      } ?? add(label)
    }

    @inline(never)
    private func add(_ label: String) -> Int {
      // A label this long is not kept.
      guard label.utf8.count <= 480 else { return Self.other }
      // Creating metrics runs code of the program, so there is no lock. If two threads create those of
      // one label, the factory returns equivalent ones.
      let new = LabelMetrics(label, maker)
      while true {
        let old = current.load(ordering: .acquiring)
        let table = old.takeUnretainedValue()
        if let known = table.places[label] { return known }
        guard table.places.count < limit else { return Self.other }
        var places = table.places
        places[label] = table.metrics.count
        let changed = Unmanaged.passRetained(Table(places, table.metrics + [new], after: table))
        if current.compareExchange(
          expected: old, desired: changed, ordering: .acquiringAndReleasing
        ).exchanged {
          // The new table owns it.
          old.release()
          return table.metrics.count
        }
        changed.release()
      }
    }
  }
#endif
