import Dispatch
import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// `after` as PromiseKit's users write it.
@Suite("PromiseKit's call sites: after")
struct AfterCallSites {
  @Test("after, in seconds or in an interval")
  func intervals() {
    let run = Run {
      after(seconds: 0.3).done { note("3") }
      after(.milliseconds(20)).done { note("2") }
      after(.seconds(1)).then { after(seconds: 0) }.done { note("4") }
      let wait = after(.microseconds(1))
      firstly { Promise.value(1) }.then { value in wait.map { value } }.done { note("\($0)") }
        .cauterize()
    }
    #expect(run.notes == ["1", "2", "3", "4"])
  }

  @Test("an interval in a variable, and a pause within a chain")
  func variables() {
    let run = Run {
      let seconds: Double = 2
      let interval: DispatchTimeInterval = .seconds(1)
      after(seconds: seconds).done { note("2") }
      after(interval).done { note("1") }
      after(seconds: 3).done(on: Queues.side) { note("3") }
      Promise.value("4").then { value in after(seconds: 4).map { value } }.done { note($0) }
        .cauterize()
      Promise.value("5").then { value in after(seconds: 5).then { Promise.value(value) } }
        .done { note($0) }.cauterize()
    }
    #expect(run.notes == ["1", "2", "3", "4", "5"])
  }
}
