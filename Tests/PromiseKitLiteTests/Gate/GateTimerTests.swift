import Dispatch
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("The clock of the timers stands still while the gate is closed")
struct GateTimerTests {
  private func timer(_ label: String, _ seconds: Double, in run: Gated) -> Promise<Void> {
    run.environment.run {
      after(label: label, seconds: seconds).map(on: nil) { run.log.add(label) }
        .then(on: nil) { Promise.value($0) }
    }
  }

  private func timers(of run: Gated) -> [String] {
    run.gate.view.timers.map { ($0.subject.label ?? "?") + ($0.isDue ? "!" : "") }
  }

  @Test("A timer that is due is held, and fires when the gate opens")
  func held() throws {
    let run = Gated()
    let timer = timer("t", 0, in: run)
    run.until("due") { $0.timers.first?.isDue == true }
    #expect(run.log.all.isEmpty)
    run.gate.open(because: "")
    try timer.wait()
    #expect(run.log.all == ["t"] && run.gate.view.timers.isEmpty)
  }

  @Test(
    "A timer that is let go fires as if the time until then had passed; a step fires only one that is due"
  )
  func letGo() throws {
    let run = Gated()
    let timers = [timer("late", 7200, in: run), timer("early", 3600, in: run)]
    #expect(self.timers(of: run) == ["early", "late"])
    run.gate.step()
    run.gate.turn()
    #expect(self.timers(of: run) == ["early", "late"])
    run.fireNext()
    try timers[1].wait()
    #expect(run.log.all == ["early"] && self.timers(of: run) == ["late"])
    let remaining = try #require(run.gate.view.timers.first?.remaining)
    #expect(remaining < 3601 * 1_000_000_000 && remaining > 3500 * 1_000_000_000)
    run.fireNext()
    try timers[0].wait()
    #expect(run.log.all == ["early", "late"])
    run.gate.open(because: "")
  }

  @Test("Timers that are let go at once fire in their order")
  func quickly() throws {
    for _ in 0..<20 {
      // None of them blocks its thread, which may be interrupted.
      let run = Gated(longestTurn: 3_600_000_000_000)
      let timers = (0..<5).map { timer("\($0)", 1000 + Double($0), in: run) }
      for _ in timers { run.fireNext() }
      try timers.waitForAll()
      #expect(run.log.all == ["0", "1", "2", "3", "4"])
      run.gate.open(because: "")
    }
  }

  @Test("A chosen timer fires only if no other is due first")
  func choosing() throws {
    let run = Gated()
    let timers = [timer("a", 3600, in: run), timer("b", 7200, in: run)]
    let ids = run.gate.view.timers.compactMap(\.id)
    #expect(run.gate.release(.timer(ids[1])) == "another timer is due first")
    #expect(run.gate.release(.timer(ids[0])) == nil)
    try timers[0].wait()
    #expect(run.gate.release(.timer(ids[0])) == "\(ids[0]) is no timer that can fire")
    #expect(run.gate.release(.timer(ids[1])) == nil)
    try timers[1].wait()
    run.gate.open(because: "")
  }

  @Test("A stopped timer never fires, whether it is held or not")
  func stopped() throws {
    let run = Gated()
    let context = CancelContext()
    let timer = run.environment.run {
      context.run {
        after(label: "t", seconds: 0).map(on: nil) { run.log.add("fired") }
          .then(on: nil) { Promise.value($0) }
      }
    }
    run.until("due") { $0.timers.first?.isDue == true }
    context.cancel()
    #expect(run.gate.view.timers.isEmpty)
    run.gate.open(because: "")
    #expect(throws: (any Error).self) { try timer.wait() }
    #expect(run.log.all.isEmpty)
  }

  @Test("Timers keep their distances: the time while the gate is closed does not count")
  func distances() throws {
    let run = Gated(isClosed: false)
    let timer = timer("t", 3600, in: run)
    let before = try #require(run.gate.view.timers.first?.remaining)
    run.gate.close(because: "test")
    // Time passes until another timer of the system fires.
    let held = self.timer("short", 0, in: run)
    run.until("due") { $0.timers.first?.isDue == true }
    let closed = try #require(run.gate.view.timers.last?.remaining)
    #expect(closed <= before)
    run.gate.step()
    try held.wait()
    run.fireNext()
    try timer.wait()
    run.gate.open(because: "")
  }

  @Test("A timer whose handler blocks does not keep the next one from firing")
  func blocking() throws {
    let run = Gated()
    let other = run.environment.run { after(label: "other", seconds: 3601) }
    let blocked = run.environment.run {
      after(label: "blocked", seconds: 3600).map(on: nil) { other.wait() }
        .then(on: nil) { Promise.value($0) }
    }
    run.fireNext()
    run.until("blocked") { $0.waitCount == 1 }
    run.fireNext()
    try blocked.wait()
    run.gate.open(because: "")
  }

  @Test(
    "Of timers that are due, the one fires first that was due first, however often the gate was closed"
  )
  func order() throws {
    while try !isOrdered() {}
  }

  /// Returns `false` if this thread was interrupted while the gate was open, for so long that a timer fired.
  private func isOrdered() throws -> Bool {
    let run = Gated()
    let early = timer("early", 0.3, in: run)
    // Its alarm rings while the gate is closed, and all of its time is left.
    run.until("early is due") { $0.timers.first?.isDue == true }
    run.gate.open(because: "test")
    run.gate.close(because: "test")
    guard let left = run.gate.view.timers.first?.remaining, left > 0 else {
      run.gate.open(because: "test")
      try early.wait()
      return false
    }
    let late = timer("late", 0, in: run)
    run.until("both are due") { $0.timers.count == 2 && $0.timers.allSatisfy(\.isDue) }
    run.gate.step()
    try late.wait()
    #expect(run.log.all == ["late"])
    run.gate.open(because: "test")
    try early.wait()
    return true
  }
}

extension Gated {
  /// Lets the timer fire that would be the first one.
  fileprivate func fireNext() {
    guard let id = gate.view.timers.first?.id else { return }
    #expect(gate.release(.timer(id)) == nil)
  }
}
