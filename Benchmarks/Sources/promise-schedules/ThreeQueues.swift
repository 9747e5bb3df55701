import Dispatch
import Measuring
import PromiseExploration
import PromiseKitLite
import PromiseSimulation

/// Measures what the reduction saves for chains on three independent queues.
enum ThreeQueues {
  private static let queues = ["left", "middle", "right"].map { DispatchQueue(label: $0) }

  /// Three links on each queue, whose handlers either declare that they share nothing, or declare
  /// nothing.
  private static func scenario(_ accessing: DeclaredAccess) -> Simulation.Scenario {
    Simulation.Scenario("three-queues", accessing: accessing) {
      for queue in queues {
        _ = after(.milliseconds(1)).map(on: queue) { 1 }.map(on: queue) { $0 + 1 }.done(on: queue) {
          _ in
        }
      }
    }
  }

  /// Prints the table.
  static func print() {
    let table = Table([
      "three links on each of three queues", "schedules", "given up", "without reduction", "factor",
      "goal", "reached",
    ])
    let whole = scenario(.anything).explore(.unreduced)
    for (title, accessing) in [("undeclared", DeclaredAccess.anything), ("declared", .nothing)] {
      let reduced = scenario(accessing).explore()
      guard Set(reduced.findings.map(\.outcome)) == Set(whole.findings.map(\.outcome)),
        reduced.coverage.isExhaustive, whole.coverage.isExhaustive
      else { Terminal.fail("the reduction lost an outcome") }
      let factor = Double(whole.schedules) / Double(reduced.schedules + reduced.pruned)
      table.line([
        title, "\(reduced.schedules)", "\(reduced.pruned)", "\(whole.schedules)",
        TableText.decimals(factor, 1), "≥ 10", TableText.reached(factor >= 10),
      ])
    }
  }
}
