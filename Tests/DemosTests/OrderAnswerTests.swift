import Demos
import PromiseExploration
import PromiseGraph
import PromiseKitLite
import PromiseSimulation
import Testing

@Suite("Explanations of the order of two handlers, checked against every schedule")
struct OrderAnswerTests {
  private static let demos = Demo.all.map(\.name)

  @Test("What is called a rule holds in every schedule", arguments: demos)
  func always(name: String) throws {
    let scenario = try #require(Demo.named(name)).scenario()
    let runs = EverySchedule.runs(of: scenario, limit: 300)
    let rules = OrderRules(of: (runs.prefix(5) + runs.suffix(5)).map(\.events))
    #expect(!rules.isEmpty)
    for run in runs {
      for (order, reason) in rules.broken(in: run.events) {
        Issue.record("\(order) in \(run.schedule): \(reason)")
      }
    }
  }
}
