import PromiseEvents
import PromiseGraph

// One drain of the microtasks of a JavaScript program.
extension OrderQuestion {
  /// Returns that both ran in one drain of the microtasks, and that everything which led to them happened there, or
  /// was created before it by one piece of code; `nil` if not.
  func drainLine(_ one: JobNode, _ other: JobNode) -> (line: Line, isQueue: Bool)? {
    guard graph.programLanguage == .javaScript, one.queue == other.queue,
      graph.queueLabel(one.queue) == "microtasks", let early = one.started,
      let late = other.started, late.sequence - early.sequence < Self.longestDrain,
      !(early.sequence...late.sequence).contains(where: { leaves(one.queue, at: $0) })
    else { return nil }
    let begin = (max(1, early.sequence - Self.longestDrain)...early.sequence).last {
      leaves(one.queue, at: $0)
    }
    if let begin {
      var turns: Set<Int> = []
      for promise in [first, second] {
        for id in [promise] + ancestors(of: promise) {
          guard let node = graph[id] else { return nil }
          let isSettledBefore = node.settled.map { $0.sequence < begin } ?? false
          guard id == promise || !isSettledBefore else { return nil }
          if node.created.sequence < begin { turns.insert(history.turn(at: node.created.sequence)) }
        }
      }
      guard turns.count <= 1 else { return nil }
    } else if early.sequence > Self.longestDrain {
      return nil
    }
    return (
      Line(
        .answer,
        language.text(
          "both ran in one drain of the microtasks, which run in the order in which they are enqueued"
        ), promise: first, event: early.sequence), true
    )
  }

  /// Returns whether a timer or a job of another queue starts at an event: a drain ends before it.
  private func leaves(_ queue: QueueID, at sequence: Int) -> Bool {
    switch history[sequence]?.kind {
    case .timerFired: true
    case .jobStarted(_, _, let other): other != queue
    default: false
    }
  }

  /// The most events that are examined.
  private static var longestDrain: Int { 10_000 }
}
