import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

/// After a gap nothing is claimed that no event confirms.
@Suite struct GapTests {
  private var stream: EventStream = {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1)
    stream.link(2, to: 1, on: 1)
    stream.create(3)
    stream.settle(3)
    stream.create(4)
    stream.create(5)
    stream.post(.adopted(outer: 4, inner: 5))
    return stream
  }()

  @Test("After a gap every promise that is not final is unknown")
  func unknown() {
    var stream = stream
    _ = stream.enqueue(2, on: 1)
    stream.sequence += 7
    stream.post(.dropped(count: 7))
    let graph = stream.graph
    let states: [PromiseState?] = (1...5).map { graph[PromiseID($0)]?.state }
    #expect(states == [.unknown, .unknown, .fulfilled, .unknown, .unknown])
    #expect(graph.counts.unknown == 4 && graph.counts.total == 5)
    #expect(graph.dropped == 7)
    #expect(graph.queue(1)?.waiting == [])
  }

  @Test("Only an event that confirms the state makes it known again")
  func proof() {
    var stream = stream
    stream.sequence += 1
    stream.post(.dropped(count: 1))
    stream.link(6, to: 1, on: 1)
    #expect(stream.graph[1]?.state == .unknown)
    #expect(stream.graph[6]?.state == .pending)
    stream.settle(1)
    let job = stream.enqueue(2, on: 1)
    #expect(stream.graph[1]?.state == .fulfilled)
    #expect(stream.graph[2]?.state == .queued)
    #expect(stream.graph.queue(1)?.waiting == [job])
    stream.start(job, 2, on: 1)
    #expect(stream.graph[2]?.state == .running)
  }

  @Test("Missing numbers without a gap event are a gap too")
  func silentGap() {
    var stream = stream
    stream.sequence += 3
    stream.settle(5)
    #expect(stream.graph.dropped == 3)
    #expect(stream.graph[1]?.state == .unknown && stream.graph[5]?.state == .fulfilled)
  }

  @Test("Promises that are only mentioned can be declared in any order")
  func declaredLate() {
    var stream = EventStream()
    stream.sequence = 500
    for promise in 1...4 { stream.settle(PromiseID(promise)) }
    #expect(stream.graph.group(of: 2)?.roots.map { $0 } == [1, 2, 3, 4])
    for promise in [1, 4, 2] { stream.create(PromiseID(promise), late: true) }
    #expect(stream.graph.group(of: 3)?.roots.map { $0 } == [3])
  }

  @Test("An observer that starts late has lost nothing")
  func lateListener() {
    var stream = EventStream()
    stream.sequence = 500
    stream.create(1, late: true)
    stream.create(2)
    #expect(stream.graph.dropped == 0)
    #expect(stream.graph[1]?.state == .unknown && stream.graph[2]?.state == .pending)
  }

  @Test("A dropped count of 0, which stands for an unknown kind of event, is not a gap")
  func placeholder() {
    var stream = stream
    stream.post(.dropped(count: 0))
    #expect(stream.graph.dropped == 0 && stream.graph[1]?.state == .pending)
  }

  @Test("A timer that was due in a gap is not reported as pending")
  func timers() {
    var stream = stream
    stream.post(.timerScheduled(timer: 1, promise: nil, due: 5_000_000))
    stream.post(.timerScheduled(timer: 2, promise: nil, due: 50_000_000))
    stream.time = 10
    stream.sequence += 1
    stream.post(.dropped(count: 1))
    #expect(stream.graph.pendingTimers.map(\.id) == [2])
  }
}
