import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

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

/// A job on a thread, from one time to another.
private func add(
  _ job: Int, thread: Int?, _ start: Int64, _ end: Int64, to events: inout [(Int64, PromiseEvent)]
) {
  for (time, kind) in [
    (start, PromiseEvent.Kind.jobStarted(job: JobID(job), child: nil, queue: 1)),
    (end, .jobEnded(job: JobID(job), child: nil, queue: 1, ending: .returned)),
  ] {
    events.append(
      (
        time,
        PromiseEvent(
          sequence: 0, time: time, thread: thread.map { ThreadID($0) }, queue: 1, kind: kind)
      ))
  }
}

private func timeline(_ jobs: [(job: Int, thread: Int?, start: Int64, end: Int64)]) -> Timeline {
  var events: [(Int64, PromiseEvent)] = []
  for job in jobs { add(job.job, thread: job.thread, job.start, job.end, to: &events) }
  var timeline = Timeline()
  for (index, (_, event)) in events.sorted(by: { $0.0 < $1.0 }).enumerated() {
    timeline.append(
      PromiseEvent(
        sequence: index + 1, time: event.time, thread: event.thread, queue: event.queue,
        kind: event.kind))
  }
  return timeline
}

private func jobs(_ timeline: Timeline) -> [[Int]] {
  timeline.activity(of: 1).lanes.map { $0.entries.map(\.number) }
}

@Test("The jobs of a thread share a lane, in the order in which the threads first ran a job")
func timelineThreads() {
  let timeline = timeline([(1, 7, 0, 10), (2, 5, 2, 8), (3, 7, 12, 20), (4, 5, 14, 18)])
  #expect(jobs(timeline) == [[1, 3], [2, 4]])
  #expect(timeline.activity(of: 1).lanes.map(\.thread) == [7, 5])
}

@Test("Jobs without a thread, or on more threads than needed, share lanes in which none overlap")
func timelinePool() {
  let unknown = timeline([(1, nil, 0, 10), (2, nil, 2, 8), (3, nil, 9, 20), (4, nil, 12, 18)])
  #expect(jobs(unknown) == [[1, 4], [2, 3]])
  let pool = timeline((1...9).map { ($0, $0, Int64($0 * 10), Int64($0 * 10 + 5)) })
  #expect(jobs(pool) == [Array(1...9)])
  #expect(pool.activity(of: 1).lanes.map(\.thread) == [nil])
}

@Test("In no lane do two jobs overlap, whatever the threads are")
func timelineNeverOverlaps() {
  var random = SeededGenerator(seed: 5)
  let timeline = timeline(
    (1...300).map { job in
      let start = Int64(random.below(1000))
      let thread = random.one(in: 5) ? nil : random.below(12)
      return (job, thread, start, start + 1 + Int64(random.below(40)))
    })
  let lanes = timeline.activity(of: 1).lanes
  #expect(lanes.reduce(0) { $0 + $1.entries.count } == 300)
  for lane in lanes {
    for (entry, next) in zip(lane.entries, lane.entries.dropFirst()) {
      #expect((entry.end?.sequence ?? .max) <= next.begin.sequence)
    }
  }
}

@Test("A lane knows which of its jobs failed, also after the oldest were forgotten")
func timelineFailures() {
  var timeline = Timeline()
  var number = 0
  func post(_ kind: PromiseEvent.Kind) {
    number += 1
    timeline.append(event(number, Int64(number), kind))
  }
  for job in 1...10 {
    post(.jobStarted(job: JobID(job), child: PromiseID(job), queue: 1))
    if job == 4 {
      post(.settled(.init(promise: 4, outcome: .rejected)))
    }
    post(
      .jobEnded(
        job: JobID(job), child: PromiseID(job), queue: 1, ending: job == 7 ? .threw : .returned))
  }
  let lane = timeline.activity(of: 1).lanes[0]
  #expect((0..<10).filter { lane.hasFailure(in: $0..<($0 + 1)) } == [3, 6])
  var activity = timeline.activity(of: 1)
  activity.forget(upTo: lane.entries[4].end?.sequence ?? 0)
  #expect(activity.lanes[0].entries.map(\.number) == [6, 7, 8, 9, 10])
  #expect((0..<5).filter { activity.lanes[0].hasFailure(in: $0..<($0 + 1)) } == [1])
}

@Test("The inputs of a fan-in are counted as they arrive, and turns as they begin")
func timelineFanIns() {
  var timeline = Timeline()
  timeline.append(event(1, 0, .created(.init(promise: 3, operation: .all, parents: [1, 2]))))
  timeline.append(event(2, 5, .timerFired(timer: 1, promise: 1)))
  timeline.append(
    event(3, 5, .inputSettled(fanIn: 3, index: 0, input: 1, outcome: .fulfilled)))
  timeline.append(event(4, 9, .jobStarted(job: 1, child: nil, queue: 1)))
  timeline.append(
    event(5, 9, .inputIgnored(fanIn: 3, index: 1, input: 2, outcome: .fulfilled)))
  #expect(timeline.fanIns == [3])
  #expect(timeline.fanIn(3).arrivals.map(\.sequence) == [3])
  #expect(timeline.turnStarts.map(\.sequence) == [2, 4])
}
