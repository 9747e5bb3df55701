import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("A gate holds jobs and timers")
struct GateTests {
  /// A serial queue, and a concurrent one.
  private static var queues: EventStream {
    var stream = EventStream()
    stream.post(.threadNamed(thread: 1, name: "main"))
    stream.declare(1, "main")
    stream.declare(2, "net", .concurrent(width: nil))
    stream.declare(3, "work")
    return stream
  }

  @Test("Of a serial queue the first job can start, of a concurrent one any of the first 64")
  func choices() {
    var stream = Self.queues
    for promise in 1...2 { stream.create(PromiseID(promise)) }
    let work = [stream.enqueue(1, on: 3), stream.enqueue(2, on: 3)]
    let net = (0..<70).map { _ in stream.enqueue(nil, on: 2) }
    stream.close()
    #expect(stream.graph.startable.isEmpty)
    stream.hold(net[0])
    for job in work + net.dropFirst() { stream.hold(job) }
    let starts = [JobID](stream.graph.startable.map(\.job))
    #expect(starts == [net[0], work[0]] + net.dropFirst().prefix(63))
    #expect(stream.graph.startable.count == 65)

    // The gate lets one start: it is about to run, and then it runs.
    stream.letGo(work[0])
    #expect(!stream.graph.startable.map(\.job).contains(work[1]))
    stream.thread = 5
    stream.start(work[0], 1, on: 3)
    #expect(!stream.graph.startable.map(\.job).contains(work[1]))
    stream.end(work[0], 1, on: 3)
    #expect(stream.graph.startable.map(\.job).contains(work[1]))

    stream.open()
    #expect(stream.graph.startable.isEmpty && stream.graph.gate.jobCount == 0)
  }

  @Test("The next timer can fire; the others follow in the order in which they are due")
  func timers() {
    var stream = Self.queues
    stream.create(1, .after)
    stream.create(2, .after)
    stream.post(.timerScheduled(timer: 1, promise: 1, due: 90_000_000))
    stream.post(.timerScheduled(timer: 2, promise: 2, due: 50_000_000))
    stream.close()
    #expect(stream.graph.startable == [.fire(timer: 2)])
    stream.letGo(TimerID(2))
    stream.post(.timerFired(timer: 2, promise: 2))
    #expect(stream.graph.startable == [.fire(timer: 1)])
  }

  @Test("The clock of the timers stands while the gate is closed, and skips what a timer is ahead")
  func standing() {
    var stream = Self.queues
    stream.create(1, .after)
    stream.create(2, .after)
    stream.post(.timerScheduled(timer: 1, promise: 1, due: 100_000_000))
    stream.time = 40
    stream.close()
    stream.time = 240
    stream.post(.timerScheduled(timer: 2, promise: 2, due: 270_000_000))
    // 60 ms are left of the first, 30 ms of the second.
    #expect(stream.graph.timer(1)?.due == 300_000_000)
    #expect(stream.graph.at(340_000_000).timer(1)?.due == 400_000_000)
    // The times with which they were set stay.
    #expect(stream.graph.at(340_000_000).timer(1)?.delay == 100_000_000)
    #expect(stream.graph.at(340_000_000).timer(2)?.delay == 30_000_000)
    #expect(stream.graph.pendingTimers.map(\.id) == [2, 1])
    #expect(stream.graph.startable == [.fire(timer: 2)])
    stream.letGo(TimerID(2))
    stream.post(.timerFired(timer: 2, promise: 2))
    #expect(stream.graph.timer(1)?.due == 270_000_000)
    stream.time = 250
    stream.open()
    stream.time = 260
    stream.post(.note("on"))
    #expect(stream.graph.timer(1)?.due == 280_000_000)
    #expect(stream.graph.timer(1)?.delay == 100_000_000)
    stream.time = 280
    stream.post(.timerFired(timer: 1, promise: 1))
    #expect(stream.graph.pendingTimerCount == 0)
  }

  @Test("The time for which the gate was closed is known for every stretch of time")
  func closedTime() {
    var stream = Self.queues
    for (closed, opened) in [(10.0, 30.0), (50, 90), (100, 101)] {
      stream.time = closed
      stream.close()
      stream.post(.gateChanged(.init(.closed, reason: "twice")))
      stream.time = opened
      stream.open()
    }
    let gate = stream.graph.gate
    let times: [(from: Int64, to: Int64, closed: Int64)] = [
      (0, 10, 0), (0, 20, 10), (10, 30, 20), (30, 50, 0), (20, 60, 20), (0, 200, 61),
      (90, 100, 0), (200, 300, 0), (60, 40, 0),
    ]
    for time in times {
      #expect(
        gate.closedTime(from: time.from * 1_000_000, to: time.to * 1_000_000)
          == time.closed * 1_000_000)
    }
    #expect(GateNode().closedTime(from: 0, to: .max) == 0)
  }

  @Test("The gate knows whether it has held anything and let anything go since it closed")
  func facts() {
    var stream = Self.queues
    stream.create(1)
    let job = stream.enqueue(1, on: 3)
    for _ in 1...2 {
      stream.close()
      #expect(!stream.graph.gate.hasHeld && !stream.graph.gate.hasLetGo)
      #expect(stream.graph.hasNothingToStart && !stream.graph.runsJobs)
      stream.hold(job)
      #expect(stream.graph.gate.hasHeld && !stream.graph.gate.hasLetGo)
      #expect(!stream.graph.hasNothingToStart)
      stream.letGo(job)
      #expect(stream.graph.gate.hasHeld && stream.graph.gate.hasLetGo)
      #expect(stream.graph.hasNothingToStart && stream.graph.runsJobs)
      stream.open()
    }
  }

  // MARK: - Warnings

  @Test("Warnings do not count the time for which the gate was closed")
  func warnings() {
    func found(isGated: Bool) -> Set<String> {
      var stream = Self.queues
      for promise in 1...3 { stream.create(PromiseID(promise), .map) }
      let main = stream.enqueue(3, on: 1)
      stream.thread = 4
      let waiting = stream.enqueue(1, on: 3)
      stream.start(waiting, 1, on: 3)
      stream.post(.waitBegan(promise: 2, queue: 3, job: waiting))
      let behind = stream.enqueue(2, on: 3)
      if isGated {
        stream.close()
        stream.hold(main)
      }
      stream.time = 5000
      stream.settle(2)
      if isGated { stream.open() }
      stream.post(.waitEnded(promise: 2, queue: 3, job: waiting, ending: .settled))
      stream.end(waiting, 1, on: 3)
      stream.start(behind, 2, on: 3)
      stream.end(behind, 2, on: 3)
      return Set(stream.state.warnings.map(\.lint))
        .intersection([
          "long-queue-wait", "wait-blocks-queue", "slow-handler", "main-queue-not-drained",
        ])
    }
    // Without a gate, a wait of 5 s is the fault of the program.
    #expect(found(isGated: false).isSuperset(of: ["wait-blocks-queue", "main-queue-not-drained"]))
    #expect(found(isGated: true).isEmpty)
  }

  @Test("A job that waited before the gate was closed is still reported")
  func earlier() {
    var stream = Self.queues
    stream.create(1, .map)
    let job = stream.enqueue(1, on: 3)
    stream.time = 300
    stream.close()
    stream.hold(job)
    stream.time = 9000
    stream.open()
    stream.start(job, 1, on: 3)
    let warning = stream.state.warnings.first { $0.lint == "long-queue-wait" }
    #expect(warning?.sentence.contains("300.0 ms") == true)
    #expect(stream.graph.queue(3)?.longestWait == 300_000_000)
  }

  @Test("A program that ends while its gate is closed has no warning about what the gate held")
  func closedAtTheEnd() {
    var stream = Self.queues
    stream.create(1, .pending)
    stream.link(2, .done, to: 1, on: 1)
    #expect(stream.state.warningsAtEnd.contains { $0.lint == "never-settles" })
    stream.close()
    #expect(stream.state.warningsAtEnd.isEmpty)
    stream.open()
    #expect(stream.state.warningsAtEnd.contains { $0.lint == "never-settles" })
  }

  // MARK: - Waits

  @Test("A wait that depends on a job that the gate holds is found, down the chain and its queues")
  func holds() throws {
    var stream = Self.queues
    stream.create(1, .value)
    stream.settle(1)
    stream.link(2, .map, "fetch", to: 1, on: 3)
    stream.link(3, .map, "submit", to: 2, on: 2)
    stream.create(4, .map, "other")
    let other = stream.enqueue(4, on: 3)
    let fetch = stream.enqueue(2, on: 3)
    stream.close()
    stream.hold(other)
    stream.hold(fetch)
    #expect(stream.graph.gateHolds.isEmpty)
    stream.post(.waitBegan(promise: 3, queue: nil, job: nil))
    var hold = try #require(stream.graph.gateHolds.first)
    // The job before it in its queue is first.
    #expect(hold.needed == [.start(queue: 3, job: other)])
    #expect(
      hold.sentence(in: stream.graph, .english)
        == "thread T1 (main) waits for p3 'submit', and the gate holds the handler of p4 'other'")
    stream.letGo(other)
    stream.thread = 6
    stream.start(other, 4, on: 3)
    #expect(stream.graph.gateHolds.isEmpty)
    stream.end(other, 4, on: 3)
    hold = try #require(stream.graph.gateHolds.first)
    #expect(hold.needed == [.start(queue: 3, job: fetch)])
    stream.letGo(fetch)
    stream.start(fetch, 2, on: 3)
    stream.end(fetch, 2, on: 3)
    stream.settle(2)
    let submit = stream.enqueue(3, on: 2)
    stream.hold(submit)
    #expect(stream.graph.gateHolds.first?.needed == [.start(queue: 2, job: submit)])
    #expect(stream.graph.goesOn(hold))
    stream.letGo(submit)
    stream.start(submit, 3, on: 2)
    stream.end(submit, 3, on: 2)
    stream.settle(3)
    stream.thread = 1
    stream.post(.waitEnded(promise: 3, queue: nil, job: nil, ending: .settled))
    #expect(stream.graph.gateHolds.isEmpty && !stream.graph.goesOn(hold))
  }

  @Test("A job that waits for one that the gate holds is part of what another wait depends on")
  func circle() {
    var stream = Self.queues
    stream.create(1, .map, "first")
    stream.create(2, .map, "held")
    stream.create(3, .map, "behind")
    let first = stream.enqueue(1, on: 3)
    stream.thread = 4
    stream.start(first, 1, on: 3)
    let held = stream.enqueue(2, on: 2)
    let behind = stream.enqueue(3, on: 3)
    stream.close()
    stream.hold(held)
    stream.post(.waitBegan(promise: 2, queue: 3, job: first))
    stream.thread = 1
    stream.post(.waitBegan(promise: 3, queue: nil, job: nil))
    let holds = stream.graph.gateHolds
    // The job behind is not held: the wait of the first one blocks its queue.
    #expect(!stream.graph.gate.holds(behind))
    #expect(holds.map(\.promise).sorted() == [2, 3])
    #expect(holds.allSatisfy { $0.needed == [.start(queue: 2, job: held)] })
    stream.open()
    #expect(stream.graph.gateHolds.isEmpty)
  }

  @Test("A wait for a timer needs the timers that are due before it; one for code needs nothing")
  func heldTimers() {
    var stream = Self.queues
    stream.create(1, .after)
    stream.create(2, .pending)
    stream.create(3, .after)
    stream.post(.timerScheduled(timer: 1, promise: 1, due: 50_000_000))
    stream.post(.timerScheduled(timer: 2, promise: 3, due: 20_000_000))
    stream.post(.waitBegan(promise: 1, queue: nil, job: nil))
    stream.thread = 2
    stream.post(.waitBegan(promise: 2, queue: nil, job: nil))
    stream.post(.awaitBegan(promise: 3))
    #expect(stream.graph.gateHolds.isEmpty)
    stream.close()
    #expect(stream.graph.gateHolds.map(\.promise) == [1, 3])
    #expect(stream.graph.gateHolds.allSatisfy { $0.needed == [.fire(timer: 2)] })
  }

  // MARK: - Words

  @Test("The gate is the reason why a job and a timer wait")
  func reasons() {
    var stream = Self.queues
    stream.create(1, .map, "fetch")
    stream.create(2, .after, "pause")
    stream.create(3, .map, "next")
    stream.post(.timerScheduled(timer: 1, promise: 2, due: 50_000_000))
    let job = stream.enqueue(1, on: 3)
    _ = stream.enqueue(3, on: 3)
    stream.close()
    stream.hold(job)
    stream.time = 8
    stream.post(.note("later"))
    func answer(_ promise: PromiseID) -> String {
      stream.graph.explanation(of: promise).text
    }
    #expect(answer(1).contains("first in queue work for 8.0 ms; the gate holds it"))
    #expect(answer(3).contains("; the gate holds the handler of p1 'fetch', which is first there"))
    #expect(
      answer(2).contains(
        "the timer of p2 'pause' stands while the gate is closed, with 50.0 ms left"))
    stream.open()
    stream.start(job, 1, on: 3)
    #expect(answer(1).contains("waiting in queue work; the gate was closed for 8.0 ms of it"))
  }

  @Test(
    "Where the time went says how much of it the gate was closed, also for what a promise waited for"
  )
  func parts() {
    var stream = Self.queues
    stream.create(1, .map, "fetch")
    let job = stream.enqueue(1, on: 3)
    stream.create(2, .map, "show", parents: [1])
    stream.time = 2
    stream.close()
    stream.hold(job)
    stream.time = 10
    stream.open()
    stream.time = 11
    stream.start(job, 1, on: 3)
    stream.time = 15
    stream.end(job, 1, on: 3)
    stream.settle(1)
    let parts = TimeShares(of: 2, in: stream.graph, atMost: 9)?.parts ?? []
    #expect(parts.map(\.kind) == [.queue, .gate, .running])
    #expect(parts.map(\.name) == ["work", "fetch", "fetch"])
    #expect(parts.map { $0.length / 1_000_000 } == [3, 8, 4])
    #expect(
      stream.graph.explanation(of: 2).text.contains(
        "p1 'fetch', waiting in queue work; the gate was closed for 8.0 ms of it"))
  }

  @Test(
    "The row of a held job names its promise and its queue, the row of a held timer its promise")
  func rows() {
    var stream = Self.queues
    stream.create(1, .map, "fetch")
    stream.create(2, .after)
    stream.post(.timerScheduled(timer: 1, promise: 2, due: 50_000_000))
    let jobs = [stream.enqueue(1, on: 3), stream.enqueue(nil, on: 2)]
    stream.close()
    for job in jobs { stream.hold(job) }
    stream.letGo(TimerID(1))
    let rows = stream.events.suffix(4).map { EventSummary($0, in: stream.graph) }
    #expect(rows.map(\.verb) == ["gate closes", "held", "held", "let go"])
    #expect(rows.map(\.detail) == ["by hand", "p1 on work", "\(jobs[1]) on net", "t1 of p2"])
  }
}

extension PromiseEvent.Choice {
  /// The job that starts; 0 for anything else.
  fileprivate var job: JobID {
    if case .start(_, let job) = self { job } else { 0 }
  }
}

extension EventStream {
  fileprivate mutating func close() {
    post(.gateChanged(.init(.closed, reason: "by hand")))
  }
  fileprivate mutating func open() { post(.gateChanged(.init(.opened, reason: "by hand"))) }
  fileprivate mutating func hold(_ job: JobID) { post(.gateChanged(.init(.held, job: job))) }
  fileprivate mutating func letGo(_ job: JobID) { post(.gateChanged(.init(.released, job: job))) }
  fileprivate mutating func letGo(_ timer: TimerID) {
    post(.gateChanged(.init(.released, timer: timer)))
  }
}
