import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite struct QueueTests {
  @Test("A queue lists its waiting and running jobs in order, and what it has done")
  func figures() throws {
    var stream = EventStream()
    stream.declare(3, "work")
    stream.declare(1, "main")
    stream.time = 10
    let first = stream.enqueue(1, on: 3)
    let second = stream.enqueue(nil, on: 3, "metrics")
    let third = stream.enqueue(2, on: 3)
    stream.time = 12
    stream.thread = 4
    stream.start(first, 1, on: 3)
    var queue = try #require(stream.graph.queue(3))
    #expect(queue.waiting == [second, third] && queue.running == [first])
    #expect(queue.longest == 3 && queue.threads == [4])
    stream.time = 15
    stream.end(first, 1, on: 3)
    stream.time = 16
    stream.start(third, 2, on: 3)
    queue = try #require(stream.graph.queue(3))
    #expect(queue.waiting == [second] && queue.running == [third])
    #expect(queue.finished == 1 && queue.busy == 3_000_000)
    #expect(queue.waited == 8_000_000 && queue.longestWait == 6_000_000)
    #expect(stream.graph.queues.map(\.label) == ["work", "main"])
    #expect(stream.graph.job(second)?.label == "metrics")
    #expect(stream.graph.job(first)?.waited == 2_000_000)
    #expect(stream.graph.job(first)?.ran == 3_000_000)
  }

  @Test("A job without its earlier events is accepted")
  func unknownJobs() throws {
    var stream = EventStream()
    stream.start(9, 1, on: 5)
    stream.end(8, 1, on: 5)
    stream.end(9, 1, on: 5)
    let queue = try #require(stream.graph.queue(5))
    #expect(queue.label == "q5" && queue.assumed)
    #expect(queue.running.isEmpty && queue.finished == 2)
  }

  @Test(
    "Whatever events say about jobs, each is in the list of at most one queue", arguments: seeds)
  func lists(seed: Int) {
    var random = RandomEvents(seed: seed)
    var graph = Graph()
    for event in random.stream(600, gaps: false) {
      if case .dropped = event.kind { continue }
      graph.apply(
        PromiseEvent(
          sequence: graph.sequence + 1, time: event.time, thread: event.thread, queue: event.queue,
          kind: event.kind))
      for queue in graph.queues {
        let jobs = graph.jobTable.numbers.compactMap { graph.jobTable[$0] }
          .filter { $0.queue == queue.id && $0.ended == nil }
        let running = jobs.filter { $0.started != nil }.map(\.id)
        let waiting = jobs.filter { $0.started == nil && $0.enqueued != nil }.map(\.id)
        #expect(Set(queue.running) == Set(running) && queue.running.count == running.count)
        #expect(Set(queue.waiting) == Set(waiting) && queue.waiting.count == waiting.count)
      }
    }
  }

  @Test("Timers that have not fired are listed by due time")
  func timers() {
    var stream = EventStream()
    for (timer, due) in [(1, 30), (2, 10), (3, 20), (4, 10)] {
      stream.post(.timerScheduled(timer: TimerID(timer), promise: nil, due: Int64(due)))
    }
    stream.post(.timerFired(timer: 4, promise: nil))
    #expect(stream.graph.pendingTimers.map(\.id) == [2, 3, 1])
    #expect(stream.graph.timer(4)?.fired != nil)
  }

  @Test("A blocked thread is listed until it continues")
  func waits() {
    var stream = EventStream()
    stream.post(.waitBegan(promise: 1, queue: 2, job: nil))
    #expect(stream.graph.waits.map(\.promise) == [1])
    stream.post(.waitEnded(promise: 1, queue: 2, job: nil, ending: .settled))
    #expect(stream.graph.waits.isEmpty)
  }

  @Test("A promise that tasks await is listed until the last of them stops; no thread blocks")
  func awaits() {
    var stream = EventStream()
    stream.post(.awaitBegan(promise: 1))
    stream.post(.awaitBegan(promise: 2))
    stream.post(.awaitBegan(promise: 1))
    #expect(stream.graph.awaits.map(\.promise) == [1, 2])
    #expect(stream.graph.awaits.map(\.count) == [2, 1])
    stream.post(.awaitEnded(promise: 1, ending: .cancelled))
    stream.post(.awaitEnded(promise: 2, ending: .settled))
    #expect(stream.graph.awaits.map(\.promise) == [1] && stream.graph.waits.isEmpty)
    stream.post(.awaitEnded(promise: 1, ending: .abandoned))
    stream.post(.awaitEnded(promise: 1, ending: .settled))
    #expect(stream.graph.awaits.isEmpty)
  }

  @Test("Notes, sources, and names are kept")
  func declarations() {
    var stream = EventStream()
    let job = stream.enqueue(1, on: 1)
    stream.start(job, 1, on: 1)
    stream.post(.note("hello"))
    stream.post(.sourceText(file: "Demos/A.swift", firstLine: 10, text: "a\r\nb\n\nc\n"))
    stream.post(.threadNamed(thread: 2, name: "worker"))
    let graph = stream.graph
    #expect(graph.notes.map(\.text) == ["hello"] && graph.notes.first?.job == job)
    #expect(graph.sources["Demos/A.swift"]?.lines == ["a", "b", "", "c"])
    #expect(graph.sources["Demos/A.swift"]?.firstLine == 10)
    #expect(graph.threadNames == [2: "worker"])
  }
}
