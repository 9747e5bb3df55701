import Dispatch
import PromiseExploration
import PromiseKitLite
import PromiseScreens
import PromiseSimulation
import TestSupport
import Testing

@testable import promise_tui

@Suite struct ExplorationFeedTests {
  /// Two handlers that may run in either order.
  private var scenario: ExploredScenario {
    ExploredScenario("hops", version: "", queues: [], accessing: .anything) {
      when(
        fulfilled: Promise.value(1).done(label: "A", on: DispatchQueue(label: "a")) { _ in note("A")
        },
        Promise.value(1).done(label: "B", on: DispatchQueue(label: "b")) { _ in note("B") })
    }
  }

  @Test("it reports its findings until the end, and compares on request")
  func tells() async throws {
    let inbox = Inbox()
    let feed = ExplorationFeed(
      scenario, by: ExplorationPlan(expectations: [.before("A", "B")]), sender: inbox.newSender())
    var last: Exploration?
    while last?.coverage == nil || last?.coverage == .running {
      guard case .explored(let exploration)? = await inbox.next() else {
        Issue.record("something else than what was found")
        return
      }
      last = exploration
    }
    #expect(last?.coverage == .exhaustive)
    #expect(last?.findings.map(\.outcome.notes) == [["A", "B"], ["B", "A"]])
    feed.compare(outcome: 1)
    guard case .compared(1, let comparison?)? = await inbox.next() else {
      Issue.record("no comparison")
      return
    }
    let outcomes = try #require(last).findings.map { "\($0.outcome)" }
    #expect(comparison.this.outcome == outcomes[1])
    #expect(comparison.other.outcome == outcomes[0])
    #expect(comparison.this.lines.count { $0.kind == .decisiveChoice } == 1)
    let replayed = scenario.run(try #require(comparison.token).schedule)
    #expect(replayed.outcome.notes == ["B", "A"])
  }

  @Test("a closed exploration ends soon")
  func closes() async {
    let begun = DispatchSemaphore(value: 0)
    let endless = ExploredScenario("endless", version: "", queues: [], accessing: .anything) {
      when(
        fulfilled: (0..<9).map { place in
          Promise.value(place).done(on: DispatchQueue(label: "q\(place)")) { _ in
            begun.signal()
            note("\(place)")
          }
        })
    }
    let inbox = Inbox()
    let plan = ExplorationPlan(budget: Budget(schedules: .max, duration: .seconds(3600)))
    let feed = ExplorationFeed(endless, by: plan, sender: inbox.newSender())
    // Behind an `await`, it would explore until every other test has had its turn.
    wait(for: begun)
    feed.close()
    var coverage: Exploration.Coverage?
    while coverage != .stopped, case .explored(let exploration)? = await inbox.next() {
      coverage = exploration.coverage
    }
    #expect(coverage == .stopped)
  }

  private func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
}
