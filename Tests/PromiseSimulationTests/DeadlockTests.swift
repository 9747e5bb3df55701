import Dispatch
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("Deadlocks")
struct DeadlockTests {
  private static func queue(_ label: String) -> DispatchQueue { DispatchQueue(label: label) }

  /// Returns the deadlock of a run, and checks what is true of every deadlock.
  private func deadlock(
    chooser: Simulation.Chooser? = nil, queues: [SimulatedQueue] = [], _ scenario: () throws -> Void
  ) rethrows -> Deadlock? {
    let run = try Simulated.run(queues: queues, chooser: chooser, scenario)
    let deadlock = Deadlock(run.recorder.events)
    #expect(run.simulation.isDeadlocked == (deadlock != nil))
    #expect(run.simulation.isFinished && run.simulation.pooledThreads == 0)
    return deadlock
  }

  @Test("A queue waits for a promise whose handler is queued behind the waiting job")
  func oneQueue() throws {
    let deadlock = try #require(
      deadlock {
        _ = DispatchQueue.main.async(.promise) {
          try Promise(label: "load", on: .main) { $0.fulfill(1) }.wait()
        }
      })
    #expect(
      deadlock.description
        == "deadlock: main waits for p2 'load', whose handler j2 is behind j1 on main; "
        + "j1 is the job that waits")
    #expect(deadlock.isCycle)
    #expect(deadlock.waits == [.init(job: 1, queue: 1, promise: 2)])
  }

  @Test("A chain: the awaited promise depends on what is queued behind the wait")
  func chain() {
    let deadlock = deadlock {
      _ = DispatchQueue.main.async(.promise) {
        try Promise(label: "load", on: .main) { $0.fulfill(1) }
          .map(label: "parse", on: Self.queue("side")) { $0 }
          .map(on: Self.queue("other")) { $0 }
          .wait()
      }
    }
    #expect(
      deadlock?.description
        == "deadlock: main waits for p4, which waits for p3 'parse', which waits for p2 'load', "
        + "whose handler j2 is behind j1 on main; j1 is the job that waits")
  }

  @Test("An adoption and a fan-in are followed")
  func adoption() {
    let deadlock = deadlock {
      _ = Self.queue("work").async(.promise) {
        let inner = Promise(label: "inner", on: Self.queue("work")) { $0.fulfill(1) }
        let outer = Promise.value(1).then(label: "outer", on: nil) { _ in inner }
        return try when(label: "all", fulfilled: [Promise.value(2), outer]).wait()
      }
    }
    #expect(
      deadlock?.description
        == "deadlock: work waits for p6 'all', which waits for p4 'outer', which waits for p2 'inner', "
        + "whose handler j2 is behind j1 on work; j1 is the job that waits")
  }

  @Test("Two queues wait for each other")
  func twoQueues() throws {
    let deadlock = try #require(
      deadlock {
        let (a, b) = (Self.queue("a"), Self.queue("b"))
        _ = a.async(.promise) { try Promise(label: "in b", on: b) { $0.fulfill(1) }.wait() }
        _ = b.async(.promise) { try Promise(label: "in a", on: a) { $0.fulfill(2) }.wait() }
      })
    #expect(
      deadlock.description
        == "deadlock: a waits for p3 'in b', whose handler j3 is behind j2 on b; "
        + "j2 waits for p4 'in a', whose handler j4 is behind j1 on a; "
        + "j1 is the job that waits first")
    #expect(deadlock.isCycle && deadlock.waits.map(\.job) == [1, 2])
  }

  @Test("An awaited promise that is never resolved is not a cycle")
  func nobody() throws {
    let deadlock = try #require(
      deadlock {
        _ = Self.queue("work").async(.promise) {
          try Promise<Int>.pending(label: "answer").promise.map(label: "half", on: nil) { $0 / 2 }
            .wait()
        }
      })
    #expect(!deadlock.isCycle)
    #expect(
      deadlock.description
        == "deadlock: work waits for p3 'half', which waits for p2 'answer', which was freed unresolved"
    )
  }

  @Test("An awaited promise is never resolved, although code holds its resolver")
  func kept() {
    let seal = Slot<Resolver<Int>>()
    let deadlock = deadlock {
      _ = Self.queue("work").async(.promise) {
        let (promise, resolver) = Promise<Int>.pending(label: "answer")
        seal.value = resolver
        return try promise.wait()
      }
    }
    #expect(
      deadlock?.description == "deadlock: work waits for p2 'answer', which is never resolved")
  }

  @Test("A handler that waits for itself")
  func itself() {
    let own = Slot<Promise<Int>>()
    let deadlock = deadlock {
      own.value = Promise.value(1).map(label: "own", on: Self.queue("work")) {
        try own.value?.wait() ?? $0
      }
    }
    #expect(
      deadlock?.description
        == "deadlock: work waits for p2 'own', whose handler j1 is the job that waits")
    own.value = nil
  }

  @Test("A running handler waits for the handler that waits for it")
  func running() {
    let (first, second) = (Slot<Promise<Int>>(), Slot<Promise<Int>>())
    let deadlock = deadlock {
      first.value = Self.queue("a").async(.promise) { try second.value?.wait() ?? 0 }
      second.value = Self.queue("b").async(.promise) { try first.value?.wait() ?? 0 }
    }
    #expect(
      deadlock?.description
        == "deadlock: a waits for p2, whose handler j2 waits for p1, "
        + "whose handler j1 is the job that waits first")
    (first.value, second.value) = (nil, nil)
  }

  @Test("The main program waits for a job on the main queue")
  func mainProgram() {
    let deadlock = deadlock {
      #expect(throws: PMKError.self) {
        try Promise(label: "load", on: .main) { $0.fulfill(1) }.wait()
      }
    }
    #expect(
      deadlock?.description
        == "deadlock: the main program waits for p1 'load', "
        + "whose handler j1 is behind the main program on main; the main program is what waits")
  }

  @Test("A concurrent queue is blocked when all its workers wait")
  func concurrent() {
    let deadlock = deadlock(queues: [.concurrent("net", width: 2)]) {
      let late = Promise(label: "late", on: Self.queue("last")) { seal in
        Promise(on: Self.queue("net")) { $0.fulfill(1) }.done(on: nil) { seal.fulfill($0) }
          .cauterize()
      }
      for _ in 0..<2 { _ = Self.queue("net").async(.promise) { try late.wait() } }
    }
    #expect(deadlock?.isCycle == false)
    #expect(deadlock?.description == "deadlock: net waits for p1 'late', which is never resolved")
    let direct = self.deadlock(queues: [.concurrent("net", width: 2)]) {
      let gate = Promise(after(.milliseconds(1)))
      let late = gate.map(label: "late", on: Self.queue("net")) { 1 }
      for _ in 0..<2 { _ = Self.queue("net").async(.promise) { try late.wait() } }
    }
    #expect(
      direct?.description
        == "deadlock: net waits for p3 'late', whose handler j3 is behind j1 and j2 on net; "
        + "j1 is the job that waits")
  }

  @Test("When the first wait fails and that helps, the others continue")
  func helped() {
    let run = Simulated.run {
      let work = Self.queue("work")
      let late = Promise(after(.milliseconds(1))).map(label: "late", on: work) { 1 }
      for (label, queue) in [("a", work), ("b", Self.queue("other"))] {
        _ = queue.async(.promise) {
          do {
            let value = try late.wait()
            note("\(label) got \(value)")
          } catch {
            note("\(label) \(error)")
          }
        }
      }
    }
    #expect(run.notes == ["a \(PMKError.deadlock) 1", "b got 1 1"])
    #expect(run.simulation.deadlocks == 1)
    #expect(Deadlock(run.recorder.events)?.waits.map(\.job) == [1])
  }

  @Test("Only some schedules: the cycle exists if both jobs have started")
  func someSchedules() {
    let scenario = {
      let (a, b) = (Self.queue("a"), Self.queue("b"))
      _ = a.async(.promise) { try Promise(label: "in b", on: b) { $0.fulfill(1) }.wait() }
      _ = after(.milliseconds(0)).done(on: b) {
        _ = try Promise(label: "in a", on: a) { $0.fulfill(2) }.wait()
      }
    }
    let first = Simulated.run(scenario)
    let last = Simulated.run(chooser: { $0.count - 1 }, scenario)
    #expect(first.simulation.isDeadlocked != last.simulation.isDeadlocked)
    for run in [first, last] {
      #expect(run.simulation.isDeadlocked == (Deadlock(run.recorder.events) != nil))
    }
  }

  @Test("A run without waits, or in which every wait ends, has no deadlock")
  func none() {
    #expect(deadlock {} == nil)
    #expect(
      deadlock {
        _ = Self.queue("work").async(.promise) { after(.milliseconds(1)).wait() }
      } == nil)
  }

  @Test("Between two steps of a run, a wait is not yet a deadlock")
  func between() {
    let run = Simulated.run {
      _ = Self.queue("work").async(.promise) { after(.milliseconds(1)).wait() }
    }
    let events = run.recorder.events
    for index in events.indices where [.jobStarted, .timerFired].contains(events[index].kind.name) {
      #expect(Deadlock(Array(events[..<index])) == nil)
    }
  }
}

// MARK: - Guarantees

extension DeadlockTests {
  /// A job on the caller's stack and one elsewhere that wait forever, and one that continues.
  @Sendable private static func parking() {
    let (never, end) = Guarantee<Int>.pending(label: "never")
    for name in ["a", "b"] { _ = queue(name).async(.guarantee) { never.wait() } }
    _ = after(.milliseconds(1)).done(on: queue("c")) {
      note("c goes on")
      withExtendedLifetime(end) {}
    }
  }

  @Test("A guarantee's wait blocks its thread forever, and the run ends without it")
  func parked() {
    let recorder = RecordingObserver()
    let made = Slot<Simulation>()
    let ending = Simulation.onSpareThread {
      let simulation = Simulation(observers: [recorder])
      made.value = simulation
      simulation.start(Self.parking)
      return simulation.run()
    }
    #expect(ending == nil)
    #expect(recorder.events.contains { $0.kind == .note("c goes on") })
    #expect(made.value?.parkedWaits == 2 && made.value?.deadlocks == 2)
    #expect(made.value?.isFinished == true)
    let deadlock = Deadlock(recorder.events)
    #expect(
      deadlock?.description == "deadlock: a waits for p1 'never', which is never resolved")
  }

  @Test("A body on a spare thread returns its result if no thread is lost")
  func answer() {
    #expect(Simulation.onSpareThread { 7 } == 7)
    let value = Simulation.onSpareThread {
      let value = Slot<Int>()
      let simulation = Simulation()
      simulation.start { value.value = after(.milliseconds(1)).map { 7 }.wait() }
      return value.value ?? 0
    }
    #expect(value == nil)
    let other = Simulation.onSpareThread {
      let value = Slot<Int>()
      let simulation = Simulation()
      simulation.start {
        value.value = after(.milliseconds(1)).map(on: Self.queue("side")) { 7 }.wait()
      }
      return value.value ?? 0
    }
    #expect(other == 7)
  }

  @Test("A guarantee that is fulfilled from outside lets the run continue")
  func outside() async {
    let end = Slot<@Sendable (Int) -> Void>()
    await withCheckedContinuation { over in
      let answer = Simulation.onSpareThread {
        let simulation = Simulation()
        simulation.start {
          let (never, resolve) = Guarantee<Int>.pending()
          end.value = resolve
          _ = Self.queue("a").async(.guarantee) { never.wait() }.done(on: nil) { _ in over.resume()
          }
        }
        return simulation.run()
      }
      #expect(answer == nil)
      end.value?(7)
    }
  }

  @Test("A guarantee that was cancelled parks the job that waits for it, and the others continue")
  func cancelled() {
    let recorder = RecordingObserver()
    let answer = Simulation.onSpareThread {
      let simulation = Simulation(observers: [recorder])
      simulation.start {
        let context = CancelContext()
        let never = context.run { after(.milliseconds(10)) }
        _ = Self.queue("a").async(.guarantee) { never.wait() }
        _ = after(.milliseconds(1)).done { context.cancel() }
        _ = after(.milliseconds(20)).done { note("goes on") }
      }
      return simulation.run()
    }
    #expect(answer == nil && recorder.events.contains { $0.kind == .note("goes on") })
  }
}
