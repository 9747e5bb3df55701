import PromiseGraph
import PromiseInsight
import PromiseKitLite

// The whole trace, rather than what has arrived.
extension TraceDecoder {
  /// Reads the trace up to its end, and passes its events on as they are read. `wait` is called while its program is about
  /// to write the beginning or the end.
  mutating func readAll(
    waiting wait: () -> Void = { _ = waitToRead([], milliseconds: 10) },
    _ take: ([PromiseEvent]) -> Void
  ) throws(CommandError) {
    follows = false
    while true {
      switch try read(limit: 8192, hasEnded: true) {
      case .events(let events): take(events)
      case .nothing: wait()
      case .ended: return
      }
    }
  }

  /// Returns the events sorted by number, with a gap where some are missing.
  func inOrder(_ events: [PromiseEvent]) -> [PromiseEvent] {
    let isInOrder = zip(events, events.dropFirst()).allSatisfy { $0.sequence < $1.sequence }
    return (isInOrder ? events : events.sorted { $0.sequence < $1.sequence })
      .tellingWhatIsMissing(since: header?.since ?? 0)
  }
}
