import PromiseKitLite

@testable import PromiseGraph
@testable import PromiseInsight

extension EventStream {
  /// Returns why a promise is in its state after all events.
  func explanation(_ promise: PromiseID) -> Explanation {
    var history = History()
    history.append(contentsOf: events)
    return graph.explanation(of: promise, in: history)
  }

  /// Returns the first question about a promise and its answer, as the inspector shows them.
  func brief(_ promise: PromiseID) -> [String] {
    graph.reason(of: promise, limit: 3).map(\.text)
  }

  /// Returns the lines below the question about a promise that begins with `question`, indented.
  func answer(_ question: String, _ promise: PromiseID) -> [String] {
    explanation(promise).lines.drop { !$0.text.hasPrefix(question) }.dropFirst()
      .prefix { $0.kind != .question }
      .map { String(repeating: "  ", count: $0.depth) + $0.lead + $0.text }
  }

  /// Posts a job of `promise` that starts and ends at these times, in milliseconds.
  mutating func run(_ promise: PromiseID, on queue: QueueID, from start: Double, to end: Double) {
    time = start
    let job = enqueue(promise, on: queue)
    self.start(job, promise, on: queue)
    time = end
    self.end(job, promise, on: queue)
  }
}
