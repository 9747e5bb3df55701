import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("The recording observer")
struct RecordingObserverTests {
  private func record(_ events: some Sequence<PromiseEvent>, limit: Int) -> RecordingObserver {
    let recorder = RecordingObserver(limit: limit)
    for event in events { recorder.receive(event) }
    return recorder
  }

  /// Four events for each promise, the first of which names it and the third of which ends it.
  private func lives(_ numbers: ClosedRange<Int>) -> [PromiseEvent] {
    numbers.map { number in
      let promise = PromiseID((number + 3) / 4)
      let kind: PromiseEvent.Kind =
        switch number % 4 {
        case 1: .created(.init(promise: promise, operation: .body))
        case 2: .bodyStarted(promise: promise)
        case 3: .settled(.init(promise: promise, outcome: .fulfilled))
        default: .deallocated(promise: promise, state: .settled, waiting: [])
        }
      return .sample(number, kind)
    }
  }

  @Test("returns every kind of event unchanged, whatever its texts and numbers")
  func wholeEvents() {
    let recorder = record(TraceSamples.events, limit: 100_000)
    #expect(recorder.events == TraceSamples.events)
    #expect(recorder.dropped == 0 && recorder.droppedKinds.isEmpty)
    let absurd = [Int.min, -1, 0, 1, 63, 64, 8191, 8192, .max].map { number in
      PromiseEvent(
        sequence: number, time: Int64(number), thread: ThreadID(number), queue: QueueID(number),
        kind: .timerScheduled(timer: TimerID(number), promise: nil, due: Int64(number)))
    }
    #expect(record(absurd.shuffled(), limit: 100).events == absurd)
  }

  @Test("knows every kind of event")
  func kinds() {
    let sampled = Set(TraceSamples.kinds.map(\.name))
    #expect(sampled == Set(PromiseEvent.Kind.Name.allCases))
  }

  @Test("sorts events that arrive out of order")
  func sorts() {
    let recorder = record([2, 1, 3].map { .sample($0) }, limit: 100)
    #expect(recorder.events.map(\.sequence) == [1, 2, 3])
  }

  @Test(
    "keeps no more than its limit, and the newest events",
    arguments: [8, 10, 100, 5000, 20_000])
  func bounded(limit: Int) {
    let recorder = record((1...limit * 4).map { .sample($0) }, limit: limit)
    let events = recorder.events
    let kept = events.filter { $0.kind.name != .dropped }
    #expect(kept.count <= limit && kept.count >= limit / 2)
    #expect(kept.map(\.sequence) == Array((limit * 4 - kept.count + 1)...limit * 4))
    #expect(recorder.dropped == limit * 4 - kept.count)
    #expect(
      events.first
        == PromiseEvent(
          sequence: recorder.dropped, time: kept.first?.time ?? 0, thread: nil, queue: nil,
          kind: .dropped(count: recorder.dropped)))
  }

  @Test(
    "of the older half details are dropped first, then endings, then names; the newer half is kept"
  )
  func weights() {
    let outline = record(lives(1...1400), limit: 1000)
    let kept = Set(outline.events.map(\.sequence))
    #expect(kept.isSuperset(of: 901...1400))
    #expect(outline.droppedKinds[.created] == nil && outline.droppedKinds[.settled] == nil)
    #expect(kept.isSuperset(of: stride(from: 1, through: 1400, by: 4)))

    let names = record(lives(1...2000), limit: 1000)
    #expect(names.droppedKinds[.created] == nil)
    #expect((names.droppedKinds[.settled] ?? 0) > 0)
    #expect(Set(names.events.map(\.sequence)).isSuperset(of: 1501...2000))

    let newest = record(lives(1...100_000), limit: 1000)
    #expect((newest.droppedKinds[.created] ?? 0) > 20_000)
    #expect(Set(newest.events.map(\.sequence)).isSuperset(of: 99_501...100_000))
    #expect(newest.events.count { $0.kind.name == .created } > 400)
  }

  @Test(
    "every number is present or in a reported gap, and the gaps add up to what was dropped",
    arguments: [900, 1600, 2400, 50_000])
  func gaps(count: Int) {
    let recorder = record(lives(1...count), limit: 1000)
    var next = 1
    var lost = 0
    for event in recorder.events {
      if case .dropped(let count) = event.kind {
        next += count - 1
        lost += count
      }
      #expect(event.sequence == next)
      next += 1
    }
    #expect(next == count + 1)
    #expect(lost == recorder.dropped && lost == recorder.droppedKinds.values.reduce(0, +))
  }

  @Test("a number that has not arrived, and was not dropped, is not a gap")
  func onTheWay() {
    let recorder = record([1, 2, 4, 5].map { .sample($0) }, limit: 1000)
    #expect(recorder.events.map(\.sequence) == [1, 2, 4, 5])
    recorder.receive(.sample(3))
    #expect(recorder.events.map(\.sequence) == [1, 2, 3, 4, 5])
  }

  @Test("take returns each event once, and a gap together with the events after it")
  func take() {
    let recorder = record((1...50).map { .sample($0) }, limit: 100)
    #expect(recorder.take().map(\.sequence) == Array(1...50))
    #expect(recorder.take().isEmpty && recorder.events.isEmpty && recorder.dropped == 0)
    for number in 51...1000 { recorder.receive(.sample(number)) }
    let taken = recorder.take()
    #expect(taken.first?.kind == .dropped(count: recorder.dropped))
    #expect(taken.last?.sequence == 1000 && recorder.dropped + taken.count - 1 == 950)
    #expect(recorder.take().isEmpty)
  }

  @Test(
    "a million events of an ordinary program fit into 64 MiB: a fifth of them take at most a fifth"
  )
  func million() {
    let recorder = RecordingObserver()
    let site = SourceSite(file: "Application/LoginController.swift", line: 120, column: 8)
    for number in 1...200_000 {
      let promise = PromiseID(number / 7 + 1)
      let job = JobID(number / 7 + 1)
      let kind: PromiseEvent.Kind =
        switch number % 7 {
        case 0:
          .created(
            .init(
              promise: promise, operation: .map, label: "decode", site: site,
              parents: [PromiseID(number / 7)]))
        case 1:
          .handlerAttached(parent: PromiseID(number / 7), child: promise, ordinal: 1, queue: 2)
        case 2: .jobEnqueued(job: job, child: promise, queue: 2, label: nil)
        case 3: .jobStarted(job: job, child: promise, queue: 2)
        case 4: .jobEnded(job: job, child: promise, queue: 2, ending: .returned)
        case 5: .settled(.init(promise: promise, outcome: .fulfilled, description: "Item(id: 17)"))
        default: .deallocated(promise: promise, state: .settled, waiting: [])
        }
      recorder.receive(
        .sample(number, kind, thread: ThreadID(number / 1000 % 4 + 1), queue: 2))
    }
    #expect(recorder.dropped == 0 && recorder.byteCount <= (64 << 20) / 5)
  }

  @Test("loses nothing before a million by default, from however many threads they come")
  func fits() {
    // A hundredth of the default limits.
    let recorder = RecordingObserver(limit: (1 << 20) / 100)
    for event in lives(1...10_000) {
      var event = event
      event.thread = ThreadID(event.sequence / 5 % 16)
      recorder.receive(event)
    }
    #expect(recorder.dropped == 0 && recorder.events.count == 10_000)
  }

  @Test("keeps no more than its limit of bytes, however large the events are")
  func bytes() {
    let recorder = RecordingObserver(limit: 1000, bytes: 100_000)
    let text = String(repeating: "x", count: 10_000)
    for number in 1...100 { recorder.receive(.sample(number, .note(text))) }
    #expect(recorder.byteCount <= 100_000)
    #expect((5...10).contains(recorder.events.count) && recorder.events.last?.sequence == 100)
    #expect(recorder.dropped == 100 - recorder.events.count + 1)
  }

  @Test("drops an event that alone would take a quarter of the bytes, and reports the gap")
  func tooLarge() {
    let recorder = RecordingObserver(limit: 1000, bytes: 100_000)
    recorder.receive(.sample(1))
    recorder.receive(.sample(2, .note(String(repeating: "x", count: 30_000))))
    recorder.receive(.sample(3))
    #expect(recorder.events.map(\.kind.name) == [.bodyStarted, .dropped, .bodyStarted])
    #expect(recorder.droppedKinds == [.note: 1])
  }

  @Test("can be read while four threads write: it contains what each has posted")
  func readWhileWriting() {
    let recorder = RecordingObserver()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 1...50 {
        let number = (round - 1) * 4 + thread + 1
        recorder.receive(.sample(number, thread: ThreadID(thread + 1)))
        let mine = recorder.events.filter { $0.thread == ThreadID(thread + 1) }
        #expect(mine.count == round && mine.last?.sequence == number)
      }
    }
    #expect(recorder.events.map(\.sequence) == Array(1...200))
  }
}
