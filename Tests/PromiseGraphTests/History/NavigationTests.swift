import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

/// Checks navigation through a history against a plain definition over all events.
@Suite struct NavigationTests {
  private let events: [PromiseEvent]
  private let history: History
  /// The turn of each event.
  private let turns: [Int]

  init() {
    var random = RandomEvents(seed: 21)
    events = random.stream(500)
    var history = History(limit: 600)
    history.append(contentsOf: events)
    history.flush()
    self.history = history
    var graph = Graph()
    turns = events.map { event in
      graph.apply(event)
      return graph.turn
    }
  }

  private var positions: [Int] { Array(0...history.last) }

  @Test("The next and the previous turn end where the number of the turn changes")
  func turnEnds() {
    let ends = events.indices.filter { $0 + 1 == events.count || turns[$0 + 1] != turns[$0] }
      .map { events[$0].sequence }
    for position in positions {
      #expect(history.nextTurn(after: position) == ends.first { $0 > position })
      // A lost number shows the event before it.
      let shown = events.last { $0.sequence <= position }?.sequence ?? position
      let previous = position == 0 ? nil : ends.last { $0 < shown } ?? 0
      #expect(history.previousTurn(before: position) == previous)
      let turn = events.lastIndex { $0.sequence <= position }.map { turns[$0] } ?? 0
      #expect(history.turn(at: position) == turn)
    }
  }

  @Test("The next and the previous event of a promise name it")
  func promises() {
    for promise in (1...8).map({ PromiseID($0) }) {
      let numbers = events.filter { $0.kind.promises.contains(promise) }.map(\.sequence)
      for position in positions {
        #expect(history.nextEvent(of: promise, after: position) == numbers.first { $0 > position })
        #expect(
          history.previousEvent(of: promise, before: position) == numbers.last { $0 < position })
      }
    }
  }

  @Test("The next and the previous settlement are settlements")
  func settlements() {
    let numbers = events.filter { $0.kind.isSettlement }.map(\.sequence)
    for position in positions {
      #expect(history.nextSettlement(after: position) == numbers.first { $0 > position })
      #expect(history.previousSettlement(before: position) == numbers.last { $0 < position })
    }
  }

  @Test("A time finds the last event that is not later")
  func times() {
    for time in -1...history.endTime + 1 {
      let expected = events.last { $0.time <= time }?.sequence ?? 0
      #expect(history.position(atTime: time) == expected)
    }
  }

  @Test("In the login run the turns are the timers and the three jobs")
  func login() {
    var history = History()
    history.append(contentsOf: EventStream.login.events)
    var stops: [Int] = []
    var position = 0
    while let next = history.nextTurn(after: position) {
      stops.append(next)
      position = next
    }
    #expect(stops.count == 6 && stops.last == history.last)
    #expect(stops.map { history.turn(at: $0) } == [0, 1, 2, 3, 4, 5])
    while let previous = history.previousTurn(before: position) {
      stops.removeLast()
      #expect(previous == stops.last ?? 0)
      position = previous
    }
    #expect(position == 0)
  }
}
