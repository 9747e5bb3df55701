import Dispatch
import PromiseKitLite
import Testing

@Suite("Timers at the end of time")
struct FarTimerTests {
  @Test("a timer that is due in centuries, or never, does not fire immediately on Dispatch's clock")
  func far() {
    let (fired, passed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let timers = [after(.never), after(seconds: 1e10), after(seconds: 8e9), after(.seconds(.max))]
    for timer in timers { timer.done(on: nil) { fired.signal() } }
    // What is due immediately fires before this one.
    after(.milliseconds(50)).done(on: nil) { passed.signal() }
    passed.wait()
    #expect(fired.wait(timeout: .now()) == .timedOut)
  }
}
