import PromiseGraph
import PromiseKitLite

/// What the queues pane says about all queues together.
struct QueueFacts {
  private let graph: Graph
  private let ellipsis: Character
  private let width: Int

  init(_ graph: Graph, ellipsis: Character, width: Int) {
    self.graph = graph
    self.ellipsis = ellipsis
    self.width = width
  }

  /// What must happen next, where the graph leaves no choice: nothing runs or waits, so that only a
  /// timer can go on.
  func next() -> [StyledLine] {
    guard graph.queues.allSatisfy({ $0.running.isEmpty && $0.waiting.isEmpty }),
      let timer = graph.pendingTimers.first
    else { return [] }
    let name = timer.promise?.description ?? timer.id.description
    return [line("next: ", "\(name) timer fires at \(milliseconds(timer.due))")]
  }

  /// Hops, the longest wait, the longest job, and what a question mark means.
  func summary() -> [StyledLine] {
    var lines: [StyledLine] = []
    let hops = hops()
    if !hops.isEmpty {
      let words = hops.prefix(4).map { "\($0.from)>\($0.to) \($0.count)" }
      lines.append(line("hops so far   ", words.joined(separator: "   ")))
    }
    if let longest = graph.queues.max(by: { $0.longestWait < $1.longestWait }),
      longest.longestWait > 0
    {
      lines.append(
        line("longest wait  ", "\(milliseconds(longest.longestWait)) ms on \(longest.label)"))
    }
    if let (job, ran) = longestJob() {
      let name = job.child?.description ?? job.label ?? job.id.description
      let label = graph.queue(job.queue)?.label ?? job.queue.description
      lines.append(line("longest job   ", "\(name) \(milliseconds(ran)) ms on \(label)"))
    }
    if graph.queues.contains(where: { $0.assumed && $0.kind != .immediate }) {
      lines.append(line("? ", "nobody declared the kind of this queue: it is assumed"))
    }
    return lines
  }

  private func line(_ heading: String, _ text: String) -> StyledLine {
    StyledLine([Span(heading, .dim), Span(text, .body)]).cut(to: width, ellipsis: ellipsis)
  }

  /// How often a handler ran on another queue than the one where its parent was settled, the most
  /// frequent way first.
  private func hops() -> [(from: String, to: String, count: Int)] {
    struct Way: Hashable {
      var from: QueueID
      var to: QueueID
    }
    var counts: [Way: Int] = [:]
    for node in graph.promises {
      guard let job = node.job.flatMap({ graph.job($0) }), job.started != nil,
        let parent = node.creation.parents.first.flatMap({ graph[$0] }),
        let from = parent.settled?.queue, from != job.queue
      else { continue }
      counts[Way(from: from, to: job.queue), default: 0] += 1
    }
    return
      counts
      .sorted { ($1.value, $0.key.from, $0.key.to) < ($0.value, $1.key.from, $1.key.to) }
      .map { way, count in
        (
          graph.queue(way.from)?.label ?? way.from.description,
          graph.queue(way.to)?.label ?? way.to.description, count
        )
      }
  }

  private func longestJob() -> (JobNode, Int64)? {
    var longest: (JobNode, Int64)?
    for job in graph.jobs {
      guard let start = job.started?.time else { continue }
      let ran = (job.ended?.time ?? graph.time).saturatingMinus(start)
      if ran > longest?.1 ?? 0 { longest = (job, ran) }
    }
    return longest
  }
}
