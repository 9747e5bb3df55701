import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite struct HistoryTests {
  @Test("The state at any event is the fold of the events up to it", arguments: seeds)
  func states(seed: Int) {
    var random = RandomEvents(seed: seed)
    let events = random.stream(600)
    // A small limit gives small segments, and so many keyframes; nothing is evicted.
    var history = History(limit: 600)
    history.append(contentsOf: events)
    history.flush()
    #expect(history.count == events.count && history.base == 0)
    var graph = Graph()
    #expect(history.graph(at: 0) == graph)
    for event in events {
      graph.apply(event)
      #expect(history.graph(at: event.sequence) == graph)
    }
    #expect(history.graph(at: 0) == Graph())
  }

  @Test("When keyframes are discarded, the states stay the same, also after an eviction")
  func thinning() {
    var random = RandomEvents(seed: 99)
    let events = random.stream(5_000, gaps: false)
    var history = History(limit: 4_000, segmentSize: 2)
    let states = history.append(events, keepingEvery: 7)
    #expect(history.segments.count > 1_000 && history.keyframeCount <= 256)
    for state in states where state.sequence >= history.base {
      #expect(history.graph(at: state.sequence) == state)
    }
  }

  @Test("Packed events are unchanged, including out-of-range numbers, in a fraction of the memory")
  func packing() {
    var random = RandomEvents(seed: 4)
    let events = random.stream(2_000)
    let packed = PackedEvents(events)
    #expect(packed.events == events && packed.count == 2_000)
    #expect(packed.byteCount * 4 < events.count * MemoryLayout<PromiseEvent>.stride)
    #expect(PackedEvents([]).events.isEmpty)
  }

  @Test("The bytes are limited too: the oldest events make room, and the rest is correct")
  func byteLimit() {
    var random = RandomEvents(seed: 8)
    let events = random.stream(12_000, gaps: false)
    var history = History(limit: 1_000_000, byteLimit: 1 << 20, segmentSize: 64)
    var states: [Graph] = []
    for event in events {
      states += history.append([event], keepingEvery: 5)
      // The bytes of an incomplete segment are not counted yet.
      #expect(history.bytes <= history.byteLimit + 64 << 10)
    }
    #expect(history.evicted > 0 && history.evicted + history.count == events.count)
    #expect(history.base == history.evicted)
    for state in states where state.sequence >= history.base {
      #expect(history.graph(at: state.sequence) == state)
    }
  }

  @Test("A limit that nothing fits into leaves the newest segment")
  func tooSmall() {
    var random = RandomEvents(seed: 9)
    var history = History(limit: 1_000, byteLimit: 1, segmentSize: 10)
    history.append(contentsOf: random.stream(95, gaps: false))
    #expect(history.segments.count == 1 && history.last == 95 && history.count <= 10)
  }

  @Test("After an event that lists very many promises there is a keyframe")
  func heavyEvent() {
    var stream = EventStream()
    let inputs = (1...5_000).map { PromiseID($0) }
    for input in inputs.prefix(500) { stream.create(input) }
    stream.create(6_000, .all, parents: inputs)
    let heavy = stream.sequence - 1
    for input in inputs.prefix(500) { stream.settle(input) }
    var history = History()
    history.append(contentsOf: stream.events)
    let index = history.segments.firstIndex { $0.first > heavy }
    #expect(index.map { history.segments[$0].first } == heavy + 1)
    #expect(index.map { history.segments[$0].keyframe != nil } == true)
    for number in heavy - 1...heavy + 1 {
      #expect(history.state(at: number) == RunState(folding: stream.events.prefix(number)))
    }
  }

  @Test("Copies of a history read their own events")
  func copies() {
    var random = RandomEvents(seed: 10)
    let events = random.stream(100, gaps: false)
    var first = History(limit: 1_000, segmentSize: 10)
    first.append(contentsOf: events.prefix(50))
    var second = first
    first.append(contentsOf: events.dropFirst(50))
    for number in 51...100 {
      second.append(
        PromiseEvent(
          sequence: number, time: events[number - 1].time, thread: nil, queue: nil,
          kind: .note("\(number)")))
    }
    for number in 1...100 {
      #expect(first[number] == events[number - 1])
      #expect(number > 50 || second[number] == events[number - 1])
      if number > 50 { #expect(second[number]?.kind == .note("\(number)")) }
    }
  }

  @Test("Whole segments are evicted, and the history then starts at their end")
  func eviction() {
    var random = RandomEvents(seed: 5)
    let events = random.stream(1000, gaps: false)
    var history = History(limit: 80)
    let states = history.append(events, keepingEvery: 1)
    #expect(history.count <= 80 && history.count > 60)
    #expect(history.base == 1000 - history.count && history.last == 1000)
    #expect(history[history.base] == nil && history[history.base + 1] == events[history.base])
    for state in states where state.sequence >= history.base {
      #expect(history.graph(at: state.sequence) == state)
    }
    #expect(history.graph(at: 3) == history.graph(at: history.base))
  }

  @Test("Events that arrive out of order are sorted")
  func reordering() {
    let events = EventStream.login.events
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<20 {
      var history = History()
      history.append(contentsOf: events.shuffled(using: &generator))
      #expect(Array(history.events) == events)
      #expect(history.state(at: history.last) == RunState(folding: events))
    }
  }

  @Test("A missing number is waited for, up to a limit, and then is a gap")
  func missing() {
    var stream = EventStream()
    for _ in 0..<3000 { stream.post(.note("")) }
    var events = stream.events
    events.remove(at: 9)
    var history = History()
    history.append(contentsOf: events.prefix(500))
    #expect(history.last == 9)
    history.append(contentsOf: events.dropFirst(500))
    #expect(history.last == 3000 && history.count == 2999)
    #expect(history.graph(at: 3000).dropped == 1)
    #expect(history[10] == nil && history[11]?.sequence == 11)
    #expect(history.graph(at: 10) == history.graph(at: 9))
  }

  @Test("A reported loss is not waited for")
  func toldLoss() {
    var stream = EventStream()
    stream.post(.note("a"))
    stream.sequence = 6
    stream.post(.dropped(count: 4))
    stream.post(.note("b"))
    for events in [stream.events, stream.events.reversed()] {
      var history = History()
      history.append(contentsOf: events)
      #expect(history.last == 7 && history.count == 3)
    }
  }

  @Test("Flushing appends what is held back; duplicate and late events are refused")
  func flushing() {
    var stream = EventStream()
    for _ in 0..<5 { stream.post(.note("")) }
    let events = stream.events
    var history = History()
    history.append(contentsOf: [events[1], events[3], events[3]])
    #expect(history.isEmpty && history.refused == 1)
    history.flush()
    #expect(history.last == 4 && history.count == 2)
    history.append(contentsOf: [events[0], events[2], events[4]])
    #expect(history.last == 5 && history.refused == 3)
  }

  @Test("Out-of-range numbers are accepted")
  func absurdity() {
    var history = History(limit: -3)
    for sequence in [Int.max, .min, 0, .max, 1] {
      history.append(
        PromiseEvent(sequence: sequence, time: .min, thread: nil, queue: nil, kind: .note("")))
    }
    history.flush()
    for position in [Int.min, -1, 0, 1, 2, .max] {
      _ = (history[position], history.graph(at: position), history.turn(at: position))
      _ = (history.nextTurn(after: position), history.previousTurn(before: position))
      _ = (
        history.nextEvent(of: 1, after: position), history.previousEvent(of: 1, before: position)
      )
      _ = history.position(atTime: Int64(position))
    }
    #expect(history.last == .max)
  }

  @Test("An empty history has nowhere to go")
  func empty() {
    let history = History()
    #expect(history.isEmpty && history.last == 0 && history.base == 0 && history.endTime == 0)
    #expect(history.nextTurn(after: 0) == nil && history.previousTurn(before: 0) == nil)
    #expect(history.nextSettlement(after: 0) == nil)
    #expect(history.position(atTime: 5) == 0 && history.turn(at: 0) == 0)
  }
}

extension History {
  /// Appends events and returns the newest state at regular intervals.
  fileprivate mutating func append(_ events: [PromiseEvent], keepingEvery step: Int) -> [Graph] {
    var states: [Graph] = []
    for event in events {
      append(event)
      if last % step == 0 { states.append(graph(at: last)) }
    }
    return states
  }
}
