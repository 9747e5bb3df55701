import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

/// What waits for itself: threads that block each other's queues, and promises without any thread.
@Suite struct CircleTests {
  private func sentences(_ stream: EventStream, _ lint: any Lint.Type) -> [String] {
    let state = stream.state
    return (Array(state.warnings) + state.warningsAtEnd).filter { $0.lint == lint.id }
      .map(\.sentence)
  }

  // MARK: - Waits

  @Test("One job stands behind a wait, or stood there")
  func oneJob() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1, .async, "token")
    let job = stream.enqueue(nil, on: 1)
    stream.start(job, nil, on: 1)
    stream.post(.waitBegan(promise: 1, queue: 1, job: job))
    _ = stream.enqueue(nil, on: 1)
    let sentence = sentences(stream, WaitBlocksChain.self).first
    #expect(sentence?.hasSuffix("; 1 job stands behind it") == true, "\(sentence ?? "")")
  }

  /// The body of 'prepare' makes a chain for main, while the main thread goes on to wait for 'prepare'.
  private func waitInMain(for milliseconds: Double) -> EventStream {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.declare(2, "net")
    stream.create(1, .body, "prepare")
    stream.post(.bodyStarted(promise: 1))
    stream.create(2, .async, "tables")
    let tables = stream.enqueue(2, on: 2)
    stream.link(3, .then, "migrate", to: 2, on: 1)
    stream.link(4, .done, "ready", to: 3, on: 1)
    stream.post(.bodyEnded(promise: 1, threw: false))
    stream.thread = 2
    stream.start(tables, 2, on: 2)
    stream.end(tables, 2, on: 2)
    stream.settle(2)
    _ = stream.enqueue(3, on: 1)
    stream.thread = 1
    let site = SourceSite(file: "Prepare/main.swift", line: 16, column: 10)
    stream.post(.waitBegan(promise: 1, queue: 1, job: nil, site: site))
    stream.thread = 2
    stream.time = milliseconds
    stream.post(.note("later"))
    return stream
  }

  @Test("A program that waits on main for a chain that needs main is not told to drain main")
  func waitOutsideJobs() {
    for milliseconds in [10.0, 2000] {
      let state = waitInMain(for: milliseconds).state
      let told = Array(state.warnings) + state.warningsAtEnd
      #expect(
        told.map(\.sentence) == [
          "a thread at main.swift:16 waits for p1 prepare and blocks main, which p3 .then migrate needs; 1 job stands behind it"
        ])
    }
    var stream = waitInMain(for: 2000)
    stream.settle(1)
    stream.thread = 1
    stream.post(.waitEnded(promise: 1, queue: 1, job: nil, ending: .settled))
    stream.time = 2001
    stream.post(.note("and then it runs main"))
    #expect(!stream.state.warnings.contains { $0.lint == MainQueueNotDrained.id })
  }

  @Test("Queues that wait for each other are a circle", arguments: 2...3)
  func circle(count: Int) {
    var stream = EventStream()
    for number in 1...count {
      stream.declare(QueueID(number), ["A", "B", "C"][number - 1])
      stream.create(PromiseID(number), .async, "\(number)")
      let job = stream.enqueue(PromiseID(number), on: QueueID(number))
      stream.thread = ThreadID(number)
      stream.start(job, PromiseID(number), on: QueueID(number))
    }
    for number in 1...count {
      stream.thread = ThreadID(number)
      let (part, queue) = (PromiseID(10 + number), QueueID(number % count + 1))
      stream.create(part, .async, "part \(number)")
      _ = stream.enqueue(part, on: queue)
      stream.post(.waitBegan(promise: part, queue: QueueID(number), job: JobID(number)))
    }
    let last = ["A", "B", "C"][count - 1]
    #expect(
      sentences(stream, WaitBlocksChain.self) == [
        "the body of p\(count) \(count) waits for p\(10 + count) part \(count) and blocks \(last), which p\(9 + count) part \(count - 1) needs; 1 job stands behind it"
      ])
  }

  @Test("What a wait comes to need only later is said at the end")
  func neededLater() {
    var stream = EventStream()
    stream.declare(1, "own")
    stream.create(1, .pending, "items")
    stream.create(2, .async, "show")
    let job = stream.enqueue(2, on: 1)
    stream.start(job, 2, on: 1)
    stream.post(.waitBegan(promise: 1, queue: 1, job: job))
    stream.thread = 2
    stream.create(3, .pending, "other")
    stream.link(4, .map, "parse", to: 3, on: 1)
    stream.post(.adopted(outer: 1, inner: 4))
    #expect(stream.state.warnings.isEmpty)
    #expect(
      sentences(stream, WaitBlocksChain.self) == [
        "the body of p2 show waits for p1 items and blocks own, which p4 .map parse needs"
      ])
  }

  // MARK: - Circles without waits

  @Test("Promises that wait for each other are a circle, whatever else runs at the end")
  func adoptions() {
    var stream = EventStream()
    stream.declare(1, "main")
    for number in 1...3 {
      stream.post(
        .created(
          .init(
            promise: PromiseID(number), operation: .pending, label: "\(number)",
            language: .javaScript)))
    }
    stream.post(.adopted(outer: 1, inner: 2))
    stream.post(.adopted(outer: 2, inner: 1))
    let job = stream.enqueue(nil, on: 1)
    stream.start(job, nil, on: 1)
    #expect(
      sentences(stream, AdoptionCycle.self) == [
        "p1 1 waits for itself, through p2 2: it can never settle"
      ])
    #expect(
      stream.brief(1).contains { $0.contains("a cycle, in which no promise can settle: ") })
  }

  @Test("A handler that returned what is attached to its own promise waits for itself")
  func ownChild() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1, .value)
    stream.settle(1)
    stream.link(2, .then, "open", to: 1, on: 1)
    stream.link(3, .map, "parse", to: 2, on: 1)
    stream.run(2, on: 1, from: 0, to: 1)
    stream.post(.adopted(outer: 2, inner: 3))
    #expect(
      sentences(stream, AdoptionCycle.self) == [
        "p2 .then open waits for itself, through p3 .map parse: it can never settle"
      ])
  }
}
