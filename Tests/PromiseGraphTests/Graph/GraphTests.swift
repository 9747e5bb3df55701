import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite struct GraphTests {
  @Test("A link goes from pending through queued and running to settled")
  func lifeOfALink() throws {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1)
    stream.link(2, to: 1, on: 1)
    #expect(stream.graph[2]?.state == .pending)
    stream.settle(1)
    let job = stream.enqueue(2, on: 1)
    #expect(stream.graph[2]?.state == .queued)
    stream.start(job, 2, on: 1)
    #expect(stream.graph[2]?.state == .running)
    #expect(stream.graph.currentJob == job)
    stream.end(job, 2, on: 1)
    #expect(stream.graph[2]?.state == .pending)
    #expect(stream.graph.currentJob == nil)
    stream.settle(2, .rejected, "no")
    let node = try #require(stream.graph[2])
    #expect(node.state == .rejected)
    #expect(node.settlement?.description == "no")
    #expect(node.job == job && node.queue == 1 && node.ordinal == 1)
    #expect(stream.graph[1]?.handlers.first?.job == job)
  }

  @Test("Handlers have their attach, enqueue and run numbers")
  func handlerNumbers() throws {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.declare(2, "net", .concurrent(width: 2))
    stream.create(1)
    stream.link(2, to: 1, on: 1)
    stream.link(3, to: 1, on: 2)
    stream.settle(1)
    let first = stream.enqueue(2, on: 1)
    let second = stream.enqueue(3, on: 2)
    stream.start(second, 3, on: 2)
    stream.start(first, 2, on: 1)
    let graph = stream.graph
    let handlers = try #require(graph[1]?.handlers)
    #expect(handlers.map(\.ordinal) == [1, 2])
    let jobs = handlers.compactMap(\.job).compactMap { graph.job($0) }
    #expect(jobs.map(\.enqueueNumber) == [1, 2])
    #expect(jobs.map(\.runNumber) == [2, 1])
    #expect(graph[1]?.children == [2, 3])
  }

  /// Two threads enqueue a job each on one serial queue; the second one posts its event later.
  private func racing() -> (stream: EventStream, jobs: [JobID]) {
    var stream = EventStream()
    stream.declare(1, "work")
    for number in 1...3 { stream.create(PromiseID(number), .async, "load") }
    var jobs: [JobID] = []
    for number in 1...2 {
      stream.thread = ThreadID(number)
      jobs.append(stream.enqueue(PromiseID(number), on: 1))
    }
    return (stream, jobs)
  }

  @Test("On a serial queue, the order of arrival is that of the starts, not of the events")
  func arrival() {
    var (stream, jobs) = racing()
    stream.thread = 3
    jobs.append(stream.enqueue(3, on: 1))
    stream.start(jobs[2], 3, on: 1)
    let numbers = stream.graph.jobs.map(\.enqueueNumber)
    #expect(numbers == [2, 3, 1])
    stream.end(jobs[2], 3, on: 1)
    stream.start(jobs[1], 2, on: 1)
    #expect(stream.graph.jobs.map(\.enqueueNumber) == [3, 2, 1])
    // A queue that is only assumed to be serial and runs two at a time is not.
    stream = EventStream()
    stream.post(.queueDeclared(queue: 1, label: "pool", kind: .serial, assumed: true))
    jobs = (0..<3).map { _ in stream.enqueue(nil, on: 1) }
    stream.start(jobs[0], nil, on: 1)
    stream.start(jobs[2], nil, on: 1)
    #expect(stream.graph.jobs.map(\.enqueueNumber) == [1, 2, 3])
  }

  @Test("The place of a job is hedged if another thread was enqueueing at the same time")
  func openPlace() throws {
    let (stream, jobs) = racing()
    let graph = stream.graph
    #expect(jobs.allSatisfy { graph.job($0)?.hasOpenPlace == true })
    #expect(
      try #require(graph[2].flatMap(graph.obstacle)).sentence(in: graph, .english).text
        == "the body of p2 'load' is 2nd in queue work, by the time it was enqueued; nothing is running there"
    )
    #expect(
      graph.explanation(of: 1, now: 0).text.contains("since 0.0, by the time it was enqueued"))
    // The next event of the first thread shows that the queue has its job.
    var calm = EventStream()
    calm.declare(1, "work")
    var calmJobs = [calm.enqueue(nil, on: 1)]
    calm.post(.note("done"))
    calm.thread = 2
    calmJobs.append(calm.enqueue(nil, on: 1))
    #expect(calmJobs.allSatisfy { calm.graph.job($0)?.hasOpenPlace == false })
  }

  @Test("A promise created in a handler records the job, also in an inline handler")
  func createdIn() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.declare(2, "immediate", .immediate)
    stream.create(1)
    let outer = stream.enqueue(1, on: 1)
    stream.start(outer, 1, on: 1)
    stream.create(2)
    let inner = stream.enqueue(2, on: 2)
    stream.start(inner, 2, on: 2)
    stream.create(3)
    stream.thread = 2
    stream.create(4)
    stream.thread = 1
    stream.end(inner, 2, on: 2)
    stream.create(5)
    stream.end(outer, 1, on: 1)
    stream.create(6)
    let graph = stream.graph
    #expect(
      (1...6).map { graph[PromiseID($0)]?.createdIn } == [nil, outer, inner, nil, outer, nil])
  }

  @Test("A turn begins with a job on a real queue or a timer, not with an inline handler")
  func turns() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.declare(2, "immediate", .immediate)
    #expect(stream.graph.turn == 0)
    let job = stream.enqueue(1, on: 1)
    stream.start(job, 1, on: 1)
    let inline = stream.enqueue(2, on: 2)
    stream.start(inline, 2, on: 2)
    #expect(stream.graph.turn == 1)
    stream.post(.timerFired(timer: 1, promise: nil))
    #expect(stream.graph.turn == 2)
  }

  @Test("A fan-in records its inputs, including those that settle too late")
  func fanIn() throws {
    var stream = EventStream()
    for promise in 1...3 { stream.create(PromiseID(promise)) }
    stream.create(4, .race, parents: [1, 2, 3])
    stream.post(.inputSettled(fanIn: 4, index: 1, input: 2, outcome: .fulfilled))
    stream.settle(4, from: 2)
    stream.post(.inputIgnored(fanIn: 4, index: 0, input: 1, outcome: .rejected))
    let graph = stream.graph
    let inputs = try #require(graph[4]?.inputs)
    #expect(inputs.map(\.promise) == [1, 2, 3])
    #expect(inputs.map(\.outcome) == [.rejected, .fulfilled, nil])
    #expect(inputs.map(\.ignored) == [true, false, false])
    #expect(graph[1]?.children == [4])
  }

  @Test("A fan-in that is created without inputs takes them one after another")
  func laterInputs() throws {
    var stream = EventStream()
    stream.create(1, .all)
    for (index, promise) in [PromiseID(2), 3].enumerated() {
      stream.create(promise)
      stream.post(.inputAdded(fanIn: 1, index: index, input: promise))
    }
    stream.post(.inputSettled(fanIn: 1, index: 0, input: 2, outcome: .fulfilled))
    let inputs = try #require(stream.graph[1]?.inputs)
    #expect(inputs.map(\.promise) == [2, 3])
    #expect(inputs.map(\.outcome) == [.fulfilled, nil])
    #expect(stream.graph[3]?.children == [1])
  }

  @Test("A promise is locked in until the adopted one settles it")
  func adoption() {
    var stream = EventStream()
    stream.create(1)
    stream.create(2)
    stream.post(.adopted(outer: 1, inner: 2))
    #expect(stream.graph[1]?.state == .lockedIn(to: 2))
    #expect(stream.graph[2]?.adoptedBy == [1])
    #expect(stream.graph.counts.lockedIn == 1)
    stream.settle(2)
    stream.settle(1, from: 2)
    #expect(stream.graph[1]?.state == .fulfilled)
  }

  @Test(
    "When another promise replaces the adopted one, the outer one waits for what that waited for")
  func forwarding() {
    var stream = EventStream()
    for promise in 1...3 { stream.create(PromiseID(promise)) }
    stream.post(.adopted(outer: 1, inner: 2))
    stream.post(.adopted(outer: 2, inner: 3))
    stream.post(.deallocated(promise: 2, state: .forwarded(to: 1), waiting: []))
    let graph = stream.graph
    #expect(graph[2]?.state == .forwarded(to: 1))
    #expect(graph[1]?.state == .lockedIn(to: 3) && graph[1]?.adopted == 3)
    #expect(graph[3]?.adoptedBy == [2, 1])
    #expect(graph.counts.forwarded == 1 && graph.counts.total == 3)
  }

  @Test("A promise freed while pending is lost, and those that waited are stranded")
  func lost() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1)
    stream.link(2, to: 1, on: 1)
    stream.post(.deallocated(promise: 1, state: .pending, waiting: [2]))
    #expect(stream.graph[1]?.state == .lost)
    #expect(stream.graph[2]?.strandedBy == 1)
    #expect(stream.graph.counts.lost == 1)
  }

  @Test("Only the first settlement counts")
  func secondSettlement() {
    var stream = EventStream()
    stream.create(1)
    stream.settle(1, .fulfilled, "first")
    stream.post(.resolutionIgnored(promise: 1, site: nil, attempt: .rejected))
    stream.settle(1, .rejected, "second")
    #expect(stream.graph[1]?.settlement?.description == "first")
    #expect(stream.graph[1]?.ignoredResolutions.count == 1)
    #expect(stream.graph.counts.fulfilled == 1 && stream.graph.counts.rejected == 0)
  }

  @Test("The counts always match the states", arguments: seeds)
  func counts(seed: Int) {
    var random = RandomEvents(seed: seed)
    var graph = Graph()
    for event in random.stream(400) {
      graph.apply(event)
      var expected = StateCounts()
      for node in graph.promises { expected.add(1, to: node.state) }
      #expect(graph.counts == expected)
    }
  }

  @Test("Out-of-range numbers, times and counts never trap")
  func absurdity() {
    var graph = Graph()
    for number in [Int.max, .min, 0, -5, 3, .max] {
      for kind: PromiseEvent.Kind in [
        .dropped(count: number), .dropped(count: .max),
        .jobEnqueued(job: JobID(number), child: PromiseID(number), queue: 1, label: nil),
        .jobStarted(job: JobID(number), child: nil, queue: QueueID(number)),
        .jobEnded(job: JobID(number), child: nil, queue: 1, ending: .threw),
        .inputAdded(fanIn: 1, index: number, input: 2),
        .inputSettled(fanIn: 1, index: number, input: 2, outcome: .cancelled),
        .timerScheduled(timer: TimerID(number), promise: nil, due: Int64(number)),
      ] {
        for time in [Int64.max, .min, 0] {
          graph.apply(
            PromiseEvent(
              sequence: number, time: time, thread: ThreadID(number), queue: QueueID(number),
              kind: kind))
        }
      }
    }
    #expect(graph.sequence == .max)
    #expect(graph.promises.map(\.id) == [.init(.min), -5, 0, 1, 2, 3, .init(.max)])
    _ = (graph.queues, graph.pendingTimers, graph.threadNames)
  }
}
