import PromiseKitLite
import Testing

@testable import promise_tui

@Suite struct OutstandingTests {
  private func events(_ kinds: [PromiseEvent.Kind]) -> [PromiseEvent] {
    kinds.enumerated().map {
      PromiseEvent(sequence: $0 + 1, time: 0, thread: nil, queue: nil, kind: $1)
    }
  }

  private let run: [PromiseEvent.Kind] = [
    .jobEnqueued(job: 1, child: 1, queue: 1, label: nil),
    .timerScheduled(timer: 1, promise: 2, due: 5),
    .jobStarted(job: 1, child: 1, queue: 1),
    .bodyStarted(promise: 1), .bodyEnded(promise: 1, threw: false),
    .jobEnded(job: 1, child: 1, queue: 1, ending: .returned),
    .timerFired(timer: 1, promise: 2),
  ]

  @Test("a job, a body or a timer is outstanding until it is over")
  func inOrder() {
    var outstanding = Outstanding()
    let counts = events(run).map { event in
      outstanding.apply(event)
      return outstanding.count
    }
    #expect(counts == [1, 2, 2, 3, 2, 1, 0])
  }

  @Test("the order in which the events are told does not matter")
  func anyOrder() {
    var outstanding = Outstanding()
    for event in events(run).reversed() { outstanding.apply(event) }
    #expect(outstanding.isNothing)
    #expect(outstanding.seen == run.count)
  }
}
