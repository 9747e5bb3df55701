import Synchronization

/// Keeps the events in memory, the newest `limit` of them.
public final class RecordingObserver: PromiseObserver {
  private let limit: Int
  private let state = Mutex(State())

  private struct State {
    var events: [PromiseEvent] = []
    var dropped = 0
  }

  /// An observer that keeps at most `limit` events; when they are exceeded the older half goes.
  public init(limit: Int = 1_000_000) { self.limit = max(2, limit) }

  public func receive(_ event: PromiseEvent) {
    state.withLock { state in
      if state.events.count >= limit {
        state.dropped += limit / 2
        state.events.removeFirst(limit / 2)
      }
      state.events.append(event)
    }
  }

  /// The events so far, in order. Complexity: O(n log n).
  public var events: [PromiseEvent] {
    state.withLock { $0.events }.sorted { $0.sequence < $1.sequence }
  }

  /// How many events were given up.
  public var dropped: Int { state.withLock { $0.dropped } }

  /// The events so far, in order; the observer forgets them.
  public func take() -> [PromiseEvent] {
    let taken = state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
    return taken.sorted { $0.sequence < $1.sequence }
  }
}
