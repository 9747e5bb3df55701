import PromiseKitLite
import TestSupport
import Testing

@Suite("ensureThen: always runs, and waits")
struct EnsureThenTests {
  @Test("a value is passed on when the guarantee is fulfilled, not before")
  func value() {
    let run = Run {
      Promise.value(1)
        .ensureThen {
          note("closing")
          return after(seconds: 1).done { note("closed") }
        }
        .done { note("\($0)") }
        .catch { _ in note("never") }
    }
    #expect(run.notes == ["closing", "closed", "1"])
  }

  @Test("so are an error and a cancellation")
  func errors() {
    let run = Run {
      Promise<Int>(error: Failure("x")).ensureThen { after(seconds: 1) }
        .ensure { note("over") }.catch { note("\($0)") }
      Promise<Int>(error: Cancelled()).ensureThen(label: "cancelled") { after(seconds: 2) }
        .cancelled { note("cancelled") }
    }
    #expect(run.notes == ["over", "x", "cancelled"])
    #expect(run.settlement(of: "cancelled")?.outcome == .cancelled)
    #expect(run.unhandled.isEmpty)
  }

  @Test("an error that waits is not unhandled because another branch has ended in the meantime")
  func waitingError() {
    let run = Run {
      let failing = Promise<Int>(error: Failure("x"))
      failing.ensureThen { after(seconds: 1) }.catch { note("caught \($0)") }
      _ = failing.done { _ in note("never") }
    }
    #expect(run.notes == ["caught x"])
    #expect(run.unhandled.isEmpty)
  }

  @Test("an unhandled error is posted as unhandled, once, after the wait")
  func unhandled() {
    let run = Run {
      Promise<Int>(error: Failure("x")).ensureThen { after(seconds: 1).done { note("waited") } }
    }
    #expect(run.unhandled == ["x"])
    let told = run.index { if case .errorUnhandled = $0 { true } else { false } }
    let waited = run.index { $0 == .note("waited") }
    #expect(told ?? 0 > waited ?? .max)
  }
}

@Suite("ensureThen: what it waits for is cancelled, or dropped")
struct EnsureThenEndTests {
  @Test(
    "the outcome is passed on when the work that it waits for is cancelled",
    arguments: [true, false])
  func cancelled(fails: Bool) {
    let run = Run {
      let context = CancelContext()
      let start = fails ? Promise<Int>(error: Failure("x")) : .value(1)
      start
        .ensureThen { context.run { after(seconds: 10) } }
        .done { note("\($0)") }
        .catch { note("\($0)") }
      at(5) { context.cancel() }
    }
    #expect(run.notes == [fails ? "x" : "1"] && run.unhandled.isEmpty)
  }

  @Test("an error is posted as unhandled when the work that it waits for is dropped")
  func givenUp() {
    let run = Run {
      Promise<Int>(error: Failure("x"))
        .ensureThen { Guarantee<Void>.pending().guarantee }
        .catch { _ in note("never") }
    }
    #expect(run.notes.isEmpty && run.unhandled == ["x"])
  }
}
