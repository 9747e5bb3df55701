import Dispatch
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("Schedules with waits")
struct WaitExplorationTests {
  private static func queue(_ label: String) -> DispatchQueue { DispatchQueue(label: label) }

  /// Two queues that wait for each other, if both have started before either could enqueue its job
  /// on the other one.
  private static let cycle = Scenario("cycle") {
    let (a, b) = (queue("a"), queue("b"))
    _ = a.async(.promise) {
      do { _ = try Promise(label: "in b", on: b) { $0.fulfill(1) }.wait() } catch {
        note("a \(error)")
      }
    }
    _ = b.async(.promise) {}
      .done(on: b) {
        do { _ = try Promise(label: "in a", on: a) { $0.fulfill(2) }.wait() } catch {
          note("b \(error)")
        }
      }
  }

  /// A job that waits beside one that resolves, and a third one that posts a note.
  private static let race = Scenario("race") {
    let (promise, seal) = Promise<Int>.pending()
    let waiting = queue("a").async(.promise) {
      note("waits")
      let value = try promise.wait()
      note("got \(value)")
    }
    _ = queue("b").async(.promise) { seal.fulfill(1) }
    _ = queue("c").async(.promise) { note("beside") }
    return waiting
  }

  @Test("Some schedules deadlock and some do not; each is found and reported")
  func someDeadlock() throws {
    let exploration = Self.cycle.explore()
    #expect(exploration.coverage == .exhaustive)
    let isDeadlocked = Set(exploration.findings.map { $0.outcome.deadlock != nil })
    #expect(isDeadlocked == [true, false])
    #expect(exploration.deadlocks > 0 && exploration.deadlocks < exploration.schedules)
    for finding in exploration.findings {
      let run = Self.cycle.run(finding.schedule)
      #expect(run.outcome == finding.outcome && run.strayedAt == nil)
      #expect((Deadlock(run.events) != nil) == (finding.outcome.deadlock != nil))
    }
  }

  @Test("The outcomes with the reduction are those without it")
  func reduction() {
    for scenario in [Self.cycle, Self.race] {
      let (reduced, all) = (scenario.explore(), scenario.explore(.unreduced))
      #expect(reduced.coverage == .exhaustive && all.coverage == .exhaustive)
      #expect(Set(reduced.findings.map(\.outcome)) == Set(all.findings.map(\.outcome)))
      #expect(reduced.schedules <= all.schedules)
    }
  }

  @Test("A waiting job may resume before or after jobs that could already start")
  func orders() {
    let notes = Set(Self.race.explore().findings.map { $0.outcome.notes.joined(separator: " ") })
    #expect(notes == ["waits got 1 beside", "waits beside got 1", "beside waits got 1"])
  }
}
