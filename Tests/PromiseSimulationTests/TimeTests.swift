import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("Virtual time")
struct TimeTests {
  @Test("An hour passes instantly")
  func hour() {
    let run = Simulated.run { _ = after(seconds: 3600).done { note("hour") } }
    #expect(run.notes == ["hour 3600000"])
    #expect(run.simulation.now == 3_600_000_000_000)
  }

  @Test("Timers fire by their time, and at the same time in the order in which they were set")
  func order() {
    let run = Simulated.run {
      _ = after(.milliseconds(20)).done(on: nil) { note("c") }
      _ = after(.milliseconds(10)).done(on: nil) { note("a") }
      _ = after(.milliseconds(10)).done(on: nil) { note("b") }
      _ = after(.milliseconds(0)).done(on: nil) { note("now") }
    }
    #expect(run.notes == ["now 0", "a 10", "b 10", "c 20"])
  }

  @Test("A timer that was stopped while another was due before it does not advance the clock")
  func stopped() {
    let run = Simulated.run {
      let (promise, seal) = Promise<Int>.pending()
      _ = promise.timeout(.seconds(5)).done { _ in note("in time") }
      _ = after(.seconds(1)).done { note("1") }
      seal.fulfill(1)
    }
    #expect(run.notes == ["in time 0", "1 1000"])
    #expect(run.simulation.now == 1_000_000_000)
  }

  @Test("A timer that was stopped between two others does not end the run")
  func stoppedBetween() {
    let run = Simulated.run {
      let (promise, seal) = Promise<Int>.pending()
      _ = after(.seconds(1)).done { note("1") }
      _ = promise.timeout(.seconds(5))
      _ = after(.seconds(9)).done { note("9") }
      seal.fulfill(1)
    }
    #expect(run.notes == ["1 1000", "9 9000"])
  }

  @Test("Many timers that are due together fire in the order in which they were set")
  func together() {
    let count = 5_000
    let run = Simulated.run {
      for index in 0..<count {
        _ = after(.milliseconds(10)).done(on: nil) { note("\(index)") }
      }
    }
    #expect(run.notes == (0..<count).map { "\($0) 10" })
    #expect(run.simulation.schedule.choices.count == count - 1)
  }

  @Test("A timer that never fires does not keep the run from ending")
  func never() {
    let run = Simulated.run { _ = after(.never).done { note("never") } }
    #expect(run.notes.isEmpty)
    #expect(run.simulation.isFinished)
    #expect(run.simulation.now == 0)
  }

  @Test("The clock advances only when nothing is possible at its current time")
  func clock() {
    let run = Simulated {
      _ = after(.milliseconds(0)).done { note("main") }
      _ = after(.milliseconds(1)).done(on: nil) { note("later") }
    }
    #expect(run.simulation.step() && run.simulation.now == 0)
    #expect(run.simulation.step() && run.simulation.now == 0)
    #expect(run.simulation.step() && run.simulation.now == 1_000_000)
    #expect(!run.simulation.step())
    #expect(run.notes == ["main 0", "later 1"])
  }

  @Test("A job is busy for as long as it asks, and its result takes effect at its end")
  func work() {
    let run = Simulated.run {
      let queue = DispatchQueue(label: "work")
      _ = queue.async(.promise) {
        note("starts")
        PromiseEnvironment.work(for: .milliseconds(30))
        PromiseEnvironment.work(for: .milliseconds(10))
        note("closure is over")
      }.done(on: nil) { note("settled") }
      _ = queue.async(.promise) { note("next") }
    }
    #expect(run.notes == ["starts 0", "closure is over 0", "settled 40", "next 40"])
  }

  @Test("An inline handler keeps the queue busy on which it runs")
  func inline() {
    let run = Simulated.run {
      let queue = DispatchQueue(label: "work")
      _ = queue.async(.promise) {}.done(on: nil) { PromiseEnvironment.work(for: .milliseconds(5)) }
      _ = queue.async(.promise) { note("next") }
    }
    #expect(run.notes == ["next 5"])
  }

  @Test("The main program keeps main busy")
  func mainProgram() {
    let run = Simulated.run {
      _ = Promise.value.done { note("main") }
      PromiseEnvironment.work(for: .milliseconds(7))
    }
    #expect(run.notes == ["main 7"])
  }
}
