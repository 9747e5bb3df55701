import TestSupport
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("The order of a trace")
struct EventOrderTests {
  private func events(_ numbers: Int...) -> [PromiseEvent] { numbers.map { event($0) } }

  private func event(_ number: Int, _ kind: PromiseEvent.Kind = .note("")) -> PromiseEvent {
    PromiseEvent(sequence: number, time: Int64(number), thread: 1, queue: nil, kind: kind)
  }

  /// `3` for an event, `3-5` for a gap.
  private func told(_ events: [PromiseEvent]) -> [String] {
    events.map { event in
      guard case .dropped(let count) = event.kind else { return "\(event.sequence)" }
      return "\(event.sequence - count + 1)-\(event.sequence)"
    }
  }

  @Test("Events that arrive in order are passed on immediately")
  func inOrder() {
    var order = EventOrder(after: 0)
    #expect(told(order.round(events(1, 2, 3))) == ["1", "2", "3"])
    #expect(told(order.round(events(4))) == ["4"])
    #expect(!order.isWaiting)
  }

  @Test("An event after a missing number waits for it, and then follows it")
  func waits() {
    var order = EventOrder(after: 0)
    #expect(told(order.round(events(1, 3, 4))) == ["1"])
    #expect(order.isWaiting)
    #expect(told(order.round(events(2, 5))) == ["2", "3", "4", "5"])
    #expect(!order.isWaiting)
  }

  @Test("It waits for two rounds; the missing event may arrive later")
  func impatient() {
    var order = EventOrder(after: 0)
    #expect(told(order.round(events(2))) == [])
    #expect(told(order.round([])) == [])
    #expect(told(order.round([])) == ["2"])
    #expect(told(order.round(events(1, 3))) == ["1", "3"])
    #expect(told(order.finish()) == [])
  }

  @Test("Numbers that never arrived are reported at the end, each once")
  func finish() {
    var order = EventOrder(after: 10)
    _ = order.round(events(13, 17))
    #expect(told(order.finish()) == ["13", "17", "11-12", "14-16"])
  }

  @Test("An event that was reported lost is not returned when it arrives after all")
  func lost() {
    var order = EventOrder(after: 0)
    #expect(told(order.round(events(1) + [event(4, .dropped(count: 3))])) == ["1", "2-4"])
    #expect(told(order.round(events(3, 5))) == ["5"])
  }

  @Test("Events from before the recording are left out")
  func before() {
    var order = EventOrder(after: 5)
    #expect(told(order.round(events(4, 5, 6))) == ["6"])
  }

  @Test("Events that are not written in time are reported lost, with their number")
  func giveUp() {
    var order = EventOrder(after: 0)
    _ = order.round([event(1), event(2), event(4)])
    let rest = order.giveUp(through: 9)
    #expect(rest.map(\.sequence) == [4, 3, 9])
    #expect(rest.map(\.kind).suffix(2) == [.dropped(count: 1), .dropped(count: 5)])
  }

  @Test("In whatever order they arrive, each number is an event or in one gap", arguments: 0..<40)
  func everyNumberOnce(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var waiting = Array(1...400)
    var (order, given) = (EventOrder(after: 0), [PromiseEvent]())
    while !waiting.isEmpty {
      var round: [PromiseEvent] = []
      for _ in 0..<random.below(13) where !waiting.isEmpty {
        let place = random.below(min(6, waiting.count))
        let number = waiting.remove(at: place)
        // Some are lost silently, some in reported gaps.
        if !random.one(in: 9) { round.append(event(number)) }
      }
      given += order.round(round.sorted { $0.sequence < $1.sequence })
    }
    given += order.finish()
    var numbers: [Int] = []
    for event in given {
      if case .dropped(let count) = event.kind {
        numbers += (event.sequence - count + 1)...event.sequence
      } else {
        numbers.append(event.sequence)
      }
    }
    let last = numbers.max() ?? 0
    #expect(numbers.sorted() == Array(1...max(1, last)))
  }
}

extension EventOrder {
  /// The events of a whole round.
  fileprivate mutating func round(_ events: [PromiseEvent]) -> [PromiseEvent] {
    beginRound()
    return add(events)
  }
}
