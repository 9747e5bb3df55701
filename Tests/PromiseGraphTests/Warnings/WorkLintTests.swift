import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

/// Work that goes on after the timeout that gave up on it.
@Suite struct RunsAfterTimeoutTests {
  /// Returns a stream in which `seat` follows work that a timeout gives up on at 50 ms.
  private func given(
    up operation: PromiseEvent.Operation, before: (inout EventStream) -> Void = { _ in }
  ) -> EventStream {
    var stream = EventStream()
    stream.declare(1, "desk")
    stream.create(1, .async, "reserve")
    stream.link(2, operation, "book", to: 1, on: 1)
    stream.link(3, .timeout, "in time", to: 2, on: 1)
    stream.post(.timerScheduled(timer: 1, promise: 3, due: 50_000_000))
    before(&stream)
    stream.time = 50
    stream.post(.timerFired(timer: 1, promise: 3))
    stream.settle(3, .rejected, "timedOut")
    stream.time = 80.6
    stream.settle(1)
    let job = stream.enqueue(2, on: 1)
    stream.start(job, 2, on: 1)
    return stream
  }

  @Test("The handler is named with its place, and with how long after the timeout it ran")
  func told() {
    let warnings = given(up: .then).state.warnings
    #expect(
      warnings.map(\.sentence) == [
        "p2 .then book at Login.swift:12 ran 30.6 ms after p3 .timeout in time had given up on it"
      ])
    #expect(warnings.first?.lint == RunsAfterTimeout.id && warnings.first?.promises == [2, 3])
  }

  @Test("A handler that computes a value is reported only if it has an effect")
  func values() {
    var stream = given(up: .map)
    #expect(stream.state.warnings.isEmpty)
    stream.post(.note("booked"))
    stream.post(.note("and paid"))
    #expect(stream.state.warnings.map(\.lint) == [RunsAfterTimeout.id])
  }

  @Test("Without an effect, the work is said to have kept running, at the end")
  func harmless() {
    var stream = given(up: .map)
    stream.end(1, 2, on: 1)
    stream.settle(2)
    #expect(
      stream.state.warningsAtEnd.map(\.sentence) == [
        "p2 .map book kept running, although the timeout in p3 .timeout in time had given up on it"
      ])
  }

  @Test("Work that others wait for, and work that was rejected in time, is not reported")
  func nearMisses() {
    let shared = given(up: .then) { stream in
      stream.queue = 1
      let job = stream.enqueue(nil, on: 1)
      stream.start(job, nil, on: 1)
      stream.link(9, .then, "other", to: 2, on: 1)
      stream.end(job, nil, on: 1)
    }
    #expect(shared.state.warnings.isEmpty)
    var stream = EventStream()
    stream.create(1, .async, "reserve")
    stream.link(3, .timeout, "in time", to: 1, on: 1)
    stream.settle(1, .rejected, "no seat")
    stream.settle(3, .rejected, "no seat", from: 1)
    #expect(stream.state.warningsAtEnd.isEmpty)
  }
}

/// A wait that keeps a serial queue from its other jobs.
@Suite struct WaitBlocksQueueTests {
  private func waiting(
    _ kind: PromiseEvent.QueueKind = .serial, until end: Double, behind count: Int
  ) -> EventStream {
    var stream = EventStream()
    stream.declare(1, "session", kind)
    stream.create(1, .async, "token")
    let renew = stream.enqueue(nil, on: 1)
    stream.start(renew, nil, on: 1)
    let site = SourceSite(file: "Shop/Session.swift", line: 41, column: 9)
    stream.post(.waitBegan(promise: 1, queue: 1, job: renew, site: site))
    stream.thread = 2
    stream.queue = nil
    for _ in 0..<count { _ = stream.enqueue(nil, on: 1) }
    stream.time = end
    stream.settle(1)
    (stream.thread, stream.queue) = (1, 1)
    stream.post(.waitEnded(promise: 1, queue: 1, job: renew, ending: .settled))
    return stream
  }

  @Test("The place of the wait, the time, and the jobs behind it are named")
  func told() {
    #expect(
      waiting(until: 230, behind: 14).state.warnings.map(\.sentence) == [
        "wait() at Session.swift:41 blocked session for 230.0 ms; 14 jobs stood behind it"
      ])
  }

  @Test("A short wait, a wait with nothing behind it, and another kind of queue are not reported")
  func nearMisses() {
    #expect(waiting(until: 99, behind: 3).state.warnings.isEmpty)
    #expect(waiting(until: 230, behind: 0).state.warnings.isEmpty)
    #expect(waiting(.concurrent(width: 4), until: 230, behind: 3).state.warnings.isEmpty)
  }
}

/// A wait that blocks main.
@Suite struct WaitBlocksChainTests {
  @Test("The jobs that stand behind the wait are counted, and after it how long they stood there")
  func counted() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1, .async, "token")
    let renew = stream.enqueue(nil, on: 1)
    stream.start(renew, nil, on: 1)
    let site = SourceSite(file: "Shop/Session.swift", line: 41, column: 9)
    stream.post(.waitBegan(promise: 1, queue: 1, job: renew, site: site))
    let sentence =
      "a job at Session.swift:41 waits for p1 token and blocks main: nothing else runs there meanwhile"
    #expect(stream.state.warnings.map(\.sentence) == [sentence])
    (stream.thread, stream.queue) = (2, nil)
    for _ in 0..<3 { _ = stream.enqueue(nil, on: 1) }
    #expect(stream.state.warnings.map(\.sentence) == [sentence + "; 3 jobs stand behind it"])
    stream.time = 230
    stream.settle(1)
    (stream.thread, stream.queue) = (1, 1)
    stream.post(.waitEnded(promise: 1, queue: 1, job: renew, ending: .settled))
    #expect(
      stream.state.warnings.map(\.sentence) == [
        sentence + "; 3 jobs stood behind it for 230.0 ms"
      ])
  }
}

/// Chains that a thread or a task reads at their end.
@Suite struct ReadChainTests {
  private func chain(_ kind: PromiseEvent.Kind?) -> EventStream {
    var stream = EventStream()
    stream.create(1, .async, "load")
    stream.link(2, .done, "show", to: 1, on: 1)
    if let kind { stream.post(kind) }
    stream.settle(1)
    stream.settle(2)
    stream.post(.deallocated(promise: 2, state: .settled, waiting: []))
    return stream
  }

  @Test("A chain without catch is reported, unless a thread waits for it or a task awaits it")
  func awaited() {
    #expect(chain(nil).state.warnings.map(\.lint) == [ChainWithoutCatch.id])
    #expect(chain(.awaitBegan(promise: 2)).state.warnings.isEmpty)
    #expect(chain(.waitBegan(promise: 2, queue: nil, job: nil)).state.warnings.isEmpty)
  }
}
