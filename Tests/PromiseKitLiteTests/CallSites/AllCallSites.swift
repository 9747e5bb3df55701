import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// `Promise.all` in every position: it has no type of its own until something follows.
@Suite("Call sites: Promise.all")
struct AllCallSites {
  private var save: Promise<Void> { .value }
  private var saves: [Promise<Void>] { [save, save] }
  private var failing: [Promise<Void>] { [save, Promise(error: Failure("x"))] }

  @Test("An array of promises without values is a promise without a value, whatever follows")
  func voids() {
    let run = Run {
      Promise.all(failing).catch { note("catch \($0)") }
      Promise.all(failing).catch { _ in }.finally { note("finally") }
      Promise.all(saves).ensure { note("ensure") }.cauterize()
      Promise.all(saves).cauterize().finally { note("cauterize") }
      Promise.all(failing).recover { _ in .value(()) }.done { note("recover") }.cauterize()
      Promise.all(saves).tap { _ in note("tap") }.cauterize()
      Promise.all(saves).map { 1 }.done { note("map \($0)") }.cauterize()
      Promise.all(saves).then { Promise.all(saves) }.done { note("then") }.cauterize()
      firstly { Promise.all(saves) }.done { note("firstly") }.cauterize()
      Promise.all(saves.map { $0.asVoid() }).delay(seconds: 1).done { note("delay") }.cauterize()
      Promise.all([Guarantee(), after(seconds: 1)]).done { note("guarantees") }.cauterize()
    }
    #expect(
      run.notes.sorted() == [
        "catch x", "cauterize", "delay", "ensure", "finally", "firstly", "guarantees", "map 1",
        "recover", "tap", "then",
      ])
  }

  @Test("In a variable, as a result, and where an array is expected")
  func types() throws {
    let all = Promise.all(saves)
    let same: Promise<Void> = all
    let implicit: Promise<Void> = .all(saves)
    let array: Promise<[Void]> = Promise.all(saves)
    func returned() -> Promise<Void> { Promise.all(saves) }
    try all.wait()
    #expect(same.isFulfilled && implicit.isFulfilled && returned().isFulfilled)
    #expect(array.value?.count == 2)
    let numbers = Promise.all([Promise.value(1), .value(2)])
    let typed: Promise<[Int]> = numbers
    #expect(typed.value == [1, 2])
  }

  @Test("Separate arguments are a tuple, or nothing, or an array")
  func separate() {
    let run = Run {
      let (one, text) = (Promise.value(1), Guarantee.value("a"))
      Promise.all(save, save).done { note("two") }.cauterize()
      Promise.all(save, Guarantee(), save, Guarantee(), save).done { note("five") }.cauterize()
      Promise.all(save, save).done { _, _ in note("pair") }.cauterize()
      Promise.all(save, save).catch { _ in }
      Promise.all(save, save, save, save, save).catch { _ in }
      Promise.all(one, text).done { note("\($0) \($1)") }.cauterize()
      Promise.all(save, one).done { note("\($1)") }.cauterize()
      Promise.all(one, one, one, one, one).done { note("\($0.count)") }.cauterize()
      let array: Promise<[Int]> = Promise.all(one, one)
      array.done { note("\($0)") }.cauterize()
    }
    #expect(run.notes.sorted() == ["1", "1 a", "5", "[1, 1]", "five", "pair", "two"])
  }
}
