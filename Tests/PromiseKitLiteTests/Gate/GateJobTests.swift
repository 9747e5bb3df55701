import Dispatch
import TestSupport
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("The gate holds jobs and lets them start by the rules of their queues")
struct GateJobTests {
  @Test("A closed gate holds the jobs of a serial queue; a step starts the first, then the next")
  func steps() throws {
    let run = Gated()
    let jobs = run.enqueue(["a", "b", "c"], on: DispatchQueue(label: "q"))
    run.untilHeld(3)
    #expect(run.held == ["a!", "b", "c"] && run.log.all.isEmpty)
    run.gate.step()
    run.untilHeld(2)
    #expect(run.log.all == ["a"] && run.held == ["b!", "c"])
    run.gate.step()
    run.untilHeld(1)
    run.gate.open(because: "by hand")
    try jobs.waitForAll()
    #expect(run.log.all == ["a", "b", "c"])
    #expect(run.changesOfGate == ["closed test", "opened by hand"])
  }

  @Test("A turn starts the next job of each queue, a step only the job that is held longest")
  func turns() throws {
    let run = Gated()
    let jobs =
      run.enqueue(["a1", "a2"], on: DispatchQueue(label: "a"))
      + run.enqueue(["b1", "b2"], on: DispatchQueue(label: "b"))
    run.untilHeld(4)
    run.gate.turn()
    run.untilHeld(2)
    #expect(Set(run.log.all) == ["a1", "b1"] && Set(run.held) == ["a2!", "b2!"])
    run.gate.turn()
    run.untilHeld(0)
    run.gate.open(because: "")
    try jobs.waitForAll()
  }

  @Test("A step with nothing to start lets the next job start that arrives, and only that one")
  func stepAhead() throws {
    let run = Gated()
    run.gate.step()
    let first = run.enqueue(["a"], on: DispatchQueue(label: "q"))
    try first.waitForAll()
    let second = run.enqueue(["b"], on: DispatchQueue(label: "q"))
    run.untilHeld(1)
    #expect(run.log.all == ["a"] && run.held == ["b!"])
    run.gate.open(because: "")
    try second.waitForAll()
  }

  @Test("A job can be chosen if its queue could run it next; otherwise it is said why not")
  func choosing() throws {
    let run = Gated()
    let jobs =
      run.enqueue(["a1", "a2"], on: DispatchQueue(label: "a"))
      + run.enqueue(["b1"], on: DispatchQueue(label: "b"))
    run.untilHeld(3)
    let (a1, a2, b1) = (try run.job("a1"), try run.job("a2"), try run.job("b1"))
    #expect(run.gate.release(.job(a2)) == "a job before it on its queue is first")
    #expect(run.gate.release(.job(JobID(99))) == "the gate does not hold j99")
    #expect(run.gate.release(.timer(TimerID(99))) == "t99 is no timer that can fire")
    #expect(run.gate.release(.job(b1)) == nil)
    run.untilHeld(2)
    #expect(run.log.all == ["b1"])
    #expect(run.gate.release(.job(b1)) == "the gate does not hold \(b1)")
    #expect(run.gate.release(.job(a1)) == nil)
    run.gate.open(because: "")
    #expect(run.gate.release(.job(a2)) == "the gate is open")
    try jobs.waitForAll()
    #expect(run.log.all == ["b1", "a1", "a2"])
  }

  @Test("While a job of a serial queue runs, the next one cannot start")
  func busyQueue() throws {
    let run = Gated()
    let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let queue = DispatchQueue(label: "q")
    let long = run.environment.run {
      queue.job("long") {
        begun.signal()
        goOn.wait()
      }
    }
    let next = run.enqueue(["next"], on: DispatchQueue(label: "other"))
    run.untilHeld(2)
    #expect(run.gate.release(.job(try run.job("long"))) == nil)
    begun.wait()
    #expect(run.gate.view.isBusy && run.held == ["next!"])
    goOn.signal()
    run.untilHeld(1)
    run.gate.open(because: "")
    try ([long] + next).waitForAll()
  }

  @Test("Any of the jobs of a concurrent queue can start, up to its first barrier")
  func barriers() throws {
    let run = Gated()
    let queue = DispatchQueue(label: "wide", attributes: .concurrent)
    run.environment.declare(queue: "wide", kind: .concurrent(width: nil))
    var jobs = run.enqueue(["a", "b"], on: queue)
    run.untilHeld(2)
    jobs += run.environment.run {
      [queue.job("wall", flags: .barrier) { run.log.add("wall") }]
    }
    run.untilHeld(3)
    jobs += run.enqueue(["c"], on: queue)
    run.untilHeld(4)
    let first = run.held
    #expect(first.count == 4 && Set(first) == ["a!", "b!", "wall", "c"])
    #expect(run.gate.release(.job(try run.job("b"))) == nil)
    run.untilHeld(3)
    #expect(
      run.gate.release(.job(try run.job("wall")))
        == "it is a barrier: the jobs before it on its queue are first")
    #expect(run.gate.release(.job(try run.job("c"))) == "a barrier of its queue is first")
    #expect(run.gate.release(.job(try run.job("a"))) == nil)
    run.untilHeld(2)
    #expect(Set(run.held) == ["wall!", "c"])
    #expect(run.gate.release(.job(try run.job("wall"))) == nil)
    run.untilHeld(1)
    #expect(run.held == ["c!"])
    run.gate.open(because: "")
    try jobs.waitForAll()
    #expect(run.log.all == ["b", "a", "wall", "c"])
  }

  /// Runs two jobs at the same time, from which the gate learns that a queue is concurrent.
  private func overlap(on queue: DispatchQueue, in run: Gated) throws {
    // A gate looks at jobs only if they may have to stop.
    run.gate.set([Breakpoint(.label("none"))])
    let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let jobs = run.environment.run {
      ["one", "two"].map { name in
        queue.job(name) {
          begun.signal()
          goOn.wait()
        }
      }
    }
    for _ in jobs { begun.wait() }
    for _ in jobs { goOn.signal() }
    try jobs.waitForAll()
  }

  @Test("A queue that shares its label with a concurrent one keeps its order")
  func sharedLabel() throws {
    let run = Gated(isClosed: false)
    try overlap(on: DispatchQueue(label: "twin", attributes: .concurrent), in: run)
    run.gate.close(because: "test")
    let jobs = run.enqueue(["a", "b"], on: DispatchQueue(label: "twin"))
    run.untilHeld(2)
    #expect(run.held == ["a!", "b"])
    run.gate.open(because: "")
    try jobs.waitForAll()
    #expect(run.log.all == ["a", "b"])
  }

  @Test("A barrier of a queue that turns out to be concurrent stays in its place")
  func lateBarrier() throws {
    let run = Gated(isClosed: false)
    let queue = DispatchQueue(label: "wide", attributes: .concurrent)
    try overlap(on: queue, in: run)
    run.gate.close(because: "test")
    var jobs = run.enqueue(["a"], on: queue)
    run.untilHeld(1)
    jobs += run.environment.run { [queue.job("wall", flags: .barrier) { run.log.add("wall") }] }
    run.untilHeld(2)
    jobs += run.enqueue(["b"], on: queue)
    run.untilHeld(3)
    #expect(run.held == ["a!", "wall", "b"])
    run.gate.open(because: "")
    try jobs.waitForAll()
    #expect(run.log.all == ["a", "wall", "b"])
  }

  @Test("A job that suspends its queue is the last that starts there, although others are held")
  func suspending() throws {
    let run = Gated()
    let queue = DispatchQueue(label: "q")
    var jobs = run.environment.run {
      [
        queue.job("first") {
          queue.suspend()
          run.log.add("first")
        }
      ]
    }
    jobs += run.enqueue(["second"], on: queue)
    run.untilHeld(2)
    let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    queue.async {
      begun.signal()
      goOn.wait()
    }
    begun.wait()
    // It is behind the block, and before the places that the others get now.
    jobs += run.enqueue(["third"], on: queue)
    run.gate.open(because: "")
    goOn.signal()
    // Two jobs are also held before the third arrives.
    run.until("first has run") {
      !$0.isBusy && $0.jobs.count == 2 && run.log.all == ["first"]
    }
    queue.resume()
    try jobs.waitForAll()
    #expect(run.log.all == ["first", "second", "third"])
  }

  @Test("Jobs are found and removed anywhere among thousands that are held")
  func manyHeld() throws {
    let run = Gated()
    let names = (0..<3000).map { "\($0)" }
    let jobs = run.enqueue(names, on: DispatchQueue(label: "q"))
    run.untilHeld(3000)
    for number in 0..<30 {
      #expect(run.gate.release(.job(try run.job("\(number)"))) == nil)
      run.untilHeld(2999 - number)
    }
    run.gate.open(because: "")
    try jobs.waitForAll()
    #expect(run.log.all == names)
  }

  @Test("A quality of service makes no barrier, and neither does a flag on a global queue")
  func qualities() throws {
    let run = Gated()
    let jobs = run.environment.run {
      [
        DispatchQueue.global().job("a", qos: .utility) { run.log.add("a") },
        DispatchQueue.global().job("b", flags: .barrier) { run.log.add("b") },
      ]
    }
    run.untilHeld(2)
    #expect(Set(run.held) == ["a!", "b!"])
    run.gate.open(because: "")
    try jobs.waitForAll()
  }

  @Test("Two queues with the same label have an order each, and each job runs on its own queue")
  func sameLabel() throws {
    let run = Gated()
    let key = DispatchSpecificKey<Int>()
    let queues = (0..<2).map { number in
      let queue = DispatchQueue(label: "twin")
      queue.setSpecific(key: key, value: number)
      return queue
    }
    let jobs = run.environment.run {
      (0..<40).map { number in
        queues[number % 2].job("\(number)") {
          run.log.add("\(number % 2) \(DispatchQueue.getSpecific(key: key) ?? -1)")
        }
      }
    }
    run.untilHeld(40)
    #expect(run.gate.view.jobs.count(where: \.canStart) == 2)
    run.gate.open(because: "")
    try jobs.waitForAll()
    #expect(run.log.all.count == 40)
    #expect(run.log.all.allSatisfy { $0 == "0 0" || $0 == "1 1" })
  }

  @Test("A suspended queue starts nothing, whatever the gate lets go")
  func suspended() throws {
    let run = Gated()
    let queue = DispatchQueue(label: "q")
    let jobs = run.enqueue(["a", "b"], on: queue)
    run.untilHeld(2)
    queue.suspend()
    run.gate.step()
    #expect(run.held == ["b"] && run.gate.view.isBusy)
    run.gate.open(because: "")
    #expect(run.log.all.isEmpty)
    queue.resume()
    try jobs.waitForAll()
    #expect(run.log.all == ["a", "b"])
  }

  @Test("A dispatcher of the program's own is held too, and runs its handlers itself")
  func ownDispatcher() throws {
    let run = Gated()
    let count = Counter()
    let dispatcher = Custom { body in
      count.add()
      DispatchQueue.global().async(execute: body)
    }
    let end = run.environment.run {
      Promise.value(1).map(label: "own", on: dispatcher) { $0 + 1 }
    }
    run.untilHeld(1)
    #expect(run.held == ["own!"] && count.count == 1)
    run.gate.step()
    #expect(try end.wait() == 2)
    #expect(count.count == 2)
  }

  @Test("Inline handlers run with the job that settles their promise")
  func inline() throws {
    let run = Gated()
    let end = run.environment.run {
      Promise.value(1).map(on: .immediate) { $0 + 1 }.map(on: nil) { $0 + 1 }
    }
    #expect(try end.wait() == 3)
    #expect(run.gate.view.jobs.isEmpty)
    run.gate.open(because: "")
  }

  @Test("A thousand queues are held, and each keeps its order")
  func manyQueues() throws {
    let run = Gated()
    var jobs: [Promise<Void>] = []
    for number in 0..<1000 {
      let queue = DispatchQueue(label: "q\(number)")
      jobs += run.enqueue(["\(number) first", "\(number) second"], on: queue)
    }
    run.untilHeld(2000)
    #expect(run.gate.view.jobs.count(where: \.canStart) == 1000)
    run.gate.turn()
    run.untilHeld(1000)
    #expect(run.log.all.allSatisfy { $0.hasSuffix("first") })
    run.gate.open(because: "")
    try jobs.waitForAll()
    #expect(Set(run.log.all).count == 2000)
  }

  @Test("A queue with many jobs starts all of them, in order")
  func manyJobs() throws {
    let run = Gated()
    let names = (0..<1000).map { "\($0)" }
    let jobs = run.enqueue(names, on: DispatchQueue(label: "q"))
    run.untilHeld(names.count)
    run.gate.open(because: "")
    try jobs.waitForAll()
    #expect(run.log.all == names)
  }

  @Test("The gate does not retain its environment, and works without it")
  func freedEnvironment() {
    let gate = JobGate()
    weak var environment: PromiseEnvironment?
    do {
      let own = PromiseEnvironment(gate: gate, observers: [])
      environment = own
      gate.close(because: "test")
      withExtendedLifetime(own) {}
    }
    #expect(environment == nil)
    gate.open(because: "")
    gate.close(because: "again")
    #expect(gate.isHolding)
  }

  @Test("A thread that waits for a promise does not count as a job that runs")
  func waits() throws {
    let run = Gated()
    let queue = DispatchQueue(label: "q")
    let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (outer, inner) = run.environment.run { () -> (Promise<Void>, Promise<Void>) in
      let inner = DispatchQueue(label: "inner").job("inner") {
        first.signal()
        second.wait()
      }
      let outer = queue.job("outer") { try inner.wait() }
      return (outer, inner)
    }
    run.untilHeld(2)
    #expect(run.gate.release(.job(try run.job("outer"))) == nil)
    run.until("waiting") { $0.waitCount == 1 && !$0.isBusy }
    #expect(run.held == ["inner!"])
    // A thread outside the queues waits, too, but the job that runs is busy all the same.
    run.gate.step()
    first.wait()
    DispatchQueue.global().async { try? outer.wait() }
    run.until("two waits") { $0.waitCount == 2 }
    #expect(run.gate.view.isBusy)
    second.signal()
    try [outer, inner].waitForAll()
    run.gate.open(because: "")
  }
}
