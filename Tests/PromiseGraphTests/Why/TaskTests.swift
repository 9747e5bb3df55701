import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("Tasks in the graph: what they await, since when, and on which actor")
struct TaskTests {
  private static let site = SourceSite(file: "App/Shop.swift", line: 7, column: 3)

  /// A task on the actor Stock awaits 'payment', which nobody has settled.
  private static func waiting() -> EventStream {
    var stream = EventStream()
    stream.declare(1, "Stock")
    stream.create(1, .pending, "payment")
    stream.time = 10
    stream.queue = 1
    stream.create(2, .task, "checkout")
    stream.post(.awaitBegan(promise: 1, by: 2, site: site))
    stream.queue = nil
    stream.time = 40
    return stream
  }

  @Test("a task awaits a promise: the edge, the time, the place and the actor are known")
  func awaits() {
    let graph = Self.waiting().graph
    #expect(graph[2]?.state == .pending && graph[2]?.awaiting?.promise == 1)
    #expect(graph[2].flatMap(graph.actorQueue).map(graph.queueLabel) == "Stock")
    #expect(graph[2]?.awaiting?.began.time == 10_000_000)
    #expect(graph.awaits(of: 1)?.function == 2)
    #expect(graph[1]?.children.contains(2) == true)
  }

  @Test("why: from the task to what it awaits, and from the promise to the task")
  func why() {
    let stream = Self.waiting()
    let answer = stream.answer("What does task p2 'checkout' await?", 2)
    #expect(answer.first == "task p2 'checkout' awaits p1 'payment' on Stock at Shop.swift:7")
    #expect(answer.contains { $0.contains("the code that holds its resolver must call it") })
    #expect(
      stream.answer("What does p1", 1).contains(
        "task p2 'checkout' has been awaiting it since 10.0"))
  }

  @Test("a promise of a task leads to what its task awaits")
  func promiseOfTask() {
    var stream = EventStream()
    stream.create(1, .pending, "token")
    stream.create(2, .async, "load")
    stream.post(.bodyStarted(promise: 2))
    stream.post(.awaitBegan(promise: 1, by: 2))
    let answer = stream.answer("What does p2", 2)
    #expect(answer.first == "the body of p2 'load' awaits p1 'token'", "\(answer)")
    #expect(answer.count == 2)
  }

  @Test("a task that awaits a promise again is one child of it")
  func again() {
    var stream = Self.waiting()
    stream.settle(1, .fulfilled, "3")
    stream.post(.awaitEnded(promise: 1, ending: .settled, by: 2))
    stream.post(.awaitBegan(promise: 1, by: 2))
    #expect(stream.graph[1].map { Array($0.children) } == [2])
  }

  @Test("a task that awaits nothing is neither pending nor settled, and can await again")
  func idle() {
    var stream = Self.waiting()
    stream.settle(1, .fulfilled, "3")
    stream.post(.awaitEnded(promise: 1, ending: .settled, by: 2))
    var graph = stream.graph
    #expect(graph[2]?.state == .idle && graph.counts.open == 0 && graph.counts.total == 2)
    #expect(graph.chain(of: 2)?.isOver == true && Array(graph.openPromises) == [])
    #expect(stream.answer("What does task", 2).first?.contains("awaits nothing") == true)
    stream.create(3, .pending, "receipt")
    stream.post(.awaitBegan(promise: 3, by: 2))
    graph = stream.graph
    #expect(graph[2]?.state == .pending && graph.counts.open == 2)
    #expect(graph.chain(of: 2)?.isOver == false && Array(graph.openPromises) == [2, 3])
    #expect(graph[2]?.awaited.count == 2 && graph[2]?.awaiting?.promise == 3)
  }

  @Test("a task that was cancelled while it waited: said of the task and of the promise")
  func cancelled() {
    var stream = Self.waiting()
    stream.post(.awaitEnded(promise: 1, ending: .cancelled, by: 2))
    let graph = stream.graph
    #expect(graph[2]?.awaited.last?.ending == .cancelled)
    #expect(
      stream.explanation(2).text.contains(
        "it was cancelled at 40.0, while it awaited p1 'payment'"))
    #expect(graph[1]?.state == .pending && graph.awaits(of: 1) == nil)
    let narration = Narration(stream.events[4], in: graph, language: .english)
    #expect(
      narration.sentence == "task p2 'checkout' was cancelled, and no longer awaits p1 'payment'")
  }

  @Test("of several tasks, the one that still waits is named")
  func several() {
    var stream = Self.waiting()
    stream.create(3, .task, "impatient")
    stream.post(.awaitBegan(promise: 1, by: 3))
    #expect(stream.graph.awaits(of: 1)?.function == nil)
    stream.post(.awaitEnded(promise: 1, ending: .cancelled, by: 3))
    #expect(stream.graph.awaits(of: 1)?.function == 2)
  }

  @Test("a promise whose task awaits several at once waits until the last has settled")
  func parallel() {
    var stream = EventStream()
    stream.create(1, .pending, "a")
    stream.create(2, .pending, "b")
    stream.create(3, .async, "both")
    stream.post(.bodyStarted(promise: 3))
    stream.post(.awaitBegan(promise: 1, by: 3))
    stream.post(.awaitBegan(promise: 2, by: 3))
    stream.settle(2, .fulfilled)
    stream.post(.awaitEnded(promise: 2, ending: .settled, by: 3))
    #expect(stream.graph[3]?.awaiting?.promise == 1)
  }

  @Test("a task warns of nothing: not of a resolver, and not of waiting for a freed promise")
  func warnings() {
    var stream = Self.waiting()
    stream.post(.deallocated(promise: 1, state: .pending, waiting: []))
    stream.post(.awaitEnded(promise: 1, ending: .abandoned, by: 2))
    let warnings = stream.state.warnings
    #expect(warnings.allSatisfy { !$0.promises.contains(2) }, "\(warnings)")
    #expect(stream.graph[2]?.state == .idle)
  }

  @Test("a task that is no longer followed is forgotten as a freed promise is")
  func freed() {
    var stream = Self.waiting()
    stream.settle(1, .fulfilled)
    stream.post(.awaitEnded(promise: 1, ending: .settled, by: 2))
    stream.post(.deallocated(promise: 2, state: .settled, waiting: []))
    #expect(stream.graph[2]?.state == .idle && stream.graph[2]?.freed != nil)
  }
}
