import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("The gate loses no job, runs none twice, and keeps the order of each queue")
struct GateStressTests {
  @Test("while it is opened, closed, and stepped from another thread", arguments: 0..<6)
  func randomCommands(seed: UInt64) throws {
    let run = Gated(isClosed: seed % 2 == 0)
    let queues = (0..<4).map { DispatchQueue(label: "q\($0)") }
    let counts = queues.map { _ in Numbers() }
    let perQueue = 60
    let controlled = DispatchGroup()
    controlled.enter()
    DispatchQueue.global().async {
      var numbers = SeededGenerator(seed: seed)
      // Each time the gate opens, all that it holds is dispatched again.
      for _ in 0..<100 { Self.command(run.gate, &numbers) }
      run.gate.set([])
      run.gate.open(because: "")
      controlled.leave()
    }
    let jobs = run.environment.run {
      (0..<perQueue).flatMap { number in
        queues.indices.map { place in
          queues[place].job("job \(number % 7)") {
            counts[place].add(number)
          }
          .done(label: "next", on: queues[(place + 1) % 4]) {}
        }
      }
    }
    try jobs.waitForAll()
    controlled.wait()
    for count in counts { #expect(count.all == Array(0..<perQueue)) }
    run.until("quiet") { $0.jobs.isEmpty && !$0.isBusy }
    #expect(run.gate.state.withLock { $0.lanes.isEmpty && $0.granted.isEmpty })
  }

  @Test("on a queue that is never empty after it was opened")
  func saturated() throws {
    let run = Gated()
    let queue = DispatchQueue(label: "q")
    let order = Numbers()
    @Sendable func next(_ number: Int) -> Promise<Void> {
      queue.job() {
        order.add(number)
        return number
      }
      .then(on: queue) { number in number < 300 ? next(number + 3) : .value(()) }
    }
    let chains = run.environment.run { (0..<3).map { next($0) } }
    run.untilHeld(3)
    run.gate.open(because: "")
    try chains.waitForAll()
    #expect(order.all == Array(0...302))
  }

  @Test("and runs barriers alone and in their place", arguments: 0..<4)
  func barriers(seed: UInt64) throws {
    let run = Gated(isClosed: true)
    let queue = DispatchQueue(label: "wide", attributes: .concurrent)
    run.environment.declare(queue: "wide", kind: .concurrent(width: nil))
    let order = Numbers()
    let jobs = run.environment.run {
      (0..<200).map { number in
        let flags: DispatchWorkItemFlags = number % 10 == 9 ? .barrier : []
        return queue.job(flags: flags) { order.add(number) }
      }
    }
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<100 { Self.command(run.gate, &numbers) }
    run.gate.open(because: "")
    try jobs.waitForAll()
    let result = order.all
    #expect(result.sorted() == Array(0..<200))
    for (place, number) in result.enumerated() where number % 10 == 9 { #expect(place == number) }
  }

  private static func command(_ gate: JobGate, _ numbers: inout SeededGenerator) {
    switch numbers.next() % 10 {
    case 0, 1: gate.close(because: "stress")
    case 2, 3: gate.open(because: "stress")
    case 4, 5: gate.step()
    case 6: gate.turn()
    case 7:
      if let job = gate.view.jobs.randomElement(using: &numbers)?.id {
        _ = gate.release(.job(job))
      }
    case 8: gate.set([Breakpoint(.label("job 3"), count: Int(numbers.next() % 3) + 1)])
    default: gate.set([])
    }
  }
}

/// Numbers that several threads append.
private final class Numbers: Sendable {
  private let numbers = Mutex<[Int]>([])
  func add(_ number: Int) { numbers.withLock { $0.append(number) } }
  var all: [Int] { numbers.withLock { $0 } }
}
