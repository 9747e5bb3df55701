extension Graph {
  /// Returns the state at `time`, before the next event: only the time differs, so that what runs or waits has
  /// done so for longer. A time before the last event has no effect.
  package func at(time: Int64) -> Graph {
    var graph = self
    graph.time = max(graph.time, time)
    return graph
  }
}
