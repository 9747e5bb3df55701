import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("What distinguishes failing runs")
struct RunEvidenceTests {
  @Test("An order that all failures and no pass have is named with its counts")
  func decisive() throws {
    let good = ["fetch", "keep", "write", "connect", "order"]
    let bad = ["fetch", "keep", "connect", "order", "write"]
    let evidence = try #require(
      found(passing: Array(repeating: good, count: 117), failing: [bad, bad, bad]))
    #expect(evidence.isDecisive)
    #expect(
      evidence.sentences == [
        "in 3 of 3 failures 'connect' ran before 'write'; in 0 of 117 passes "
          + "(likewise 'order' before 'write')"
      ])
    // Where 'connect' does run first in passes, the order that is left is the one that matters.
    let other = ["fetch", "keep", "connect", "write", "order"]
    let precise = try #require(
      found(
        passing: Array(repeating: good, count: 100) + Array(repeating: other, count: 17),
        failing: [bad, bad, bad]))
    #expect(
      precise.sentences == ["in 3 of 3 failures 'order' ran before 'write'; in 0 of 117 passes"])
  }

  @Test("Of orders that separate the runs alike, handlers are named before timers")
  func timers() throws {
    let good = ["fetch", "write", "connection!", "order"]
    let bad = ["fetch", "connection!", "order", "write"]
    let evidence = try #require(
      found(passing: [good, good, good], failing: [bad, bad]))
    #expect(
      evidence.sentences == [
        "in 2 of 2 failures 'order' ran before 'write'; in 0 of 3 passes "
          + "(likewise the timer of 'connection' before 'write')"
      ])
  }

  @Test("A handler that never ran in a failure counts as later, and the sentence says so")
  func never() throws {
    let evidence = try #require(
      found(
        passing: [["keep", "write", "order", "receipt"]],
        failing: [["keep", "order", "receipt"], ["keep", "order", "write", "receipt"]]))
    #expect(
      evidence.sentences.first
        == "in 2 of 2 failures 'order' ran before 'write' (which did not run in 1); in 0 of 1 passes"
    )
  }

  @Test("A handler that was still running is found if only its end separates the runs")
  func overlapping() throws {
    let evidence = try #require(
      found(
        passing: [["write(", "write)", "order"], ["write(", "write)", "order"]],
        failing: [["write(", "order", "write)"], ["order", "write"]]))
    #expect(
      evidence.sentences == [
        "in 2 of 2 failures 'order' started before 'write' ended; in 0 of 2 passes"
      ])
  }

  @Test("If nothing separates the runs, the best order is named, and not as decisive")
  func best() throws {
    let good = ["a", "b", "c", "d"]
    let evidence = try #require(
      found(
        passing: Array(repeating: good, count: 9) + [["a", "c", "b", "d"]],
        failing: [["a", "c", "b", "d"], ["a", "c", "b", "d"], good]))
    #expect(!evidence.isDecisive)
    #expect(
      evidence.sentences.dropFirst().first
        == "in 2 of 3 failures 'c' ran before 'b'; in 1 of 10 passes")
    #expect(evidence.title() == "more often in failures")
    let none = try #require(found(passing: [good], failing: [good]))
    #expect(
      none.sentences == [
        "no order of two handlers, and no handler, is more frequent in failures than in passes"
      ])
    #expect(found(passing: [], failing: [good]) == nil)
    #expect(found(passing: [good], failing: []) == nil)
  }

  @Test("A handler that runs in failures only, and one that runs in passes only, is named")
  func presence() throws {
    let evidence = try #require(
      found(
        passing: [["load", "show"], ["load", "show"]],
        failing: [["load", "retry"], ["load", "retry"], ["load", "retry"]]))
    #expect(evidence.orders.isEmpty)
    #expect(
      evidence.sentences == [
        "in 3 of 3 failures 'show' did not run; in 0 of 2 passes",
        "in 3 of 3 failures 'retry' ran; in 0 of 2 passes",
      ])
  }

  @Test(
    "In random runs, what is named has the counts that counting all pairs gives, and no pair that separates the runs is missed"
  )
  func counted() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let names = ["a", "b", "c", "d", "e", "f"]
      let runs = (0..<Int.random(in: 3...14, using: &random)).map { _ in
        names.shuffled(using: &random).dropLast(Int.random(in: 0...1, using: &random))
      }.map(Array.init)
      func fails(_ run: [String]) -> Bool {
        guard let b = run.firstIndex(of: "b") else { return false }
        return b < run.firstIndex(of: "e") ?? .max
      }
      let (passing, failing) = (runs.filter { !fails($0) }, runs.filter(fails))
      guard let evidence = found(passing: passing, failing: failing) else { continue }
      for order in evidence.orders where !order.isBeforeEnd {
        func has(_ run: [String]) -> Bool {
          guard let first = run.firstIndex(where: { "'\($0)'" == order.first.text }) else {
            return false
          }
          return first < run.firstIndex { "'\($0)'" == order.second.text } ?? .max
        }
        #expect(order.failures == failing.count(where: has))
        #expect(order.passes == passing.count(where: has))
      }
      // The planted order separates them, if most passing runs have the opposite one.
      let opposite = passing.count { run in
        guard let b = run.firstIndex(of: "b"), let e = run.firstIndex(of: "e") else { return false }
        return e < b
      }
      if 2 * opposite > passing.count {
        #expect(evidence.orders.contains { $0.failures == failing.count && $0.passes == 0 })
      }
    }
  }

  @Test("In runs of 100 handlers with chance orders, the planted one comes first")
  func planted() throws {
    var random = SeededGenerator(seed: 3)
    var runs: (passing: [[String]], failing: [[String]]) = ([], [])
    for number in 0..<200 {
      var run = (0..<100).map { "h\($0)" }
      // Neighbors change places by chance.
      for _ in 0..<60 {
        let place = Int.random(in: 0..<99, using: &random)
        run.swapAt(place, place + 1)
      }
      run.removeAll { $0 == "h40" || $0 == "h60" }
      let isBad = number % 50 == 7
      run.insert(isBad ? "h60" : "h40", at: 40)
      run.insert(isBad ? "h40" : "h60", at: 60)
      if isBad { runs.failing.append(run) } else { runs.passing.append(run) }
    }
    let evidence = try #require(found(passing: runs.passing, failing: runs.failing))
    #expect(evidence.isDecisive)
    let first = try #require(evidence.orders.first)
    #expect((first.failures, first.passes) == (4, 0))
    #expect(first.first.text == "'h60'")
  }

  @Test("Runs of ten thousand handlers are compared within bounds, and what is left out is said")
  func large() throws {
    var run = (0..<10_000).map { "h\($0)" }
    let good = run
    run.swapAt(5000, 5001)
    let evidence = try #require(
      found(passing: Array(repeating: good, count: 20), failing: [run, run]))
    #expect(
      evidence.sentences == ["in 2 of 2 failures 'h5001' ran before 'h5000'; in 0 of 20 passes"])
    #expect(evidence.remarks().contains { $0.contains("far apart") })
  }

  @Test("Orders that do not fit are left out and counted; failing runs have room of their own")
  func bounds() throws {
    var random = SeededGenerator(seed: 4)
    var numbers = HandlerNumbers()
    var orders = RunOrders(most: 4000)
    let names = (0..<20).map { "h\($0)" }
    for number in 0..<40 {
      let moments = numbers.moments(of: Self.run(names.shuffled(using: &random)))
      orders.add(moments, fails: number >= 35)
    }
    #expect(orders.failures > 0 && orders.passes > 0)
    #expect(orders.passes + orders.failures + orders.leftOut == 40)
    let evidence = try #require(RunEvidence(orders, numbers))
    #expect(evidence.runsLeftOut == orders.leftOut && orders.leftOut > 0)
    #expect(evidence.remarks().contains { $0.contains("too many different orders") })
  }

  @Test("The same handler has the same number in every run, whatever runs in between")
  func identity() throws {
    /// Three customers, each with a chain of two handlers made by the same lines; the second is created in the
    /// order in which the first ones run.
    func run(_ order: [Int]) -> ComparedRun {
      var stream = EventStream()
      stream.declare(1, "net")
      for customer in 0..<3 { stream.create(PromiseID(customer + 1), .then, "pay", line: 20) }
      for customer in order {
        let job = stream.enqueue(PromiseID(customer + 1), on: 1)
        stream.start(job, PromiseID(customer + 1), on: 1)
        stream.create(PromiseID(customer + 10), .then, "book", line: 30)
        stream.end(job, PromiseID(customer + 1), on: 1)
      }
      for customer in 0..<3 {
        let job = stream.enqueue(PromiseID(customer + 10), on: 1)
        stream.start(job, PromiseID(customer + 10), on: 1)
        stream.end(job, PromiseID(customer + 10), on: 1)
      }
      return ComparedRun(stream.events)
    }
    var numbers = HandlerNumbers()
    let (one, other) = (numbers.moments(of: run([0, 1, 2])), numbers.moments(of: run([2, 0, 1])))
    #expect(numbers.names.count == 6)
    // Only 'pay' runs in another order: customer 3 moves.
    #expect(one.differences(from: other) == 1)
    #expect(one.starts.suffix(3) == other.starts.suffix(3))
  }

  // MARK: - Runs

  /// Returns a run whose handlers have these names and run in this order; `a(` only starts one, `a)` ends it, and `a!`
  /// is the timer of a promise of that name.
  static func run(_ moments: [String]) -> ComparedRun {
    var stream = EventStream()
    stream.declare(1, "net", .concurrent(width: 2))
    let names = Set(moments.map { String($0.filter { !"()!".contains($0) }) }).sorted()
    let promises = Dictionary(
      uniqueKeysWithValues: names.enumerated().map { ($1, PromiseID($0 + 1)) })
    for name in names { stream.create(promises[name] ?? 1, .then, name, line: 10) }
    var jobs: [String: JobID] = [:]
    for moment in moments {
      let name = moment.filter { !"()!".contains($0) }
      let promise = promises[name] ?? 1
      if moment.last == "!" {
        stream.post(.timerFired(timer: TimerID(promise.rawValue), promise: promise))
        continue
      }
      if moment.last != ")" {
        let job = stream.enqueue(promise, on: 1)
        jobs[name] = job
        stream.start(job, promise, on: 1)
      }
      if moment.last != "(", let job = jobs[name] { stream.end(job, promise, on: 1) }
    }
    return ComparedRun(stream.events)
  }

  private func found(passing: [[String]], failing: [[String]]) -> RunEvidence? {
    var numbers = HandlerNumbers()
    var orders = RunOrders()
    for run in passing { orders.add(numbers.moments(of: Self.run(run)), fails: false) }
    for run in failing { orders.add(numbers.moments(of: Self.run(run)), fails: true) }
    return RunEvidence(orders, numbers)
  }
}
