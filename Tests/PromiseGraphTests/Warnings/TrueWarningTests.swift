import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

/// What a warning says is so: near misses in which a sentence, or the warning itself, would be false.
@Suite struct TrueWarningTests {
  private func sentences(_ stream: EventStream, _ lint: any Lint.Type) -> [String] {
    let state = stream.state
    return (Array(state.warnings) + state.warningsAtEnd).filter { $0.lint == lint.id }
      .map(\.sentence)
  }

  // MARK: - Promises that never settle

  /// A promise that never settles, read by a race that another input wins and by a timeout.
  private var stop: EventStream {
    var stream = EventStream()
    stream.create(1, .pending, "stop")
    stream.create(2, .pending, "clock")
    stream.create(4, .race, parents: [1, 2])
    stream.link(7, .timeout, to: 1, on: 1)
    stream.settle(2)
    stream.settle(4, from: 2)
    stream.settle(7, .rejected, "timedOut")
    return stream
  }

  @Test("What has settled does not wait forever for a promise that never settles")
  func waitsForever() {
    var stream = stop
    #expect(sentences(stream, NeverSettles.self) == [])
    stream.link(8, .done, "stopped", to: 1, on: 1)
    #expect(
      sentences(stream, NeverSettles.self) == [
        "p1 stop is pending, and nothing is left that could resolve it; p8 .done stopped waits forever"
      ])
  }

  @Test("Nothing is said of a pending promise that nothing waits for")
  func unread() {
    var stream = EventStream()
    stream.create(1, .pending, "closed")
    #expect(sentences(stream, NeverSettles.self) == [])
    // 'task' awaits what never settles, and the race that read 'task' has settled.
    stream = stop
    stream.create(5, .async, "task")
    stream.post(.awaitBegan(promise: 1, by: 5))
    stream.create(6, .race, parents: [5, 2])
    stream.settle(6, from: 2)
    #expect(sentences(stream, NeverSettles.self) == [])
    stream.link(8, .done, "shown", to: 5, on: 1)
    #expect(sentences(stream, NeverSettles.self).count == 1)
  }

  @Test("An input keeps running only as long as a job or a timer of it is left")
  func losers() {
    var stream = EventStream()
    stream.declare(1, "net")
    stream.create(1, .pending, "watch")
    stream.create(2, .pending, "build")
    stream.create(3, .race, "first", parents: [1, 2])
    stream.settle(2)
    stream.settle(3, from: 2)
    #expect(sentences(stream, LoserKeepsRunning.self) == [])
    stream = EventStream()
    stream.declare(1, "net")
    stream.create(1, .async, "load")
    let job = stream.enqueue(1, on: 1)
    stream.create(2, .pending, "build")
    stream.create(3, .race, "first", parents: [1, 2])
    stream.start(job, 1, on: 1)
    stream.settle(2)
    stream.settle(3, from: 2)
    #expect(
      sentences(stream, LoserKeepsRunning.self) == [
        "p1 load keeps running, although p3 race first was settled by p2"
      ])
  }

  // MARK: - Rejections that are handled late

  /// A job on another thread rejects 'load', and after it 'parse' and 'alert' are attached.
  private func late(pausing: Bool) -> EventStream {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.declare(2, "net")
    stream.create(1, .async, "load")
    let job = stream.enqueue(1, on: 2)
    stream.thread = 2
    stream.time = 10
    stream.start(job, 1, on: 2)
    stream.end(job, 1, on: 2, .threw)
    stream.settle(1, .rejected, "no network")
    stream.thread = 1
    if pausing {
      stream.create(9, .async)
      stream.run(9, on: 1, from: 40, to: 41)
    }
    stream.link(2, .map, "parse", to: 1, on: 1)
    stream.post(.handlerSkipped(parent: 1, child: 2, reason: .errorPassesValueHandler))
    stream.post(
      .settled(.init(promise: 2, outcome: .rejected, description: "", origin: 1, from: 1)))
    stream.link(3, .catch, "alert", to: 2, on: 1)
    stream.post(.errorHandled(promise: 2, by: 3))
    return stream
  }

  @Test("The promise that failed is named, and when it did")
  func handledLate() {
    let warnings = late(pausing: true).state.warnings.filter { $0.lint == HandledLate.id }
    #expect(
      warnings.map(\.sentence) == [
        "the error of p1 load had no handler from 10.0 ms until p3 .catch alert handled it"
      ])
    #expect(warnings.first?.promises == [1, 3] && warnings.first?.site?.line == 11)
  }

  @Test("A handler is not attached late if its thread was only stopped after it made the promise")
  func stoppedThread() {
    #expect(sentences(late(pausing: false), HandledLate.self) == [])
    var stream = EventStream()
    stream.declare(1, "main")
    stream.declare(2, "net")
    stream.create(1, .value)
    stream.link(2, .then, "open", to: 1, on: 1)
    stream.link(3, .catch, "alert", to: 2, on: 1)
    let open = stream.enqueue(2, on: 1)
    stream.start(open, 2, on: 1)
    stream.create(4, .async, "load")
    let load = stream.enqueue(4, on: 2)
    stream.thread = 2
    stream.start(load, 4, on: 2)
    stream.end(load, 4, on: 2, .threw)
    stream.settle(4, .rejected, "no network")
    stream.thread = 1
    stream.end(open, 2, on: 1, .returnedPromise)
    stream.post(.adopted(outer: 2, inner: 4))
    stream.post(
      .settled(.init(promise: 2, outcome: .rejected, description: "", origin: 4, from: 4)))
    stream.post(.errorHandled(promise: 2, by: 3))
    #expect(sentences(stream, HandledLate.self) == [])
  }

  // MARK: - Queues on which jobs were seen to run at the same time

  /// Two jobs that run at the same time on a queue of which no event says whether it is serial.
  private func pool() -> (stream: EventStream, jobs: [JobID]) {
    var stream = EventStream()
    stream.post(.queueDeclared(queue: 1, label: "pool", kind: .serial, assumed: true))
    var jobs: [JobID] = []
    for number in 1...2 {
      stream.create(PromiseID(number), .async, "job \(number)")
      jobs.append(stream.enqueue(PromiseID(number), on: 1))
    }
    for number in 1...2 {
      stream.thread = ThreadID(number)
      stream.start(jobs[number - 1], PromiseID(number), on: 1)
    }
    return (stream, jobs)
  }

  @Test("A wait on a queue that runs other jobs meanwhile does not block it")
  func concurrentWaits() {
    var (stream, jobs) = pool()
    stream.create(3, .async, "part")
    _ = stream.enqueue(3, on: 1)
    stream.post(.waitBegan(promise: 3, queue: 1, job: jobs[1]))
    stream.time = 230
    stream.settle(3)
    stream.post(.waitEnded(promise: 3, queue: 1, job: jobs[1], ending: .settled))
    #expect(stream.state.warnings.map(\.lint) == [])
  }

  @Test("What was said of a queue is taken back when it runs two jobs at the same time")
  func takenBack() {
    var stream = EventStream()
    stream.post(.queueDeclared(queue: 1, label: "pool", kind: .serial, assumed: true))
    stream.create(1, .async, "job")
    let job = stream.enqueue(1, on: 1)
    stream.start(job, 1, on: 1)
    stream.create(2, .async, "part")
    let part = stream.enqueue(2, on: 1)
    stream.post(.waitBegan(promise: 2, queue: 1, job: job))
    #expect(stream.state.warnings.map(\.lint) == [WaitBlocksChain.id])
    stream.thread = 2
    stream.start(part, 2, on: 1)
    #expect(stream.state.warnings.isEmpty)
  }

  @Test("A long job does not keep a queue busy that runs others meanwhile")
  func slowJob() {
    var (stream, jobs) = pool()
    stream.time = 1500
    stream.end(jobs[1], 2, on: 1)
    #expect(sentences(stream, SlowHandler.self) == [])
  }

  @Test("The order of attachment orders no handlers that run at the same time")
  func attachments() {
    func attached(_ isBusy: Bool) -> EventStream {
      var stream = EventStream()
      stream.post(.queueDeclared(queue: 1, label: "pool", kind: .serial, assumed: true))
      stream.create(1, .pending, "page")
      let jobs = (1...2).map { _ in stream.enqueue(nil, on: 2) }
      for (job, operation) in zip(jobs, [PromiseEvent.Operation.map, .done]) {
        stream.start(job, nil, on: 2)
        stream.link(operation == .map ? 2 : 3, operation, to: 1, on: 1)
        stream.end(job, nil, on: 2)
      }
      stream.settle(1)
      let (one, two) = (stream.enqueue(2, on: 1), stream.enqueue(3, on: 1))
      stream.start(one, 2, on: 1)
      if !isBusy { stream.end(one, 2, on: 1) }
      stream.thread = 2
      stream.start(two, 3, on: 1)
      stream.end(two, 3, on: 1)
      return stream
    }
    #expect(sentences(attached(false), AttachOrder.self).count == 1)
    #expect(sentences(attached(true), AttachOrder.self) == [])
  }

  // MARK: - Titles

  @Test("The place of a warning is cut out of its sentence as a whole")
  func located() {
    var stream = EventStream()
    stream.create(1, .pending, "load")
    stream.settle(1)
    let site = SourceSite(file: "M/A.swift", line: 3, column: 9)
    stream.post(.resolutionIgnored(promise: 1, site: site, attempt: .rejected))
    stream.declare(1, "inline", .immediate)
    stream.create(2)
    for number in [3, 4] {
      let child = PromiseID(number)
      if number == 4 { stream.settle(2) }
      stream.create(child, .done, "show", parents: [2], line: 10)
      stream.post(.handlerAttached(parent: 2, child: child, ordinal: number, queue: 1))
      if number == 3 { continue }
      stream.run(child, on: 1, from: 0, to: 0)
      stream.run(3, on: 1, from: 0, to: 0)
    }
    let titles = stream.state.culprits(isOver: false).map { $0.located(in: .english) }
    #expect(
      titles.contains(
        "A.swift:3: p1 load cannot be rejected: it was already fulfilled (event 2)"), "\(titles)")
    #expect(
      titles.contains {
        $0.hasPrefix("Login.swift:10: the handler of p3 .done show sometimes runs inside the call")
      }, "\(titles)")
  }

  @Test(
    "The job of a delay has no code of the program, wherever it runs", arguments: [true, false])
  func delays(isDelay: Bool) {
    var stream = EventStream()
    stream.declare(9, "inline", .immediate)
    for number in [1, 2] {
      let (parent, child) = (PromiseID(number), PromiseID(number + 2))
      stream.create(parent, .pending)
      if number == 1 { stream.settle(parent) }
      stream.create(child, isDelay ? .delay : .done, parents: [parent], line: 10)
      stream.post(.handlerAttached(parent: parent, child: child, ordinal: 1, queue: 9))
      if number == 2 { stream.settle(parent) }
      stream.run(child, on: 9, from: 0, to: 0)
    }
    #expect(sentences(stream, InlineSometimes.self).count == (isDelay ? 0 : 1))
  }

  // MARK: - Lost rejections

  @Test("The second error of an all is lost, also if timers led to it")
  func secondError() {
    var stream = EventStream()
    stream.declare(1, "main")
    for number in [1, 3] {
      stream.create(PromiseID(number), .after)
      stream.link(PromiseID(number + 1), .map, "load \(number)", to: PromiseID(number), on: 1)
    }
    stream.create(5, .all, "both", parents: [2, 4])
    stream.settle(2, .rejected, "first")
    stream.settle(5, .rejected, "first", from: 2)
    stream.settle(4, .rejected, "second")
    stream.post(.inputIgnored(fanIn: 5, index: 1, input: 4, outcome: .rejected))
    #expect(
      sentences(stream, RejectionLost.self) == [
        "the error of p4 .map load 3, second, is lost: p5 all both had already settled"
      ])
  }
}
