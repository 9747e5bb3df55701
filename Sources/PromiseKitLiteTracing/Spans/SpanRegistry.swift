#if Tracing
  import PromiseEvents
  import Synchronization

  /// The spans of an observer that have not ended.
  final class SpanRegistry: Sendable {
    private let limit: Int
    private let state = Mutex(State())
    /// How many chains have no span because there were too many.
    private let refusals = Atomic<Int>(0)
    private let beginnings = Atomic<Int>(0)

    private struct State {
      var open: [ObjectIdentifier: ChainSpan] = [:]
      /// The spans of which nothing is pending, in that order.
      var lingering: [ChainSpan] = []
      var isStopped = false
    }

    init(limit: Int) { self.limit = max(1, limit) }

    /// The number of spans that were started.
    var started: Int { beginnings.load(ordering: .relaxed) }

    /// The number of open spans.
    var count: Int { state.withLock { $0.open.count } }

    var refused: Int { refusals.load(ordering: .relaxed) }

    /// Returns whether there is room for one more span.
    func hasRoom() -> Bool {
      let hasRoom = state.withLock { !$0.isStopped && $0.open.count < limit }
      if !hasRoom { refusals.add(1, ordering: .relaxed) }
      return hasRoom
    }

    func add(_ span: ChainSpan) {
      beginnings.add(1, ordering: .relaxed)
      state.withLock { $0.open[ObjectIdentifier(span)] = span }
    }

    func remove(_ span: ChainSpan) {
      let old = state.withLock { $0.open.removeValue(forKey: ObjectIdentifier(span)) }
      withExtendedLifetime(old) {}
    }

    /// Keeps a span of which nothing is pending until ``takeExpired(before:)`` returns it.
    func linger(_ span: ChainSpan) { state.withLock { $0.lingering.append(span) } }

    /// Removes and returns the spans of which nothing has been pending since `time`, and the oldest if
    /// there are very many.
    func takeExpired(before time: Int64) -> [ChainSpan] {
      let oldest = state.withLock { $0.lingering.first }
      guard let oldest, oldest.last < time || state.withLock({ $0.lingering.count > Self.most })
      else { return [] }
      return state.withLock { state in
        let count = max(1, state.lingering.count - Self.most)
        defer { state.lingering.removeFirst(min(count, state.lingering.count)) }
        return Array(state.lingering.prefix(count))
      }
    }

    /// How many spans linger at most.
    private static var most: Int { 256 }

    /// Removes and returns all spans; no further one has room.
    func stop() -> [ChainSpan] {
      state.withLock { state in
        state.isStopped = true
        defer { (state.open, state.lingering) = ([:], []) }
        return Array(state.open.values)
      }
    }
  }
#endif
