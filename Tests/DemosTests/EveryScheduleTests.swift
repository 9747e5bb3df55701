import Demos
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("Every schedule of every demo")
struct EveryScheduleTests {
  private static let demos = Demo.all.map(\.name)
  /// How often each schedule that was found is repeated; `make test-stress` repeats it 1,000 times.
  private static let replays = Rounds.number("SCHEDULE_REPLAYS") ?? 10
  /// A time limit that is enough even on a busy machine.
  private static let budget = Budget(duration: .seconds(3600))

  private func scenario(_ name: String) throws -> Scenario {
    let demo = try #require(Demo.named(name))
    let knobs = Knobs(demo.knobs)
    return Scenario(
      demo.name, version: "\(knobs)",
      queues: demo.queues.map {
        SimulatedQueue(label: $0.label, kind: $0.kind, isDrained: $0.isDrained)
      },
      accessing: demo.accessing, begin: { demo.start(knobs: knobs, in: .current).last })
  }

  @Test("A demo can be explored to its end", arguments: demos)
  func exhaustive(name: String) throws {
    #expect(try scenario(name).explore(within: Self.budget).coverage == .exhaustive)
  }

  @Test("The reduction neither loses nor invents outcomes", arguments: demos)
  func reduction(name: String) throws {
    let scenario = try scenario(name)
    let full = scenario.explore(.unreduced, within: Self.budget)
    try #require(full.coverage == .exhaustive)
    let reduced = scenario.explore(within: Self.budget)
    #expect(Set(reduced.findings.map(\.outcome)) == Set(full.findings.map(\.outcome)))
    #expect(reduced.schedules <= full.schedules)
  }

  @Test("Every schedule that was found gives the same events each time", arguments: demos)
  func replay(name: String) throws {
    let scenario = try scenario(name)
    for finding in scenario.explore(within: Self.budget).findings {
      let first = scenario.run(finding.schedule)
      #expect(first.outcome == finding.outcome)
      #expect(first.strayedAt == nil)
      var others = 0
      for _ in 1..<Self.replays where scenario.run(finding.schedule).events != first.events {
        others += 1
      }
      #expect(others == 0, "\(finding.token)")
    }
  }
}
