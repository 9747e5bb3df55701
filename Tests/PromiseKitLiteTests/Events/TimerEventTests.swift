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
}
