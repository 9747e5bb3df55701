import PromiseEvents
import PromiseGraph
import PromiseInsight

// The time at the playhead, which goes on between two events.
extension Run {
  /// Sets the time at the playhead to `time`, or to the nearest time between its event and the next one.
  mutating func setClock(_ time: Int64) {
    let earliest = playhead > history.base ? graph.time : startTime
    clock = max(earliest, min(time, nextTime ?? (isLive ? .max : earliest)))
  }

  /// Whether the time at the playhead is after that of its event.
  var isBetweenEvents: Bool { playhead > history.base && clock > graph.time }

  /// The time of the next known event.
  var nextTime: Int64? {
    let next = history.nextPosition(after: playhead).flatMap { history[$0]?.time }
    if let next { return next }
    guard let prediction, prediction.last > playhead else { return nil }
    return prediction.nextPosition(after: playhead).flatMap { prediction[$0]?.time }
  }

  /// The time of the first known event.
  var startTime: Int64 {
    [history, prediction].lazy.compactMap { history in
      history.flatMap { events in
        events.nextPosition(after: events.base).flatMap { events[$0]?.time }
      }
    }.first ?? 0
  }
}
