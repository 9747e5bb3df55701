import PromiseKitLite
import Testing

@testable import PromiseGraph

/// Compares the queues of the graph after each event with the counts of the index.
private func expectAgreement(_ events: [PromiseEvent]) {
  var history = History()
  history.append(contentsOf: events)
  let timeline = Timeline(history)
  for event in events {
    let graph = history.graph(at: event.sequence)
    for queue in graph.queues {
      let activity = timeline.activity(of: queue.id)
      let isBefore = { (mark: Timeline.Mark) in mark.sequence <= event.sequence }
      let waiting = activity.waiting.counts(where: isBefore)
      let running = activity.running.counts(where: isBefore)
      #expect(waiting.begun - waiting.over == queue.waiting.count)
      #expect(running.begun - running.over == queue.running.count)
    }
  }
}

private func event(_ sequence: Int, _ time: Int64, _ kind: PromiseEvent.Kind) -> PromiseEvent {
  PromiseEvent(sequence: sequence, time: time, thread: 1, queue: nil, kind: kind)
}

/// Jobs that wait and run on two queues, started in a different order from their arrival.
private let jobs: [PromiseEvent] = {
  var events: [PromiseEvent] = []
  func add(_ kind: PromiseEvent.Kind) {
    events.append(event(events.count + 1, Int64(events.count * 10), kind))
  }
  for queue in 1...2 {
    add(.queueDeclared(queue: QueueID(queue), label: "q\(queue)", kind: .serial, assumed: false))
  }
  for job in 1...40 {
    add(.jobEnqueued(job: JobID(job), child: nil, queue: QueueID(job % 2 + 1), label: nil))
    if job > 5 {
      let started = JobID((job * 7) % (job - 2) + 1)
      add(.jobStarted(job: started, child: nil, queue: QueueID(started.rawValue % 2 + 1)))
      if job % 3 == 0 {
        add(
          .jobEnded(
            job: started, child: nil, queue: QueueID(started.rawValue % 2 + 1), ending: .returned))
      }
    }
  }
  return events
}()

@Test("At every event the index counts as many waiting and running jobs as the graph has")
func timelineAgrees() { expectAgreement(jobs) }

@Test("After a gap nothing waits and nothing runs, in the index as in the graph")
func timelineGap() {
  let events =
    jobs.prefix(50).map { $0 }
    + [event(60, 1000, .dropped(count: 9))]
    + [event(61, 1010, .jobEnqueued(job: 99, child: nil, queue: 1, label: nil))]
  expectAgreement(events)
  var history = History()
  history.append(contentsOf: events)
  let timeline = Timeline(history)
  #expect(timeline.gaps.map(\.lowerBound.sequence) == [50])
  #expect(timeline.gaps.map(\.upperBound.sequence) == [60])
}

@Test("Built in steps, and after the oldest events were discarded, the index counts the same")
func timelineBitByBit() {
  var history = History(limit: 64, segmentSize: 8)
  var timeline = Timeline()
  let whole = { () -> Timeline in
    var history = History()
    history.append(contentsOf: jobs)
    return Timeline(history)
  }()
  for event in jobs {
    history.append(event)
    timeline.extend(to: history)
  }
  for queue in whole.queues {
    for number in history.base...history.last {
      let isBefore = { (mark: Timeline.Mark) in mark.sequence <= number }
      let known = timeline.activity(of: queue).running.counts(where: isBefore)
      let expected = whole.activity(of: queue).running.counts(where: isBefore)
      #expect(known == expected)
    }
  }
}

@Test("Timers are set until they fire or are stopped")
func timelineTimers() {
  var timeline = Timeline()
  timeline.append(event(1, 0, .timerScheduled(timer: 1, promise: 1, due: 10)))
  timeline.append(event(2, 0, .timerScheduled(timer: 2, promise: 2, due: 20)))
  timeline.append(event(3, 10, .timerFired(timer: 1, promise: 1)))
  timeline.append(event(4, 15, .timerCancelled(timer: 2, promise: 2)))
  #expect(timeline.timers.waiting.begins.map(\.time) == [0, 0])
  #expect(timeline.timers.waiting.ends.map(\.time) == [10, 15])
  #expect(timeline.timers.running.begins.map(\.time) == [10])
}
