package import PromiseEvents
package import PromiseGraph

/// Where the time of a promise went, in a few parts: the longest ones that nothing else could shorten, from its
/// creation until it settled or, if it is pending, until now.
package struct TimeShares: Hashable, Sendable {
  /// What took the time of a part.
  package enum Kind: Hashable, Sendable {
    /// A handler, a body or other work ran.
    case running
    /// A job waited in its queue.
    case queue
    /// A timer.
    case timer
    /// A job or a timer waited while the gate was closed.
    case gate
    /// Something else, such as code outside the queues.
    case other
  }

  /// A part.
  package struct Part: Hashable, Sendable {
    package var kind: Kind
    /// The promise that it belongs to.
    package var promise: PromiseID
    /// What ran: the label of the promise or its operation; for a wait in a queue, the queue.
    package var name: String
    /// The nanoseconds that it took.
    package var length: Int64
    /// The number of the event with which it began.
    package var event: Int
  }

  /// The parts in the order of time.
  package private(set) var parts: [Part]
  /// The nanoseconds of all other parts together.
  package private(set) var rest: Int64
  /// The nanoseconds from the creation to the end.
  package let whole: Int64

  /// Finds at most `count` parts of the time of `promise`; `nil` if it is unknown.
  package init?(of promise: PromiseID, in graph: Graph, atMost count: Int) {
    guard let node = graph[promise] else { return nil }
    let path = CriticalPath(Timing(node, graph))
    whole = path.whole
    let all = path.parts
    let chosen = all.indices.sorted { all[$0].length > all[$1].length }.prefix(count).sorted()
    parts = chosen.map { all[$0] }
    rest = max(0, parts.reduce(whole) { $0.saturatingMinus($1.length) })
  }
}

extension CriticalPath {
  /// The pieces in the order of time, each with what took it.
  var parts: [TimeShares.Part] {
    pieces.flatMap { piece -> [TimeShares.Part] in
      let node = piece.timing.node
      let (kind, name): (TimeShares.Kind, String) =
        switch piece.share.phase {
        case .running, .body: (.running, node.name)
        case .queue(let job):
          (.queue, graph.job(job).map { graph.queueName($0.queue) } ?? node.name)
        case .timer, .pause: (.timer, node.name)
        case .resolver, .handing, .settling, .waitingFor, .inputs, .adopted, .attempt, .blocked:
          (.other, node.name)
        }
      func part(_ kind: TimeShares.Kind, _ name: String, _ length: Int64) -> TimeShares.Part {
        TimeShares.Part(
          kind: kind, promise: node.id, name: name, length: length,
          event: piece.share.start.sequence)
      }
      let (length, closed) = (piece.share.length, piece.share.closed)
      guard closed > 0 else { return [part(kind, name, length)] }
      let others = part(kind, name, length.saturatingMinus(closed))
      return (others.length > 0 ? [others] : []) + [part(.gate, node.name, closed)]
    }
  }
}
