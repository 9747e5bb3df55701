import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// `firstly` as PromiseKit's users write it.
@Suite("PromiseKit's call sites: firstly")
struct FirstlyCallSites {
  @Test("firstly with a promise, a guarantee, a throw, and any thenable")
  func kinds() {
    let run = Run {
      firstly { Promise.value(1) }.done { note("\($0)") }.catch { _ in }
      firstly { Guarantee.value(2) }.done { note("\($0)") }
      firstly { () -> Promise<Int> in
        throw Failure("x")
      }.catch { note("\($0)") }
      firstly { try guaranteed() }.done { note("\($0)") }.catch { _ in }
      firstly { when(fulfilled: Promise.value(4), Guarantee.value(5)) }
        .done { note("\($0) \($1)") }.catch { _ in }
      firstly {
        race(Promise.value(6), Promise.value(7))
      }.then { number -> Promise<Int> in
        note("\(number)")
        return Promise.value(number + 2)
      }.done { number in
        note("\(number)")
      }.catch { _ in note("never") }
    }
    #expect(run.notes.sorted() == ["1", "2", "3", "4 5", "6", "8", "x"])
  }

  @Test("a function instead of the closure, and several statements")
  func functions() {
    let run = Run {
      firstly(execute: promised).done { note("\($0)") }.cauterize()
      firstly { () -> Guarantee<Int> in
        note("several")
        return .value(9)
      }.done { note("\($0)") }
      firstly {
        return promised()
      }.map { $0 + 1 }.done { note("\($0)") }.cauterize()
    }
    #expect(run.notes == ["several", "1", "9", "2"])
  }
}

private func guaranteed() throws -> Guarantee<Int> { .value(3) }
private func promised() -> Promise<Int> { .value(1) }
