import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("Facts updated with each event")
struct FoldedFactsTests {
  @Test("At every event they match a search through everything", arguments: seeds)
  func walks(seed: Int) {
    var random = RandomEvents(seed: seed, sites: true)
    var graph = Graph()
    // A thread does not change its process.
    for event in random.stream(600) where event.kind.name != .threadAssigned {
      graph.apply(event)
      #expect(lines(of: graph) == walkedLines(of: graph), "lines at event \(event.sequence)")
      let waiting = graph.promises.filter(\.waitsForCode).map(\.id)
      #expect(graph.waitingForCode(limit: .max) == waiting)
      #expect(graph.waitingForCodeCount == waiting.count)
      #expect(graph.longestJob?.ran ?? 0 == graph.jobs.compactMap(\.ran).max() ?? 0)
      for node in graph.promises {
        let heard = node.inputs.count { $0.outcome != nil }
        #expect(node.heard.total <= heard)
      }
      let due = graph.pendingTimers.map(\.due)
      #expect(due == due.sorted() && due.count <= graph.pendingTimerCount)
    }
  }

  private struct Made: Equatable {
    var promises: Set<PromiseID>
    var counts: StateCounts
  }

  private func lines(of graph: Graph) -> [LineKey: Made] {
    var lines: [LineKey: Made] = [:]
    for key in Set(graph.promises.compactMap(\.lineKey)) {
      guard let made = graph.made(in: key.file, line: key.line) else { continue }
      lines[key] = Made(promises: Set(made.promises), counts: made.counts)
    }
    return lines
  }

  private func walkedLines(of graph: Graph) -> [LineKey: Made] {
    Dictionary(grouping: graph.promises.filter { $0.lineKey != nil }) { $0.lineKey }
      .reduce(into: [:]) { lines, entry in
        guard let key = entry.key else { return }
        var counts = StateCounts()
        for node in entry.value { counts.add(1, to: node.state) }
        lines[key] = Made(promises: Set(entry.value.map(\.id)), counts: counts)
      }
  }

  @Test("A hop is a handler that runs on a different queue from the one where its parent settled")
  func hops() {
    var stream = EventStream()
    stream.create(1)
    let children: [(PromiseID, QueueID)] = [(2, 1), (3, 2), (4, 2)]
    for (child, queue) in children { stream.link(child, to: 1, on: queue) }
    stream.queue = 1
    stream.settle(1)
    for (child, queue) in children {
      let job = stream.enqueue(child, on: queue)
      stream.start(job, child, on: queue)
      stream.end(job, child, on: queue)
    }
    #expect(stream.graph.hops == [Hop(from: 1, to: 2, count: 2)])
  }

  @Test("In a long queue the first jobs are listed and the others counted")
  func longQueue() {
    var stream = EventStream()
    for _ in 1...500 { _ = stream.enqueue(nil, on: 1) }
    let queue = stream.graph.queue(1, listing: 3)
    #expect(queue?.waiting == [1, 2, 3])
    #expect(queue?.waitingCount == 500)
    #expect(stream.graph.queue(1)?.waiting.count == 500)
  }
}

extension PromiseNode {
  /// The line that created it.
  fileprivate var lineKey: LineKey? {
    creation.site.map { LineKey(file: $0.file, line: $0.line) }
  }
}
