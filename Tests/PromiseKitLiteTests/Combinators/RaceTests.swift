import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("race over inputs of every form")
struct RaceTests {
  @Test("race of guarantees is a guarantee: nothing to catch")
  func guarantees() {
    let run = Run {
      let (slow, fast) = (after(.milliseconds(5)).map { 1 }, after(.milliseconds(2)).map { 2 })
      race(label: "one by one", slow, fast).done { note("\($0)") }
      race(label: "array", guarantees: [slow, fast]).done { note("\($0)") }
      race(after(seconds: 2), after(seconds: 1)).done { note("later") }
    }
    #expect(run.notes == ["2", "2", "later"])
    #expect(run.creation(of: "one by one")?.operation == .race)
  }

  @Test("race of no guarantees stays pending, and is reported; it does not trap")
  func noGuarantees() {
    let run = Run {
      race(label: "none", guarantees: [Guarantee<Int>]()).done { _ in note("never") }
    }
    #expect(run.notes == [])
    #expect(run.waiting(for: "none")?.count == 1)
  }

  @Test("race for the first fulfilled, one by one, promises and guarantees mixed")
  func fulfilled() {
    let run = Run {
      let bad = Promise<Int>(error: Failure("bad"))
      race(label: "any", fulfilled: bad, Guarantee.value(2), bad).done { note("\($0)") }.catch {
        _ in
      }
      race(fulfilled: bad, bad).catch { error in
        guard case PMKError.noWinner(let errors) = error else { return }
        note("\(errors.count)")
      }
    }
    #expect(run.notes == ["2", "2"])
    #expect(run.creation(of: "any")?.parents.count == 3)
  }

  @Test("a race of a promise and a guarantee may fail, and is a promise")
  func mixed() {
    let promise: Promise<Int> = race(Promise(error: Failure("x")), Guarantee.value(1))
    #expect(promise.error as? Failure == Failure("x"))
    let labelled: Promise<Int> = race(
      label: "label", Guarantee.value(1), Promise(error: Failure("x")))
    #expect(labelled.value == 1)
  }
}

@Suite("The common terms as statics: all, allSettled, race, any")
struct FieldWordsTests {
  @Test("all over arrays, single inputs, and several types")
  func all() {
    let (p, g) = (Promise.value(1), Guarantee.value("a"))
    #expect(Promise.all([p, .value(2)]).value == [1, 2])
    #expect(Promise.all([Promise<Int>]()).value == [])
    #expect(Promise.all([Promise<Void>.value]).map(on: nil) { 1 }.value == 1)
    let pair = Promise.all(p, g)
    #expect(pair.value?.0 == 1 && pair.value?.1 == "a")
    #expect(Promise.all(p, g, p).value?.2 == 1)
    #expect(Promise.all(label: "label", p, g, p, g).value?.3 == "a")
    #expect(Promise.all(p, p, p, p, p).value == [1, 1, 1, 1, 1])
    #expect(Promise.all(p, Promise<Int>(error: Failure("x"))).error as? Failure == Failure("x"))
  }

  @Test("allSettled and any over arrays and single inputs")
  func others() {
    let bad = Promise<Int>(error: Failure("x"))
    let settled: [Result<Int, any Error>]? = Promise.allSettled([bad, .value(1)]).value
    #expect(settled?.map { (try? $0.get()) ?? 0 } == [0, 1])
    #expect(Promise.allSettled(bad, Guarantee.value(1)).value?.count == 2)
    #expect(Promise.any([bad, .value(1)]).value == 1)
    #expect(Promise.any(bad, Guarantee.value(1)).value == 1)
  }

  @Test("the events are those of when and race")
  func events() {
    let run = Run {
      let (one, two) = (Promise.value(1), Promise.value(2))
      _ = Promise.all(label: "all", [one, two])
      _ = Promise.all(label: "pair", one, two)
      _ = Promise.allSettled(label: "allSettled", [one, two])
      _ = PromiseKitLite.race(label: "race", [one, two])
      _ = Promise.any(label: "any", one, two)
    }
    let operations = ["all", "pair", "allSettled", "race", "any"].map { label in
      run.creation(of: label).map { "\($0.operation) \($0.parents)" }
    }
    #expect(
      operations == [
        "all [p1, p2]", "all [p1, p2]", "allSettled [p1, p2]", "race [p1, p2]", "any [p1, p2]",
      ])
    #expect(run.settlement(of: "race")?.from == 1)
  }
}
