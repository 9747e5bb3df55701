import Dispatch
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import Synchronization
import TestSupport
import Testing

/// Each relation with a program that has what it looks for, and with the same program as it should be.
@Suite("What is worth a look")
struct RelationTests {
  @Test("A handler that does not return its chain")
  func notAwaited() {
    let wrong = looks {
      after(.milliseconds(1)).done(label: "store") { _ = after(.milliseconds(5)).map { 1 } }
        .done { note("stored") }.cauterize()
    }
    #expect(wrong.map(\.warning.lint) == ["not-awaited"])
    #expect(wrong.first?.warning.sentence.contains("the handler of p2 .done store started") == true)
    #expect(
      looks {
        after(.milliseconds(1)).then(label: "store") { after(.milliseconds(5)).map { 1 } }
          .done { _ in note("stored") }.cauterize()
      }.isEmpty)
  }

  @Test("A handler that does not wait in some of its runs")
  func sometimes() {
    let wrong = looks {
      for number in 1...6 {
        _ = after(.milliseconds(number)).then { () -> Guarantee<Int> in
          let work = after(.milliseconds(5)).map { number }
          return number == 3 ? .value(0) : work
        }.done { note("\($0)") }
      }
    }
    #expect(wrong.map(\.warning.lint) == ["not-awaited"])
    #expect(wrong.first?.warning.sentence.hasSuffix("(1 of 6 runs of that line)") == true)
  }

  @Test("A branch of the chain that is returned, and the last call that is kept, are usual")
  func branches() {
    #expect(
      looks {
        let box = Last()
        for number in 1...4 {
          _ = after(.milliseconds(number)).then { () -> Promise<Void> in
            let mine = box.last.then { after(.milliseconds(3)) }
            box.last = mine.recover { _ in }
            return mine
          }.done { note("\(number)") }
        }
      }.isEmpty)
  }

  @Test("A call whose promise is read elsewhere, but not here")
  func notRead() {
    @Sendable func store(_ number: Int) -> Promise<Int> {
      Promise.value(number).then { _ in after(.milliseconds(2)) }.map { number }
    }
    let wrong = looks {
      let first = store(1)
      _ = store(2)
      let third = store(3)
      let fourth = store(4)
      when(fulfilled: [first, third, fourth]).done { note("\($0)") }.cauterize()
    }
    #expect(wrong.map(\.warning.lint) == ["not-read"])
  }

  @Test("Work that is started before its turn")
  func startedEarly() {
    let wrong = looks {
      let second = after(.milliseconds(2)).map { 2 }
      _ = after(.milliseconds(1)).done {
        let early = after(.milliseconds(1)).map { 3 }
        _ = after(.milliseconds(4)).then { early }.done { note("\($0)") }
      }
      second.done { note("\($0)") }
    }
    #expect(wrong.map(\.warning.lint).contains("started-early"))
    #expect(
      looks {
        _ = after(.milliseconds(1)).done {
          _ = after(.milliseconds(4)).then { after(.milliseconds(1)).map { 3 } }
            .done { note("\($0)") }
        }
      }.allSatisfy { $0.warning.lint != "started-early" })
  }

  @Test("A fan-in that reads all but one")
  func leftOut() {
    let wrong = looks {
      after(.milliseconds(1)).then {
        let parts = (1...3).map { number in after(.milliseconds(number)) }
        return when(guarantees: parts.dropLast())
      }.done { _ in note("done") }
    }
    #expect(wrong.map(\.warning.lint).contains("left-out"))
  }

  @Test("A rejected promise that two later jobs read")
  func rejectedAgain() {
    struct Failure: Error {}
    let wrong = looks {
      let cached = Promise(after(.milliseconds(1))).then { Promise<Int>(error: Failure()) }
      cached.catch { _ in note("failed") }
      for number in 1...2 {
        Promise(after(.milliseconds(5 * number))).then { cached }.catch { _ in note("again") }
      }
    }
    #expect(wrong.map(\.warning.lint).contains("read-after-rejection"))
    #expect(
      wrong.first { $0.warning.lint == "read-after-rejection" }?.warning.sentence.contains("1 more")
        == true)
  }

  @Test("Work that goes on behind a timeout")
  func leftRunning() {
    let wrong = looks {
      Promise<Int> { seals.keep($0) }.timeout(.milliseconds(5)).recover { _ in Promise.value(0) }
        .done { note("\($0)") }.cauterize()
    }
    #expect(wrong.map(\.warning.lint).contains("left-running"))
  }

  @Test("A promise that its resolver forgets, although it settles the others of its line")
  func neverResolved() {
    let line = #line + 3
    let wrong = looks {
      for number in 1...4 {
        Promise<Int> { seal in if number != 3 { seal.fulfill(number) } else { seals.keep(seal) } }
          .done { note("\($0)") }.cauterize()
      }
    }
    let sentence = wrong.first { $0.warning.lint == "never-resolved" }?.warning.sentence ?? ""
    #expect(
      sentence.contains("others of its line were settled at RelationTests.swift:\(line)"),
      "\(sentence)")
  }

  @Test("Two places at which others were settled are named, in the order of the source")
  func resolverPlaces() {
    let line = #line + 5
    let wrong = looks {
      for number in 1...5 {
        Promise<Int> { seal in
          switch number {
          case 1: seal.fulfill(number)
          case 2, 3: seal.fulfill(0)
          default: seals.keep(seal)
          }
        }.done { note("\($0)") }.cauterize()
      }
    }
    let sentence = wrong.first { $0.warning.lint == "never-resolved" }?.warning.sentence ?? ""
    #expect(
      sentence.contains("RelationTests.swift:\(line) and RelationTests.swift:\(line + 1)"),
      "\(sentence)")
  }

  @Test("Nothing is said of a run that has lost events")
  func gaps() {
    var events = recordedEvents {
      after(.milliseconds(1)).done { _ = after(.milliseconds(5)).map { 1 } }
        .done { note("stored") }.cauterize()
    }
    #expect(!looks(events).isEmpty)
    events.remove(at: events.count / 2)
    #expect(looks(events).isEmpty)
  }

  @Test("Promises that are passed on one at a time, and had begun before their turn")
  func concurrently() {
    @Sendable func job(_ number: Int) -> Guarantee<Int> {
      after(.milliseconds(5 - number)).map { number }
    }
    let wrong = looks {
      let started = (1...4).map { job($0) }
      when(label: "all", fulfilled: started.makeIterator(), concurrently: 1)
        .done { note("\($0)") }.cauterize()
    }
    #expect(wrong.map(\.warning.lint) == ["started-early"])
    let sentence = wrong.first?.warning.sentence ?? ""
    #expect(
      sentence.contains(" had been made before its turn in p9 all at RelationTests.swift:"),
      "\(sentence)")
    #expect(sentence.hasSuffix(" (3 of 4 runs of that line)"), "\(sentence)")
    #expect(
      looks {
        var numbers = (1...4).makeIterator()
        when(fulfilled: AnyIterator { numbers.next().map { job($0) } }, concurrently: 2)
          .done { note("\($0)") }.cauterize()
      }.isEmpty)
    #expect(
      looks {
        let started = (1...4).map { job($0) }
        when(fulfilled: started.makeIterator(), concurrently: 4)
          .done { note("\($0)") }.cauterize()
      }.isEmpty)
  }

  @Test("A line with many runs takes no longer than its promises")
  func large() {
    let count = Rounds.number("STRESS_LINKS") ?? 3_000
    let wrong = looks {
      for number in 1...count {
        Promise<Int> { seal in if number != 3 { seal.fulfill(number) } else { seals.keep(seal) } }
          .done { _ in }.cauterize()
      }
    }
    #expect(wrong.map(\.warning.lint) == ["never-resolved"])
    #expect(wrong.first?.warning.sentence.hasSuffix("(1 of \(count) runs of that line)") == true)
  }

  @Test("No more than three are listed, unless more are asked for")
  func limit() {
    let events = recordedEvents {
      for number in 1...2 {
        after(.milliseconds(number)).done { _ = after(.milliseconds(5)).map { 1 } }.done {}
        after(.milliseconds(number)).done { _ = after(.milliseconds(5)).map { 2 } }.done {}
        after(.milliseconds(number)).done { _ = after(.milliseconds(5)).map { 3 } }.done {}
        after(.milliseconds(number)).done { _ = after(.milliseconds(5)).map { 4 } }.done {}
      }
    }
    #expect(looks(events).count == 3)
    var state = RunState()
    for event in events { state.apply(event) }
    #expect(state.culprits(isOver: true).unlisted == 1)
    var settings = LintSettings()
    settings.worth = 10
    #expect(looks(events, settings).count == 4)
    settings.set(NotAwaited.self, isReported: false)
    #expect(looks(events, settings).isEmpty)
  }
}

/// The last promise of a queue of calls, as programs keep it.
private final class Last: @unchecked Sendable {
  var last = Promise<Void>.value(())
}

/// The resolvers of promises that are not to be freed.
private final class Seals: Sendable {
  private let seals = Mutex<[Resolver<Int>]>([])
  func keep(_ seal: Resolver<Int>) { seals.withLock { $0.append(seal) } }
}

private let seals = Seals()

func recordedEvents(_ program: @escaping @Sendable () -> Void) -> [PromiseEvent] {
  let recorder = RecordingObserver()
  let simulation = Simulation(observers: [recorder])
  simulation.start { program() }
  simulation.run()
  return recorder.events
}

func looks(_ program: @escaping @Sendable () -> Void) -> [Culprit] {
  looks(recordedEvents(program))
}

func looks(_ events: [PromiseEvent], _ settings: LintSettings = LintSettings()) -> [Culprit] {
  var state = RunState(lints: settings)
  for event in events { state.apply(event) }
  return state.culprits(isOver: true).looks.filter { $0.warning.severity == .look }
}
