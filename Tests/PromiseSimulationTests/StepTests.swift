import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("Steps")
struct StepTests {
  @Test(
    "A step starts a job, ends one, or fires a timer; a job that takes no time ends immediately"
  )
  func granularity() {
    let run = Simulated {
      _ = DispatchQueue(label: "work").async(.promise) { work(for: .milliseconds(5)) }
        .done { note("done") }
      _ = after(.milliseconds(9))
    }
    var steps: [[Choice]] = []
    while case let choices = run.simulation.choices, run.simulation.step() { steps.append(choices) }
    #expect(
      steps == [
        [.start(queue: 2, job: 1)], [.end(job: 1)], [.start(queue: 1, job: 2)], [.fire(timer: 1)],
      ])
    #expect(run.simulation.choices.isEmpty)
  }

  @Test(
    "Nothing runs before it is stepped, not even what the main program chains to a settled promise"
  )
  func turnZero() {
    let run = Simulated {
      _ = Promise.value.done { note("handler") }
      note("program")
    }
    #expect(run.notes == ["program 0"])
    #expect(!run.simulation.isFinished)
    run.simulation.step()
    #expect(run.notes == ["program 0", "handler 0"])
    #expect(run.simulation.isFinished)
  }

  @Test("Reading the choices changes nothing")
  func looking() {
    let run = Simulated {
      _ = after(.milliseconds(3))
      _ = after(.milliseconds(3))
    }
    #expect(run.simulation.choices == [.fire(timer: 1), .fire(timer: 2)])
    #expect(run.simulation.choices == [.fire(timer: 1), .fire(timer: 2)])
    #expect(run.simulation.now == 0)
  }

  @Test(
    "Starts come before ends, which come before timers, and within these the lower number comes first"
  )
  func orderOfChoices() {
    let choices: [Choice] = [
      .fire(timer: 1), .end(job: 2), .start(queue: 2, job: 1), .end(job: 1),
      .start(queue: 1, job: 9), .fire(timer: 2),
    ]
    #expect(
      choices.sorted().map(\.description) == [
        "start j9 on q1", "start j1 on q2", "end j1", "end j2", "fire t1", "fire t2",
      ])
  }

  @Test("Deallocations of promises are posted at the end of the step, in order")
  func freed() {
    let run = Simulated {
      for label in ["a", "b", "c"] {
        _ = Promise<Void>(label: label) { $0.fulfill(()) }
      }
    }
    let ends = run.kinds.suffix(3).map { kind -> PromiseID? in
      if case .deallocated(let promise, .settled, _) = kind { promise } else { nil }
    }
    #expect(ends == [1, 2, 3])
  }

  @Test("Inside a job, a step does nothing, and a start is part of the job")
  func nested() {
    let simulation = Simulation(observers: [])
    let inner = RecordingObserver()
    let other = Simulation(observers: [inner])
    simulation.start {
      _ = Promise.value.done {
        #expect(!simulation.step())
        #expect(simulation.run() == .stepLimit)
        other.start { note("in the other") }
        simulation.start { note("in the job") }
      }
      _ = Promise.value.done {}
    }
    simulation.run()
    #expect(simulation.isFinished)
    #expect(inner.events.contains { $0.kind == .note("in the other") })
    #expect(!inner.events.contains { $0.kind == .note("in the job") })
  }

  @Test("An error of the main program is thrown by start, and the simulation continues")
  func throwing() {
    struct Stop: Error {}
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder])
    #expect(throws: Stop.self) {
      try simulation.start {
        _ = Promise.value.done { note("goes on") }
        throw Stop()
      }
    }
    simulation.run()
    #expect(recorder.events.contains { $0.kind == .note("goes on") })
  }

  @Test("A simulation that is discarded releases what it had not run")
  func givenUp() {
    final class Life: Sendable {}
    weak var weakLife: Life?
    do {
      let simulation = Simulation(observers: [RecordingObserver()])
      let life = Life()
      weakLife = life
      simulation.start {
        _ = after(seconds: 1).done { withExtendedLifetime(life) {} }
        _ = Promise.value.done { withExtendedLifetime(life) {} }
      }
    }
    #expect(weakLife == nil)
  }

  @Test("Without an observer everything runs the same way")
  func unobserved() {
    let simulation = Simulation(queues: [.serial("work")])
    let (promise, seal) = Promise<Int64>.pending()
    simulation.start {
      _ = after(.milliseconds(10))
        .map(on: DispatchQueue(label: "work")) { work(for: .milliseconds(5)) }
        .done { seal.fulfill(simulation.now) }
    }
    simulation.run()
    #expect(promise.value == 15_000_000)
  }
}
