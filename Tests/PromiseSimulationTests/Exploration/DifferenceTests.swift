import Dispatch
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("The smallest difference: one choice, and why it matters")
struct DifferenceTests {
  private static let order = Invariant.before("save", "render")

  private func smallestDifference(in exploration: Exploration) throws -> Difference {
    let failure = try #require(exploration.failure)
    return try #require(Puzzle.checkout.smallestDifference(to: failure, in: exploration))
  }

  @Test("the two schedules differ in one choice, and have different outcomes")
  func oneChoice() throws {
    let exploration = Puzzle.checkout.explore(expecting: [Self.order])
    let failure = try #require(exploration.failure)
    let difference = try #require(
      Puzzle.checkout.smallestDifference(to: failure, in: exploration))
    #expect(difference.passing.outcome.notes == ["save", "render"])
    #expect(difference.failing.outcome.notes == ["render", "save"])
    let place = difference.place
    #expect(
      difference.passing.schedule.choices[..<place] == difference.failing.schedule.choices[..<place]
    )
    #expect(
      difference.passing.schedule.choices[place] != difference.failing.schedule.choices[place])
    #expect(difference.replays <= 50)
    #expect(difference.deviations <= difference.deviationsBefore)
    #expect(
      Puzzle.checkout.run(difference.failing.schedule).outcome == difference.failing.outcome)
  }

  @Test("the cause names both handlers, the queue, and where they come from")
  func cause() throws {
    let exploration = Puzzle.checkout.explore(expecting: [.before("A", "C")])
    let difference = try smallestDifference(in: exploration)
    #expect(
      difference.cause
        == "C may run before A because both hop to main from different queues, right and left")
  }

  @Test("the cause, the lines of both runs, and a deadlock have a Chinese text")
  func chinese() throws {
    let exploration = Puzzle.checkout.explore(expecting: [.before("A", "C")])
    let difference = try smallestDifference(in: exploration)
    #expect(
      difference.cause(in: .chinese) == "C 可能先于 A 运行，因为两者从不同的队列（right 和 left）进入队列 main")
    let lines = difference.failingLines(in: .chinese)
    #expect(lines.count == difference.failingLines.count)
    #expect(!lines.contains { $0.text.contains(/\b(or|on|of)\b/) })
    #expect(difference.passingLines(in: .english) == difference.passingLines)
    let deadlocks = Puzzle.deadlock.explore(expecting: [.never(.deadlock)])
    let outcome = try #require(deadlocks.findings.first { $0.outcome.deadlock != nil }?.outcome)
    #expect(outcome.text(in: .english).hasPrefix("deadlock: "))
    let text = outcome.text(in: .chinese)
    #expect(text.hasPrefix("死锁："))
    #expect(!text.contains(/\b(waits|whose|which|is|on)\b/), "\(text)")
  }

  @Test("a handler that follows on its own queue is traced back to the one that hopped there")
  func causeFurtherBack() throws {
    let exploration = Puzzle.rendering.explore(expecting: [.before("save", "render")])
    let failure = try #require(exploration.failure)
    let difference = try #require(
      Puzzle.rendering.smallestDifference(to: failure, in: exploration))
    #expect(
      difference.cause
        == "render may run before save because prepare and save hop to main from different queues, "
        + "right and left")
  }

  @Test("a deadlock is the same one, whatever the numbers of its promises")
  func deadlock() throws {
    let exploration = Puzzle.deadlock.explore(expecting: [.never(.deadlock)])
    #expect(exploration.findings.filter { $0.outcome.deadlock != nil }.count == 1)
    #expect(exploration.deadlocks > 1)
  }

  @Test("an inline handler has no queue: the cause is what triggered it")
  func inlineCause() throws {
    let scenario = Scenario("inline") {
      _ = after(label: "tap", .milliseconds(1)).done(label: "A") {}
      _ = after(label: "net", .milliseconds(1)).done(label: "B", on: nil) {}
    }
    let exploration = scenario.explore(expecting: [.before("A", "B")])
    let failure = try #require(exploration.failure)
    let cause = try #require(scenario.smallestDifference(to: failure, in: exploration)).cause
    #expect(cause.hasPrefix("B may run before A because "), "\(cause)")
    #expect(cause.hasSuffix("same instant") || cause.hasSuffix("may fire first"), "\(cause)")
    #expect(cause.contains("net"))
  }

  @Test("if the empty schedule fails, a passing one is found")
  func emptyFails() throws {
    let expectation = Invariant.before("render", "save")
    let exploration = Puzzle.checkout.explore(expecting: [expectation])
    let difference = try smallestDifference(in: exploration)
    #expect(difference.passing.outcome.notes == ["render", "save"])
    #expect(difference.failing.outcome.notes == ["save", "render"])
  }

  @Test("a run that was stopped is compared with runs that are stopped as early")
  func endless() throws {
    let scenario = Scenario("endless") {
      let isEndless = SharedNumber(0)
      _ = after(.milliseconds(1)).done(label: "A", on: Puzzle.left) { isEndless.value = 1 }
      _ = after(.milliseconds(1)).done(label: "B", on: Puzzle.right) {
        if isEndless.value == 1 { Self.tick() }
      }
    }
    let exploration = scenario.explore(within: Budget(steps: 40))
    let finding = try #require(exploration.findings.first { $0.outcome.isEndless })
    let difference = try #require(scenario.smallestDifference(to: finding, in: exploration))
    #expect(difference.failing.outcome == finding.outcome)
    #expect(!difference.passing.outcome.isEndless)
  }

  @Sendable private static func tick() {
    note("tick")
    _ = after(.milliseconds(1)).done { tick() }
  }

  @Test("if every schedule fails, there is no difference")
  func allFail() throws {
    let exploration = Puzzle.checkout.explore(expecting: [.note("paid")])
    let failure = try #require(exploration.failure)
    #expect(Puzzle.checkout.smallestDifference(to: failure, in: exploration) == nil)
  }

  @Test("both runs as text: the decisive choice is marked in each")
  func lines() throws {
    let exploration = Puzzle.checkout.explore(expecting: [Self.order])
    let difference = try smallestDifference(in: exploration)
    let good = difference.passingLines
    let bad = difference.failingLines
    #expect(good.filter { $0.kind == .decisiveChoice }.count == 1)
    #expect(bad.filter { $0.kind == .decisiveChoice }.count == 1)
    let split = try #require(bad.firstIndex { $0.kind == .decisiveChoice })
    #expect(good[..<split] == bad[..<split])
    #expect(bad.map(\.text).contains("timer of net"))
    #expect(bad.filter { $0.kind == .note }.map(\.text) == ["render", "save"])
  }
}
