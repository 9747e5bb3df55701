import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("From outside")
struct OutsideTests {
  @Test("Nothing that a simulated scenario does itself counts as from outside")
  func inside() {
    let run = Simulated.run { _ = after(seconds: 1).done { note("done") } }
    #expect(run.simulation.externalCalls == 0)
  }

  @Test("A promise that a real thread resolves continues in the simulation, and that is counted")
  func resolved() async {
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder])
    let seal = Slot<Resolver<Int>>()
    simulation.start {
      let (promise, resolver) = Promise<Int>.pending()
      seal.value = resolver
      _ = promise.done { note("got \($0)") }
    }
    #expect(simulation.run() == .finished)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        seal.value?.fulfill(7)
        continuation.resume()
      }
    }
    #expect(simulation.externalCalls == 1)
    #expect(simulation.run() == .finished)
    #expect(recorder.events.contains { $0.kind == .note("got 7") })
    let settled = recorder.events.first {
      if case .settled = $0.kind { true } else { false }
    }
    let named = recorder.events.first {
      if case .threadNamed(_, "outside") = $0.kind { true } else { false }
    }
    #expect(named?.kind == settled?.thread.map { .threadNamed(thread: $0, name: "outside") })
  }

  @Test("Many threads may resolve while it runs")
  func many() async {
    let count = 200
    let simulation = Simulation(observers: [RecordingObserver()])
    let seals = Slot<[Resolver<Int>]>()
    let sum = Slot<Int>()
    simulation.start {
      let pairs = (0..<count).map { _ in Promise<Int>.pending() }
      seals.value = pairs.map(\.resolver)
      _ = when(fulfilled: pairs.map { $0.promise.map { $0 * 2 } })
        .done { sum.value = $0.reduce(0, +) }
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        DispatchQueue.concurrentPerform(iterations: count) { seals.value?[$0].fulfill($0) }
      }
      // A thread that resolves may have no other thread than this one's.
      group.addTask {
        while sum.value == nil {
          simulation.run()
          await Task.yield()
        }
      }
    }
    #expect(sum.value == count * (count - 1))
    #expect(simulation.externalCalls == count)
  }

  @Test("Calls after a simulation was discarded have no effect, and its clock stands still")
  func tooLate() {
    let recorder = RecordingObserver()
    var simulation: Simulation? = Simulation(observers: [recorder])
    let seal = Slot<Resolver<Int>>()
    simulation?.start {
      let (promise, resolver) = Promise<Int>.pending()
      seal.value = resolver
      _ = promise.done { _ in Issue.record("it ran") }
    }
    simulation?.start { _ = after(.milliseconds(5)) }
    simulation?.run()
    simulation = nil
    seal.value?.fulfill(7)
    #expect(recorder.events.last?.time == 5_000_000)
  }
}
