import PromiseEvents
import PromiseGraph
import PromiseInsight

/// Events of a run with indices over them: those so far, or those that a second simulation predicts.
struct IndexedHistory: Sendable {
  /// The events.
  @Box private(set) var history: History
  /// The choices among them.
  private(set) var choices = ChoiceLog()
  /// The events that keys go to.
  @Box private(set) var landmarks: Landmarks
  /// When the queues were busy.
  @Box private(set) var timeline: Timeline
  /// The search index. A run that is only printed has none.
  @Box private var index: SearchIndex?

  /// Creates the indices of `history`; those for keys and searches are left out if it is only printed.
  init(_ history: History, hasVirtualTime: Bool, isPrinted: Bool = false) {
    self.history = history
    landmarks = Landmarks(hasVirtualTime: hasVirtualTime)
    timeline = Timeline(history)
    index = isPrinted ? nil : SearchIndex()
    choices.append(history.events)
  }

  /// The state after the last event. It is computed on demand, because a stored copy would make every change of the
  /// newest state copy its storage.
  var end: RunState { history.state(at: history.last) }

  /// The search index of all events. O(1), unless the run is only printed.
  var searchIndex: SearchIndex {
    if let index { return index }
    var index = SearchIndex()
    index.append(contentsOf: history.events)
    return index
  }

  /// Appends events.
  mutating func append(_ events: [PromiseEvent]) {
    history.append(contentsOf: events)
    choices.append(events)
    landmarks.append(events)
    index?.append(contentsOf: events)
    timeline.extend(to: history)
  }

  /// Forgets what the history has discarded. Returns whether the promises that a search finds have changed.
  mutating func evict() -> Bool {
    let (first, graph) = (history.base, end.graph)
    landmarks.evict(to: first)
    return index?.evict(to: first, keeping: { graph.knows($0) }) == true
  }

  /// Ends the events: numbers that have not arrived count as lost.
  mutating func flush() {
    history.flush()
    timeline.extend(to: history)
  }
}
