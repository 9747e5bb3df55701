import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// `race` as PromiseKit's users write it.
@Suite("PromiseKit's call sites: race")
struct RaceCallSites {
  @Test("race of single inputs, of an array, of guarantees, and for the first fulfilled one")
  func forms() {
    let run = Run {
      race(after(seconds: 1).map { "slow" }, after(seconds: 0.5).map { "quick" })
        .done { note("1 \($0)") }
      race([Promise.value(1), Promise<Int>.pending().promise]).done { note("2 \($0)") }.cauterize()
      race(Promise<Int>(error: Failure("x")), Promise.value(1)).catch { note("3 \($0)") }
      race(fulfilled: [Promise<Int>(error: Failure("x")), Promise.value(1)])
        .done { note("4 \($0)") }.cauterize()
      race([Promise<Int>]()).catch { note("5 \($0)") }
      race(fulfilled: [Promise<Int>(error: Failure("x"))]).catch { error in
        if case PMKError.noWinner = error { note("6") }
      }
      let timeout = after(seconds: 2).done { throw PMKError.cancelled }
      race(Promise<Void>.pending().promise, timeout).catch(policy: .allErrors) { _ in note("7") }
    }
    #expect(
      run.notes.sorted() == [
        "1 quick", "2 1", "3 x", "4 1", "5 Bad input was provided to a PromiseKit function", "6",
        "7",
      ])
  }
}
