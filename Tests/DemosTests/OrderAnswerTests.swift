import Demos
import Foundation
import PromiseExploration
import PromiseGraph
import PromiseKitLite
import PromiseSimulation
import Testing

@Suite("Explanations of the order of two handlers, checked against every schedule")
struct OrderAnswerTests {
  private static let demos = Demo.all.map(\.name)
  /// In how many of the first and of the last schedules of a demo every two handlers are asked about;
  /// `make test-stress` asks in more of them.
  private static let asked =
    ProcessInfo.processInfo.environment["SCHEDULE_REPLAYS"] == nil ? 2 : 5

  @Test("What is called a rule holds in every schedule", arguments: demos)
  func always(name: String) throws {
    let scenario = try #require(Demo.named(name)).scenario()
    let runs = EverySchedule.runs(of: scenario, limit: 300)
    let rules = OrderRules(of: (runs.prefix(Self.asked) + runs.suffix(Self.asked)).map(\.events))
    #expect(!rules.isEmpty)
    for run in runs {
      for (order, reason) in rules.broken(in: run.events) {
        Issue.record("\(order) in \(run.schedule): \(reason)")
      }
    }
  }
}
