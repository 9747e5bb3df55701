import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("Waiting jobs")
struct WaitTests {
  private static func queue(_ label: String) -> DispatchQueue { DispatchQueue(label: label) }

  /// A job on a queue with the given name that waits for `promise` and posts notes when it starts
  /// and resumes.
  private static func waiting(_ name: String, for promise: Promise<Void>) {
    _ = queue(name).async(.promise) {
      note("\(name) waits")
      try promise.wait()
      note("\(name) goes on")
    }
  }

  /// Three jobs that wait for timers, the first one for the latest timer.
  private static func scenario() {
    for (name, delay) in [("one", 30), ("two", 20), ("three", 10)] {
      waiting(name, for: Promise(after(.milliseconds(delay))))
    }
  }

  /// Three jobs that wait for the same promise.
  private static func together() {
    let promise = Promise(after(.milliseconds(10)))
    for name in ["one", "two", "three"] { waiting(name, for: promise) }
  }

  @Test("The first job that began to wait may be the last to resume")
  func order() {
    let run = Simulated.run(Self.scenario)
    #expect(
      run.notes == [
        "one waits 0", "two waits 0", "three waits 0", "three goes on 10", "two goes on 20",
        "one goes on 30",
      ])
    #expect(run.simulation.isFinished && !run.simulation.isDeadlocked)
  }

  @Test("Resuming a job is a choice, which comes before the others")
  func choice() {
    let goesOn = { (run: Simulated) in run.notes.filter { $0.contains("goes on") } }
    let first = Simulated.run(Self.together)
    #expect(goesOn(first) == ["one goes on 10", "two goes on 10", "three goes on 10"])
    let last = Simulated.run(chooser: { $0.count - 1 }, Self.together)
    #expect(goesOn(last) == ["one goes on 10", "two goes on 10", "three goes on 10"].reversed())
    let again = Simulated.run(replaying: last.simulation.schedule, Self.together)
    #expect(again.recorder.events == last.recorder.events)
    #expect(again.simulation.schedule == last.simulation.schedule)
    #expect(again.simulation.strayedAt == nil)
  }

  @Test("The choices while jobs wait: jobs that can resume, by number, then jobs that can start")
  func offered() {
    let offers = Slot<[[Choice]]>()
    offers.value = []
    _ = Simulated.run(
      chooser: { choices in
        offers.value?.append(choices)
        return choices.count - 1
      }, Self.together)
    #expect(
      offers.value == [
        [.start(queue: 2, job: 1), .start(queue: 3, job: 2), .start(queue: 4, job: 3)],
        [.start(queue: 2, job: 1), .start(queue: 3, job: 2)],
        [.resume(job: 1), .resume(job: 2), .resume(job: 3)],
        [.resume(job: 1), .resume(job: 2)],
      ])
  }

  @Test("The same scenario gives the same events, two hundred times")
  func determinism() {
    for scenario in [Self.scenario, Self.together, Self.nested] {
      let first = Simulated.run(chooser: { $0.count / 2 }, scenario)
      #expect(first.notes.count >= 6)
      for _ in 0..<200 {
        let run = Simulated.run(chooser: { $0.count / 2 }, scenario)
        #expect(run.recorder.events == first.recorder.events)
      }
    }
  }

  /// Jobs that wait for jobs that wait.
  private static func nested() {
    var promise = Promise(after(.milliseconds(1)))
    for level in 0..<10 {
      let inner = promise
      promise = queue("q\(level)").async(.promise) {
        try inner.wait()
        note("\(level)")
        work(for: .milliseconds(1))
        _ = after(.milliseconds(1)).done(on: queue("side")) { note("side \(level)") }
      }
    }
  }

  @Test("A hundred jobs wait, each for the next, and their threads are idle afterwards")
  func hundred() {
    let count = 100
    let run = Simulated {
      let seals = (0...count).map { _ in Promise<Void>.pending() }
      for level in 0..<count {
        _ = Self.queue("q\(level)").async(.promise) {
          try seals[level + 1].promise.wait()
          seals[level].resolver.fulfill(())
        }
      }
      _ = after(.milliseconds(1)).done { seals[count].resolver.fulfill(()) }
      _ = seals[0].promise.done { note("over") }
    }
    run.simulation.run()
    #expect(run.notes == ["over 1"])
    #expect(run.simulation.isFinished && run.simulation.pooledThreads == 0)
  }

  @Test(
    "A step in which a job waits ends when that job does; one in which another job waits, earlier")
  func steps() {
    let run = Simulated {
      let promise = Promise(after(.milliseconds(10)))
      Self.waiting("one", for: promise)
      Self.waiting("two", for: promise)
    }
    #expect(run.simulation.step())
    #expect(run.notes == ["one waits 0", "two waits 0", "one goes on 10"])
    #expect(run.simulation.pooledThreads == 1)
    #expect(run.simulation.choices == [.resume(job: 2)])
    #expect(!run.simulation.isFinished)
    #expect(run.simulation.step())
    #expect(run.notes.last == "two goes on 10")
    #expect(run.simulation.pooledThreads == 0 && run.simulation.isFinished)
    #expect(!run.simulation.step())
  }

  @Test("A job that resumes in a step of the caller and waits again returns control")
  func waitsAgain() {
    let run = Simulated {
      let first = Promise(after(.milliseconds(10)))
      Self.waiting("one", for: first)
      _ = Self.queue("two").async(.promise) {
        try first.wait()
        note("two waits again")
        try Promise(after(.milliseconds(10))).wait()
        note("two goes on")
      }
    }
    run.simulation.step()
    run.simulation.step()
    #expect(run.notes.last == "two waits again 10")
    #expect(run.simulation.pooledThreads == 1)
    #expect(run.simulation.run() == .finished)
    #expect(run.notes.last == "two goes on 20" && run.simulation.pooledThreads == 0)
  }

  @Test("The main program waits, blocks main, and resumes with a number of its own")
  func mainProgram() {
    let run = Simulated.run {
      _ = DispatchQueue.main.async(.promise) { note("main job") }
      try? Promise(after(.milliseconds(5)).map(on: Self.queue("side")) { note("side") }).wait()
      note("program")
      try? Promise(after(.milliseconds(5))).wait()
      note("again")
    }
    #expect(run.notes == ["side 5", "program 5", "again 10", "main job 10"])
    let waits = run.kinds.compactMap { kind in
      if case .waitBegan(_, let queue, let job, _) = kind { (queue, job?.rawValue) } else { nil }
    }
    #expect(waits.count == 2 && waits.allSatisfy { $0.0 == nil })
    #expect(waits[0].1 != nil && waits[0].1 == waits[1].1)
  }

  @Test("An inline handler waits as part of the job that runs it, or of the timer")
  func inline() {
    let run = Simulated.run {
      let later = Promise(after(.milliseconds(20)))
      _ = Self.queue("work").async(.promise) {}.done(on: nil) {
        try later.wait()
        note("after the job")
      }
      _ = Self.queue("work").async(.promise) { note("behind it") }
      _ = after(.milliseconds(1)).done(on: nil) {
        try? later.wait()
        note("after the timer")
      }
    }
    #expect(run.notes == ["after the job 20", "after the timer 20", "behind it 20"])
  }

  @Test("A job that has waited is then busy for as long as it asks")
  func busy() {
    let run = Simulated.run {
      _ = Self.queue("work").async(.promise) {
        work(for: .milliseconds(5))
        try Promise(after(.milliseconds(10))).wait()
        work(for: .milliseconds(5))
      }.done(on: nil) { note("over") }
    }
    #expect(run.notes == ["over 20"])
  }

  @Test("Without an observer it runs the same way")
  func unobserved() {
    let value = Slot<Int>()
    let simulation = Simulation()
    simulation.start {
      _ = Self.queue("work").async(.promise) {
        value.value = after(.milliseconds(10)).map(on: Self.queue("side")) { 7 }.wait()
      }
    }
    #expect(simulation.run() == .finished && value.value == 7)
  }
}

// MARK: - Limits

extension WaitTests {
  /// Sets a timer when the last one fires, forever.
  @Sendable private static func tick() {
    _ = after(.milliseconds(10)).done(on: nil, tick)
  }

  @Test("A wait on the caller's stack ends at the run's limit")
  func limits() {
    for isTime in [false, true] {
      let run = Simulated {
        _ = Self.queue("work").async(.promise) {
          do { try Promise<Void>.pending().promise.wait() } catch { note("\(error)") }
        }
        Self.tick()
      }
      let ending =
        isTime ? run.simulation.run(until: .milliseconds(35)) : run.simulation.run(steps: 4)
      #expect(ending == (isTime ? .timeLimit : .stepLimit))
      #expect(run.notes == ["\(PMKError.deadlock) 30"])
      let ended = run.kinds.contains { kind in
        if case .waitEnded(_, _, _, .gaveUp) = kind { true } else { false }
      }
      #expect(ended && !run.simulation.isDeadlocked && !run.simulation.isFinished)
    }
  }

  @Test("A wait on a thread of its own is still there when the run continues")
  func limitElsewhere() {
    let run = Simulated {
      Self.waiting("one", for: Promise(after(.milliseconds(10))))
      Self.waiting("two", for: Promise(after(.milliseconds(50))))
      Self.tick()
    }
    #expect(run.simulation.run(until: .milliseconds(35)) == .timeLimit)
    #expect(run.notes.last == "one goes on 10" && run.simulation.pooledThreads == 1)
    #expect(run.simulation.run(until: .milliseconds(55)) == .timeLimit)
    #expect(run.notes.last == "two goes on 50" && run.simulation.pooledThreads == 0)
  }

  @Test("A simulation that is discarded wakes the jobs that wait in it")
  func givenUp() async {
    await withCheckedContinuation { over in
      let simulation = Simulation()
      simulation.start {
        let promise = Promise(after(.milliseconds(10)))
        Self.waiting("one", for: promise)
        _ = Self.queue("two").async(.promise) {
          try promise.wait()
          do { try Promise(after(.seconds(1))).wait() } catch PMKError.deadlock {
            over.resume()
          }
        }
      }
      simulation.run(until: .milliseconds(20))
    }
  }
}
