import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("The events timerScheduled, timerFired and timerCancelled")
struct TimerEventTests {
  @Test("a timer is set with its due time, and fires then; the settlement follows")
  func fires() throws {
    let run = Run { _ = after(label: "it", .milliseconds(7)) }
    #expect(
      run.names(of: "it") == [.created, .timerScheduled, .timerFired, .settled, .deallocated])
    #expect(run.kinds.contains(.timerScheduled(timer: 1, promise: 1, due: 7_000_000)))
    let fired = try #require(run.events.first { $0.kind == .timerFired(timer: 1, promise: 1) })
    #expect(fired.time == 7_000_000 && fired.queue == nil)
  }

  @Test(
    "timers fire in the order in which they are due, and at the same time in the order they were set"
  )
  func order() {
    let run = Run { for delay in [3, 1, 3, 2] { _ = after(.milliseconds(delay)) } }
    let fired = run.all { if case .timerFired(let timer, _) = $0 { timer } else { nil } }
    #expect(fired == [2, 4, 1, 3])
  }

  @Test("delay sets its timer when the value arrives, and not before")
  func delay() {
    let run = Run { _ = after(.milliseconds(1)).delay(label: "it", .milliseconds(2)) }
    let it = run.id(of: "it")
    #expect(
      run.all { kind -> Int64? in
        if case .timerScheduled(_, it, let due) = kind { due } else { nil }
      } == [3_000_000])
    #expect(run.events(.timerFired).map(\.time) == [1_000_000, 3_000_000])
  }

  @Test("timeout sets its timer immediately; it fires, or is stopped when the promise settles")
  func timeout() throws {
    let run = Run {
      _ = after(.milliseconds(1)).timeout(label: "in time", .milliseconds(2))
      _ = after(.milliseconds(4)).timeout(label: "too late", .milliseconds(3))
    }
    #expect(
      run.names(of: "in time")
        == [
          .created, .timerScheduled, .handlerAttached, .jobEnqueued, .jobStarted, .timerCancelled,
          .jobEnded, .settled, .deallocated,
        ])
    let late = run.names(of: "too late")
    #expect(late.prefix(5) == [.created, .timerScheduled, .handlerAttached, .timerFired, .settled])
    #expect(!late.contains(.timerCancelled) && late.contains(.resolutionIgnored))
    #expect(run.settlement(of: "too late")?.outcome == .rejected)
    let stopped = try #require(run.events(.timerCancelled).first)
    #expect(stopped.time == 1_000_000)
  }

  @Test("retry sets a timer for each pause between two attempts")
  func retry() {
    let run = Run {
      retrying(label: "it", times: 3, delay: .milliseconds(2)) { _ in
        Promise<Int>(error: Failure("x"))
      }
      .cauterize()
    }
    let it = run.id(of: "it")
    let timers = run.kinds.filter { $0.promises.contains { $0 == it } && $0.name == .timerFired }
    #expect(timers.count == 2 && run.events(.timerScheduled).count == 2)
    #expect(run.events(.timerFired).map(\.time) == [2_000_000, 4_000_000])
  }

  @Test("a timer of a cancelled chain is stopped, posted as such, and never fires")
  func cancelled() {
    let run = Run {
      let context = CancelContext()
      context.run {
        _ = after(label: "it", .seconds(7))
        _ = Promise.value(1).delay(label: "delayed", .seconds(8))
      }
      after(.milliseconds(1)).done { context.cancel() }
    }
    for label in ["it", "delayed"] {
      #expect(run.names(of: label).contains(.timerCancelled))
      #expect(!run.names(of: label).contains(.timerFired))
    }
    #expect(run.events.last?.time == 1_000_000)
  }
}
