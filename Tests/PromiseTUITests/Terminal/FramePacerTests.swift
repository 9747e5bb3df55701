import Testing

@testable import promise_tui

private let millisecond: Int64 = 1_000_000

@Suite struct FramePacerTests {
  @Test("the first frame is drawn immediately, then none until something changes")
  func first() {
    var pacer = FramePacer()
    #expect(pacer.takeFrame(at: 0) == true)
    #expect(pacer.takeFrame(at: 1000 * millisecond) == false)
    #expect(pacer.patience(at: 1000 * millisecond, draws: true) == nil)
  }

  @Test("a change after a pause is drawn immediately")
  func afterRest() {
    var pacer = FramePacer()
    #expect(pacer.takeFrame(at: 0) == true)
    pacer.changed()
    #expect(pacer.patience(at: 500 * millisecond, draws: true) == 0)
    #expect(pacer.takeFrame(at: 500 * millisecond) == true)
  }

  @Test("under load there are at most 30 frames per second")
  func load() {
    var pacer = FramePacer()
    var frames = 0
    for time in 0..<1000 {
      pacer.changed()
      if pacer.takeFrame(at: Int64(time) * millisecond) { frames += 1 }
    }
    #expect((28...31).contains(frames))
  }

  @Test("a change waits no longer than for the end of the previous frame")
  func waits() {
    var pacer = FramePacer()
    #expect(pacer.takeFrame(at: 0) == true)
    pacer.changed()
    #expect(pacer.takeFrame(at: 10 * millisecond) == false)
    #expect(pacer.patience(at: 10 * millisecond, draws: true) == 24)
    #expect(pacer.takeFrame(at: 34 * millisecond) == true)
  }

  @Test("a tick comes once, not before its time, and only the latest request counts")
  func ticks() {
    var pacer = FramePacer()
    #expect(pacer.takeFrame(at: 0) == true)
    pacer.wantTick(at: 5 * millisecond)
    pacer.wantTick(at: 20 * millisecond)
    #expect(pacer.patience(at: 0, draws: true) == 20)
    #expect(pacer.takeTick(at: 19 * millisecond) == false)
    #expect(pacer.takeTick(at: 20 * millisecond) == true)
    #expect(pacer.takeTick(at: 21 * millisecond) == false)
  }

  @Test("while the screen is suspended, a change does not wake the loop")
  func away() {
    var pacer = FramePacer()
    pacer.changed()
    #expect(pacer.patience(at: 0, draws: false) == nil)
    #expect(pacer.patience(at: 0, draws: true) == 0)
  }
}
