import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("delay passes a value on later")
struct DelayTests {
  @Test("the value arrives after the delay, which starts when there is a value")
  func value() throws {
    let run = Run {
      after(.milliseconds(10)).map { 7 }.delay(label: "delayed", .milliseconds(5))
        .done { note("\($0)") }
      Promise.value(1).delay(label: "seconds", seconds: 0.002).done { note("\($0)") }.catch { _ in }
    }
    #expect(run.notes == ["1", "7"])
    #expect(run.time(ofSettling: "delayed") == 15_000_000)
    #expect(run.time(ofSettling: "seconds") == 2_000_000)
    let delayed = try #require(run.creation(of: "delayed"))
    #expect(delayed.operation == .delay && delayed.parents.count == 1)
    #expect(
      run.kinds.contains { kind in
        if case .timerScheduled(_, delayed.promise, 15_000_000) = kind { true } else { false }
      })
  }

  @Test("an error is not delayed, and needs no timer")
  func error() {
    let run = Run {
      Promise<Int>(error: Failure("x")).delay(label: "delayed", .seconds(5)).catch { note("\($0)") }
    }
    #expect(run.notes == ["x"])
    #expect(run.time(ofSettling: "delayed") == 0)
    #expect(!run.kinds.contains { if case .timerScheduled = $0 { true } else { false } })
  }

  @Test("a delayed guarantee is still a guarantee")
  func guarantee() {
    let run = Run {
      let delayed: Guarantee<Int> = Guarantee.value(1).delay(.milliseconds(1))
      delayed.done { note("\($0)") }
      Guarantee.value(2).delay(seconds: 1).done { note("\($0)") }
    }
    #expect(run.notes == ["1", "2"])
  }

  @Test("zero, negative, and invalid times: a turn of the clock")
  func nothing() {
    let run = Run {
      Promise.value(1).delay(.seconds(-1)).done { note("\($0)") }.catch { _ in }
      Promise.value(2).delay(seconds: .nan).done { note("\($0)") }.catch { _ in }
      Promise.value(3).delay(seconds: -.infinity).done { note("\($0)") }.catch { _ in }
    }
    #expect(run.notes == ["1", "2", "3"])
  }

  @Test("cancelling the chain stops the timer")
  func cancelled() {
    let run = Run {
      let context = CancelContext()
      _ = context.run {
        Promise.value(1).delay(label: "delayed", .seconds(60)).done { _ in note("never") }.catch {
          _ in
        }
      }
      after(.seconds(1)).done { context.cancel() }
    }
    #expect(run.notes == [])
    #expect(run.settlement(of: "delayed")?.outcome == .cancelled)
    #expect(run.kinds.contains { if case .timerCancelled = $0 { true } else { false } })
    #expect((run.events.last?.time ?? 0) < 2_000_000_000)
  }
}
