import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("A part of a run as events")
struct EventExcerptTests {
  @Test("keeps the processes, their threads, and the names of both")
  func processes() {
    var services = TwoServices()
    services.request(sent: 1, received: 2, settled: 3, answered: 4)
    let events = services.merged().events
    let last = events.count
    let part = EventExcerpt.events(of: events, in: last...last)
    let graph = Graph(part)
    #expect(part.last == events.last)
    #expect(graph.processes.map(\.name) == Graph(events).processes.map(\.name))
    for event in part {
      guard let thread = event.thread else { continue }
      #expect(graph.process(of: thread) == Graph(events).process(of: thread))
    }
  }

  @Test("does not contain what has ended before, nor what others say about it")
  func ended() {
    let stream: [PromiseEvent.Kind] = [
      .queueDeclared(queue: 1, label: "main", kind: .serial, assumed: false),
      .created(.init(promise: 1, operation: .value)),
      .settled(.init(promise: 1, outcome: .fulfilled)),
      .note("over"),
      .created(.init(promise: 2, operation: .pending)),
      .jobEnqueued(job: 1, child: nil, queue: 1, label: nil),
      .waitBegan(promise: 1, queue: 1, job: 1),
      .note("inside"),
    ]
    let events = stream.enumerated().map { place, kind in
      PromiseEvent(sequence: place + 1, time: 0, thread: nil, queue: nil, kind: kind)
    }
    let part = EventExcerpt.events(of: events, in: 8...8)
    #expect(part.map(\.sequence) == [1, 5, 6, 8])
  }
}
