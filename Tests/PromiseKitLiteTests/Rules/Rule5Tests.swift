import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("Rule 5: the default queue is main, and a named queue is not inherited")
struct Rule5Tests {
  @Test("one link elsewhere, the next is back on main")
  func notInherited() {
    let run = Run {
      Promise.value(1)
        .map(label: "first") { $0 }
        .map(label: "second", on: Queues.side) { $0 }
        .done(label: "third") { _ in }
        .cauterized("fourth")
    }
    #expect(run.queue(of: "first") == "main")
    #expect(run.queue(of: "second") == "side")
    #expect(run.queue(of: "third") == "main")
  }

  @Test("the environment's defaults can be set, for links that are created later")
  func defaults() {
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder], queues: [.serial("side")])
    simulation.start {
      let promise = Promise.value(1)
      _ = promise.map(label: "before") { $0 }
      PromiseEnvironment.current.defaults.map = Queues.side
      PromiseEnvironment.current.defaults.return = nil
      _ = promise.map(label: "map") { $0 }
      _ = promise.done(label: "done") { _ in }
    }
    simulation.run()
    let run = Run(events: recorder.events)
    #expect(run.queue(of: "before") == "main")
    #expect(run.queue(of: "map") == "side")
    #expect(run.queue(of: "done") == "inline")
  }

  @Test("a child uses its parent's environment wherever it is chained and settled")
  func environmentIsInherited() {
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder])
    let (promise, seal) = simulation.environment.run { Promise<Int>.pending(label: "root") }
    _ = promise.done(label: "child") { _ in note("ran") }
    seal.fulfill(1)
    simulation.run()
    let run = Run(events: recorder.events)
    #expect(run.notes == ["ran"])
    #expect(run.queue(of: "child") == "main")
  }

  @Test("every link uses its own default, map's or return's")
  func everyLink() {
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder], queues: [.serial("side"), .serial("other")])
    simulation.start {
      PromiseEnvironment.current.defaults.map = Queues.side
      PromiseEnvironment.current.defaults.return = Queues.other
      let value = Promise.value(1)
      let error = Promise<Int>(error: Failure("x"))
      _ = value.then(label: "then") { Promise.value($0) }
      _ = value.then(label: "two", fulfilled: { $0 }, rejected: { _ in 0 })
      _ = value.map(label: "map") { $0 }
      _ = value.tap(label: "tap") { _ in }
      _ = error.recover(label: "recover") { _ in Promise.value(0) }
      _ = value.done(label: "done") { _ in }
      _ = value.get(label: "get") { _ in }
      value.ensure(label: "ensure") {}
      error.catch(label: "catch") { _ in }.finally(label: "finally") {}
    }
    simulation.run()
    let run = Run(events: recorder.events)
    for label in ["then", "two", "map", "tap", "recover"] {
      #expect(run.queue(of: label) == "side", "\(label)")
    }
    for label in ["done", "get", "ensure", "catch", "finally"] {
      #expect(run.queue(of: label) == "other", "\(label)")
    }
  }

  @Test("a chain that starts inside a handler uses the defaults, not the queue of that handler")
  func insideHandler() {
    let run = Run {
      _ = Promise.value(1).then(label: "outer", on: Queues.side) { value in
        Promise.value(value).map(label: "inner") { $0 }
      }
    }
    #expect(run.queue(of: "outer") == "side")
    #expect(run.queue(of: "inner") == "main")
  }

  @Test("the defaults of one environment do not affect another")
  func ambient() {
    let first = RecordingObserver()
    let second = RecordingObserver()
    let simulations = [Simulation(observers: [first]), Simulation(observers: [second])]
    simulations[0].start {
      PromiseEnvironment.current.defaults.return = Queues.side
      _ = Promise.value(1).done(label: "link") { _ in }
    }
    simulations[1].start { _ = Promise.value(1).done(label: "link") { _ in } }
    for simulation in simulations { simulation.run() }
    #expect(Run(events: first.events).queue(of: "link") == "side")
    #expect(Run(events: second.events).queue(of: "link") == "main")
  }
}

extension Promise {
  /// Ends a chain whose error is of no interest.
  fileprivate func cauterized(_ label: String) { self.catch(label: label) { _ in } }
}
