import Dispatch
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("A gate that follows a schedule")
struct GateFollowingTests {
  /// A race between two jobs on two queues, each after a job of its own.
  private func race(in environment: PromiseEnvironment, _ log: Log) -> [Promise<Void>] {
    environment.run {
      ["left", "right"].map { name in
        let queue = DispatchQueue(label: name)
        return queue.job("\(name) first") { log.add("\(name) first") }
          .map(label: name, on: queue) { log.add(name) }
      }
    }
  }

  private func schedule(_ names: [String]) -> JobSchedule {
    JobSchedule(
      steps: names.map {
        let isTimer = $0.hasPrefix("timer ")
        let label = isTimer ? String($0.dropFirst(6)) : $0
        return JobSchedule.Step(
          JobSchedule.Name(label: label, site: nil, isTimer: isTimer), occurrence: 0)
      })
  }

  private func following(_ names: [String], patience: Int64 = 0) -> Gated {
    let run = Gated(patience: patience, isClosed: false)
    run.gate.follow(schedule(names))
    return run
  }

  @Test("A race is decided both ways")
  func bothWays() throws {
    for order in [
      ["left first", "right first", "left", "right"],
      ["right first", "right", "left first", "left"],
      ["left first", "right first", "right", "left"],
    ] {
      for _ in 0..<10 {
        let run = following(order)
        try race(in: run.environment, run.log).waitForAll()
        #expect(run.log.all == order && run.changesOfGate.isEmpty)
      }
    }
  }

  @Test("The schedule of a run, from its events, gives the same order again")
  func again() throws {
    let log = Log()
    let recorder = RecordingObserver()
    let free = PromiseEnvironment(observers: [recorder])
    try race(in: free, log).waitForAll()
    var schedule = JobSchedule(of: recorder.events)
    // One after another, so that their starts have an order.
    for place in schedule.steps.indices { schedule.steps[place].isBeside = false }
    // A job of the other queue may note its name between the start of a job and its note.
    #expect(Set(schedule.steps.compactMap(\.name.label)) == Set(log.all))
    for _ in 0..<10 {
      let run = Gated(isClosed: false)
      run.gate.follow(try JobSchedule(schedule.text()))
      try race(in: run.environment, run.log).waitForAll()
      let again = JobSchedule(of: run.recorder.events)
      #expect(again.steps.map(\.name) == schedule.steps.map(\.name))
    }
  }

  @Test("After its end, the run is free, and jobs are no longer counted")
  func end() throws {
    let run = following(["right first"])
    try race(in: run.environment, run.log).waitForAll()
    #expect(Set(run.log.all).count == 4)
    #expect(!run.gate.isFollowing && run.gate.isOpen)
  }

  @Test("A job that the schedule does not have starts at once, and that is said")
  func strangers() throws {
    let run = following(["right", "left"])
    let jobs = race(in: run.environment, run.log)
    try jobs.waitForAll()
    #expect(
      Set(run.changesOfGate) == [
        "missed 'left first' is not in the schedule", "missed 'right first' is not in the schedule",
      ])
    let ends = run.log.all.filter { !$0.hasSuffix("first") }
    #expect(ends == ["right", "left"])
  }

  @Test("What does not come is skipped after a while, and that is said")
  func missing() throws {
    let run = following(["ghost", "b", "a"])
    let jobs =
      run.enqueue(["a"], on: DispatchQueue(label: "1"))
      + run.enqueue(["b"], on: DispatchQueue(label: "2"))
    run.until("both held") { $0.jobs.count == 2 }
    run.gate.checkSchedule()
    try jobs.waitForAll()
    #expect(run.log.all == ["b", "a"])
    #expect(run.changesOfGate == ["missed 'ghost' did not come"])
  }

  @Test("What the rules of a queue forbid is skipped, and that is said")
  func impossible() throws {
    let run = following(["b", "a"])
    let jobs = run.enqueue(["a", "b"], on: DispatchQueue(label: "q"))
    run.until("both held") { $0.jobs.count == 2 }
    run.gate.checkSchedule()
    try jobs.waitForAll()
    #expect(run.log.all == ["a", "b"])
    #expect(run.changesOfGate == ["missed 'b' is behind another job of its queue"])
  }

  @Test(
    "What the user lets start by hand is part of the schedule, in whichever order",
    arguments: [true, false])
  func byHand(isInOrder: Bool) throws {
    let run = following(["a", "b", "c"])
    run.gate.close(because: "test")
    let jobs = ["a", "b", "c"].flatMap { run.enqueue([$0], on: DispatchQueue(label: $0)) }
    run.untilHeld(3)
    let chosen = isInOrder ? ["a", "b"] : ["b", "a"]
    for place in chosen.indices {
      #expect(run.gate.release(.job(try run.job(chosen[place]))) == nil)
      run.untilHeld(2 - place)
    }
    run.gate.open(because: "test")
    try jobs.waitForAll()
    run.gate.checkSchedule()
    #expect(run.log.all == (isInOrder ? ["a", "b", "c"] : ["b", "a", "c"]))
    #expect(run.changesOfGate == ["closed test", "opened test"])
  }

  @Test("Nothing is skipped before the gate has waited long enough")
  func patience() throws {
    let run = following(["ghost", "a"], patience: 3_600_000_000_000)
    let jobs = run.enqueue(["a"], on: DispatchQueue(label: "q"))
    run.until("held") { $0.jobs.count == 1 }
    run.gate.checkSchedule()
    #expect(run.log.all.isEmpty && run.changesOfGate.isEmpty)
    run.gate.close(because: "")
    run.gate.step()
    try jobs.waitForAll()
    run.gate.open(because: "")
  }

  @Test("A job that waits for a later one does not hold it back")
  func waiting() throws {
    let run = following(["outer", "inner"])
    let (outer, inner) = run.environment.run { () -> (Promise<Void>, Promise<Void>) in
      let inner = DispatchQueue(label: "inner").job("inner") {
        run.log.add("inner")
      }
      let outer = DispatchQueue(label: "outer").job("outer") {
        run.log.add("outer")
        try inner.wait()
      }
      return (outer, inner)
    }
    try outer.wait()
    try inner.wait()
    #expect(run.log.all == ["outer", "inner"] && run.changesOfGate.isEmpty)
  }

  @Test("A job that blocks by other means is passed by the next one after a while")
  func blocked() throws {
    let run = following(["outer", "inner"])
    let done = DispatchSemaphore(value: 0)
    let jobs = run.environment.run {
      [
        DispatchQueue(label: "inner").job("inner") { _ = done.signal() },
        DispatchQueue(label: "outer").job("outer") { done.wait() },
      ]
    }
    run.until("blocked") { $0.jobs.count == 1 && $0.isBusy }
    run.gate.checkSchedule()
    try jobs.waitForAll()
    #expect(run.changesOfGate == ["missed 'inner' starts while an earlier job is still running"])
  }

  @Test("A timer and a job are started in either order")
  func timers() throws {
    for order in [["timer t", "job"], ["job", "timer t"]] {
      for _ in 0..<10 {
        let run = following(order)
        let ends = run.environment.run {
          [
            after(label: "t", seconds: 0).map(on: nil) { run.log.add("timer t") }
              .then(on: nil) { Promise.value($0) },
            DispatchQueue(label: "q").job("job") { run.log.add("job") },
          ]
        }
        try ends.waitForAll()
        #expect(run.log.all == order && run.changesOfGate.isEmpty)
      }
    }
  }
}
