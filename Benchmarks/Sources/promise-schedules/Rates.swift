import Dispatch
import Measuring
import PromiseExploration
import PromiseKitLite
import PromiseSimulation

/// Measures how many schedules of a small scenario are run per second.
enum Rates {
  private static let left = DispatchQueue(label: "left")
  private static let right = DispatchQueue(label: "right")

  /// Two chains on two queues, with about thirty events.
  private static let scenario = Simulation.Scenario("rates") { program() }

  @Sendable private static func program() {
    _ = after(.milliseconds(1)).done(on: left) {}
    _ = after(.milliseconds(1)).done(on: right) {}
  }

  /// Prints the table.
  static func print(rounds: Int, runs: Int) {
    let events = recordedEvents()
    let table = Table(["schedules of \(events) events", "in a second", "goal", "reached"])
    line("at random, not recorded", 200_000, table, rounds) {
      scenario.explore(.random(seed: 1), within: Exploration.Budget(schedules: runs)).schedules
    }
    line("at random, every event recorded", 100_000, table, rounds) {
      for seed in 0..<runs { _ = recordedRun(seed: UInt64(seed)) }
      return runs
    }
  }

  private static func line(
    _ title: String, _ goal: Double, _ table: Table, _ rounds: Int, _ run: () -> Int
  ) {
    var rates: [Double] = []
    for round in -1..<rounds {
      Terminal.progress("\(title), round \(round + 1) of \(rounds)")
      var count = 0
      let time = Clock.processor.time { count = run() }
      if round >= 0 { rates.append(Double(count) / time * 1_000_000_000) }
    }
    Terminal.progress("")
    let spread = Spread(rates)
    table.line([
      title, TableText.figure(spread), "≥ \(Int(goal))", TableText.reached(spread.median >= goal),
    ])
  }

  private static func recordedEvents() -> Int { recordedRun(seed: 0) }

  /// Runs one schedule, and returns the number of recorded events.
  private static func recordedRun(seed: UInt64) -> Int {
    let recorder = RecordingObserver(limit: 1000)
    let simulation = Simulation(observers: [recorder]) { choices in
      Int((seed &* 0x9E37_79B9_7F4A_7C15 >> 33) % UInt64(choices.count))
    }
    simulation.start { program() }
    simulation.run()
    return recorder.events.count
  }
}
