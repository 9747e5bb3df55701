import PromiseKitLite
import PromiseSimulation
import Testing

@Suite("Rule 5: the default queue is main, and a named queue is not inherited")
struct Rule5Tests {
  @Test("one link elsewhere, the next is back on main")
  func notInherited() {
    let run = Run {
      Promise.value(1)
        .map("first") { $0 }
        .map("second", on: Queues.side) { $0 }
        .done("third") { _ in }
        .cauterized("fourth")
    }
    #expect(run.queue(of: "first") == "main")
    #expect(run.queue(of: "second") == "side")
    #expect(run.queue(of: "third") == "main")
  }

  @Test("the environment's defaults can be set, for links that are made later")
  func defaults() {
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder], queues: [.serial("side")])
    simulation.start {
      let promise = Promise.value(1)
      _ = promise.map("before") { $0 }
      PromiseEnvironment.current.defaults.map = Queues.side
      PromiseEnvironment.current.defaults.return = nil
      _ = promise.map("map") { $0 }
      _ = promise.done("done") { _ in }
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
    let (promise, seal) = simulation.environment.run { Promise<Int>.pending("root") }
    _ = promise.done("child") { _ in note("ran") }
    seal.fulfill(1)
    simulation.run()
    let run = Run(events: recorder.events)
    #expect(run.notes == ["ran"])
    #expect(run.queue(of: "child") == "main")
  }
}

extension Run {
  init(events: [PromiseEvent]) { self.events = events }
}

extension Promise {
  /// Ends a chain whose error is of no interest.
  fileprivate func cauterized(_ label: String) { self.catch(label) { _ in } }
}
