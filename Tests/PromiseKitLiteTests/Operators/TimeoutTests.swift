import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("timeout rejects after a while")
struct TimeoutTests {
  @Test(
    "a promise that takes longer is rejected with timedOut; its later settlement is posted as ignored"
  )
  func late() throws {
    let run = Run {
      after(.milliseconds(30)).map { note("work goes on") }
        .timeout(label: "limited", .milliseconds(10))
        .done { note("never") }
        .catch { error in if case PMKError.timedOut = error { note("timed out") } }
    }
    #expect(run.notes == ["timed out", "work goes on"])
    #expect(run.time(ofSettling: "limited") == 10_000_000)
    let limited = try #require(run.id(of: "limited"))
    #expect(
      run.kinds.contains { kind in
        if case .resolutionIgnored(limited, _, .fulfilled) = kind { true } else { false }
      })
    #expect(run.creation(of: "limited")?.operation == .timeout)
  }

  @Test(
    "a value or an error in time is passed on, and the timer is stopped: nothing keeps the run alive"
  )
  func inTime() {
    let run = Run {
      after(.milliseconds(1)).map { 1 }.timeout(label: "value", seconds: 60).done { note("\($0)") }
        .catch { _ in }
      after(.milliseconds(1)).map { throw Failure("x") }.timeout(label: "error", .seconds(60))
        .done { note("never") }.catch { note("\($0)") }
    }
    #expect(run.notes.sorted() == ["1", "x"])
    #expect(run.events.last?.time == 1_000_000)
    let stopped = run.kinds.compactMap { kind -> PromiseID? in
      if case .timerCancelled(_, let promise) = kind { promise } else { nil }
    }
    #expect(Set(stopped) == Set(["value", "error"].compactMap { run.id(of: $0) }))
  }

  @Test("a settled promise needs no timer")
  func settledAlready() {
    let run = Run {
      Promise.value(1).timeout(.seconds(1)).done { note("\($0)") }.catch { _ in }
      Promise<Int>(error: Failure("x")).timeout(seconds: 1).catch { note("\($0)") }
    }
    #expect(run.notes == ["1", "x"])
    #expect(!run.kinds.contains { if case .timerScheduled = $0 { true } else { false } })
  }

  @Test(
    "an error that arrives too late is not posted as unhandled: the program received another error"
  )
  func lateError() {
    let run = Run {
      after(.milliseconds(30)).map { throw Failure("late") }
        .timeout(.milliseconds(10)).catch { _ in note("timed out") }
    }
    #expect(run.notes == ["timed out"])
    #expect(!run.kinds.contains { if case .errorUnhandled = $0 { true } else { false } })
  }

  @Test("a promise that is dropped while pending still times out")
  func givenUp() {
    let run = Run {
      Promise<Int>.pending(label: "given up").promise.timeout(.milliseconds(5)).catch {
        note("\($0)")
      }
    }
    #expect(run.notes == ["\(PMKError.timedOut)"])
  }

  @Test(
    "cancelling the chain stops the timer, whether or not the promise before it is cancelled too")
  func cancelled() {
    for inside in [true, false] {
      let run = Run {
        let context = CancelContext()
        let outer = Promise<Int>.pending()
        context.run {
          let work = inside ? Promise<Int>.pending().promise : outer.promise
          work.until(context).timeout(label: "limited", .seconds(60)).catch { _ in note("never") }
        }
        after(.seconds(1)).done {
          context.cancel()
          withExtendedLifetime(outer) {}
        }
      }
      #expect(run.notes == [])
      #expect(run.settlement(of: "limited")?.outcome == .cancelled)
      #expect(run.kinds.contains { if case .timerCancelled = $0 { true } else { false } })
      #expect((run.events.last?.time ?? 0) < 2_000_000_000)
    }
  }

  @Test("a guarantee with a timeout is a promise")
  func guarantee() {
    let run = Run {
      after(seconds: 2).timeout(seconds: 1).done { note("never") }.catch { _ in note("timed out") }
    }
    #expect(run.notes == ["timed out"])
  }

  @Test("the timer of a settled promise releases everything on real queues too")
  func lifetime() {
    let freed = DispatchSemaphore(value: 0)
    do {
      let pending = Promise<Signal>.pending()
      let limited = pending.promise.timeout(.seconds(3600))
      pending.resolver.fulfill(Signal(freed))
      #expect(limited.isFulfilled)
    }
    freed.wait()
  }
}

/// Signals when it is freed.
private final class Signal: Sendable {
  private let semaphore: DispatchSemaphore
  init(_ semaphore: DispatchSemaphore) { self.semaphore = semaphore }
  deinit { semaphore.signal() }
}
