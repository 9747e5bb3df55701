import Dispatch
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import Synchronization
import TestSupport
import Testing

/// The relations between the calls of a line, and between work and what decided without it: each with a program that has
/// what it looks for, and with one that is as it should be.
@Suite("What is worth a look among calls")
struct CallRelationTests {
  @Test("An answer to an older question that comes last", arguments: [true, false])
  func outOfOrder(isLate: Bool) {
    let wrong = looks {
      for place in 1...6 {
        _ = after(.milliseconds(20 * place)).then {
          Promise(after(.milliseconds(isLate && place == 4 ? 50 : 5))).tap { _ in
            note("\(place)")
          }
        }
      }
    }
    #expect(wrong.map(\.warning.lint) == (isLate ? ["out-of-order"] : []))
    guard isLate else { return }
    let sentence = wrong.first?.warning.sentence ?? ""
    #expect(sentence.contains("the handler of a newer call"), "\(sentence)")
    #expect(sentence.hasSuffix("(1 of 6 runs of that line)"), "\(sentence)")
  }

  @Test(
    "Calls that are under way at the same time, and calls with labels of their own, are independent"
  )
  func independent() {
    #expect(
      looks {
        for place in 1...8 {
          after(.milliseconds(place)).then {
            after(.milliseconds(place == 4 ? 50 : 20)).done { note("\(place)") }
          }
        }
      }.isEmpty)
    #expect(
      looks {
        for place in 1...6 {
          after(.milliseconds(20 * place)).then {
            after(.milliseconds(place == 4 ? 50 : 5)).done(label: "row \(place)") {
              note("\(place)")
            }
          }
        }
      }.isEmpty)
  }

  @Test(
    "Work that one of two places starts while that of the other is under way",
    arguments: [true, false])
  func overlap(isGuarded: Bool) {
    let running = Mutex<Guarantee<Int>?>(nil)
    @Sendable func renew() -> Guarantee<Int> {
      after(.milliseconds(10)).map { 1 }
    }
    @Sendable func renewOnce() -> Guarantee<Int> {
      running.withLock { running in
        if let last = running, last.isPending { return last }
        let next = renew()
        running = next
        return next
      }
    }
    let wrong = looks {
      for place in 1...5 {
        after(.milliseconds(20 * place)).then { renewOnce().map { $0 + 1 } }.done { note("\($0)") }
      }
      after(.milliseconds(105)).then { (isGuarded ? renewOnce() : renew()).map { $0 + 2 } }
        .done { note("\($0)") }
    }
    #expect(wrong.map(\.warning.lint) == (isGuarded ? [] : ["overlap"]))
    #expect(
      isGuarded
        || wrong.first?.warning.sentence.contains("before the previous run of its line was done")
          == true
    )
  }

  @Test("A handler that each call attaches to a promise that they share", arguments: [true, false])
  func attachedAgain(isInEachCall: Bool) {
    let wrong = looks {
      let shared = after(.milliseconds(50)).map { 1 }
      if !isInEachCall { shared.done { _ in note("counted") } }
      @Sendable func value() -> Guarantee<Int> {
        if isInEachCall { shared.done { _ in note("counted") } }
        return shared.map { $0 + 1 }
      }
      for place in 1...3 {
        after(.milliseconds(place)).then { value() }.done { note("\($0)") }
      }
    }
    #expect(wrong.map(\.warning.lint) == (isInEachCall ? ["attached-again"] : []))
    #expect(
      !isInEachCall || wrong.first?.warning.sentence.hasSuffix("(2 of 3 runs of that line)") == true
    )
  }

  @Test("A handler for each caller of a shared promise is usual")
  func shared() {
    #expect(
      looks {
        let shared = after(.milliseconds(50)).map { 1 }
        for place in 1...4 {
          after(.milliseconds(place)).done { shared.done { note("\($0 + place)") } }
        }
      }.allSatisfy { $0.warning.lint != "attached-again" })
  }

  @Test("Work that begins something behind a race that was decided", arguments: [true, false])
  func afterDecision(goesOn: Bool) {
    let wrong = looks {
      for place in 1...4 {
        let slow = after(.milliseconds(20)).then {
          goesOn && place == 2 ? after(.milliseconds(3)).map { 1 } : .value(1)
        }
        race(slow, after(.milliseconds(10)).map { 0 }).done { note("\($0)") }
      }
    }
    #expect(wrong.filter { $0.warning.lint == "after-decision" }.count == (goesOn ? 1 : 0))
  }

  @Test("A time that is up while the work stands behind another handler", arguments: [true, false])
  func blocked(sharesQueue: Bool) {
    let shared = DispatchQueue(label: "shared")
    let other = DispatchQueue(label: "other")
    let wrong = looks {
      after(.milliseconds(1)).done(on: shared) {
        PromiseEnvironment.work(for: .milliseconds(50))
      }
      Promise(after(.milliseconds(10))).then(on: sharesQueue ? shared : other) { Promise.value(1) }
        .timeout(.milliseconds(20)).recover { _ in Promise.value(0) }.done { note("\($0)") }
        .cauterize()
    }
    #expect(wrong.filter { $0.warning.lint == "blocked-work" }.count == (sharesQueue ? 1 : 0))
  }

  @Test("A branch that does not wait, although the others of its handler do")
  func unlikeBranch() {
    let wrong = looks {
      for place in 1...5 {
        after(.milliseconds(place)).then(label: "apply") { () -> Promise<Void> in
          let change = Promise(after(.milliseconds(5)))
          if place != 3 { return change.done { note("\(place)") } }
          change.done { note("\(place)") }.catch { _ in note("failed") }
          return Promise()
        }.done { note("applied") }.cauterize()
      }
    }
    #expect(wrong.map(\.warning.lint) == ["not-awaited"])
    #expect(wrong.first?.warning.sentence.contains("apply started a chain") == true)
  }

  @Test("A recover that swallows an error in few runs is listed only for a symptom")
  func swallowed() {
    struct Failure: Error {}
    let events = recordedEvents {
      for place in 1...6 {
        Promise(after(.milliseconds(place))).done { if place == 4 { throw Failure() } }
          .recover { _ in }.done(label: "saved \(place)") { note("\(place)") }.cauterize()
      }
    }
    #expect(looks(events).isEmpty)
    let found = looks(events, about: "saved 4")
    #expect(found.map(\.warning.lint) == ["swallowed"])
    let sentence = found.first?.warning.sentence ?? ""
    #expect(sentence.contains("turned an error into a value"), "\(sentence)")
    #expect(sentence.hasSuffix("(1 of 6 runs of that line)"), "\(sentence)")
  }

  @Test("A run that overlaps once, although the others follow one another, is usual")
  func overlapOfOne() {
    let events = recordedEvents {
      @Sendable func sync(_ place: Int) -> Guarantee<Void> {
        after(.milliseconds(place == 3 ? 30 : 5)).map { place }
          .done(label: "store") { note("\($0)") }
      }
      for place in 1...6 { _ = after(.milliseconds(20 * place)).then { sync(place) } }
    }
    #expect(looks(events).allSatisfy { $0.warning.lint != "overlap" })
    #expect(looks(events, about: "store").map(\.warning.lint).contains("overlap"))
  }
}

/// Returns what is worth a look for a reader to whom the promises with a label are the symptom.
private func looks(_ events: [PromiseEvent], about label: String) -> [Culprit] {
  var state = RunState()
  for event in events { state.apply(event) }
  let promises = state.graph.promises.filter { $0.creation.label == label }.map(\.id)
  let symptom = Symptom(label, about: promises, in: state.graph)
  return Array(state.culprits(isOver: true, symptom: symptom).looks)
}
