package import PromiseEvents
import PromiseGraph
import PromiseInsight

/// What the list shows about a demo: facts of its run.
package struct DemoPreview: Hashable, Sendable {
  /// The chain that it is about.
  package var chain: ChainSketch
  /// Its length in nanoseconds, the number of its promises, and how many never settled.
  package var length: Int64
  package var promises: Int
  package var open: Int
  /// The number of questions of its quiz, once they are counted.
  package var questions: Int?

  /// Creates the preview from all events of the run.
  package init(_ events: [PromiseEvent], questions: Int? = nil) {
    let graph = Graph(events)
    chain = ChainSketch(graph)
    length = graph.time.saturatingMinus(events.first?.time ?? 0)
    promises = graph.counts.total
    open = graph.counts.open
    self.questions = questions
  }
}
