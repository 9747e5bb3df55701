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

  /// Nine links on each of two queues.
  private static let whole = Simulation.Scenario("whole") {
    for queue in [left, right] {
      var chain = after(.milliseconds(1)).map(on: queue) { 0 }
      for _ in 1..<9 { chain = chain.map(on: queue) { $0 + 1 } }
    }
  }

  @Sendable private static func program() {
    _ = after(.milliseconds(1)).done(on: left) {}
    _ = after(.milliseconds(1)).done(on: right) {}
  }

  /// Prints the table, or only the lines whose titles contain `part`.
  static func print(rounds: Int, runs: Int, only part: String? = nil) {
    let events = recorded(seed: 0).events.count
    let table = Table(["schedules of \(events) events", "in a second", "goal", "reached"])
    func line(
      _ title: String, _ goal: Double?, by clock: Clock = .processor, _ run: () -> Int
    ) {
      if part.map({ title.contains($0) }) ?? true {
        self.line(title, goal, clock, table, rounds, run)
      }
    }
    line("at random, not recorded", 200_000) {
      random(runs, jobs: 1)
    }
    line("the same on one thread, of real time", nil, by: .wall) { random(runs * 5, jobs: 1) }
    line("the same on two threads, of real time", nil, by: .wall) { random(runs * 5, jobs: 2) }
    line("at random, every event recorded", 100_000) {
      (0..<runs).count { recorded(seed: UInt64($0)).dropped == 0 }
    }
    line("the same, and every event read", nil) {
      (0..<runs).count { recorded(seed: UInt64($0)).events.count == events }
    }
    line("depth first, without reduction", nil) {
      whole.explore(.unreduced, within: Exploration.Budget(schedules: runs), jobs: 1).schedules
    }
    line("depth first, with the reduction", nil) {
      whole.explore(within: Exploration.Budget(schedules: runs), jobs: 1).schedules
    }
  }

  /// Explores random schedules, and returns their number.
  private static func random(_ runs: Int, jobs: Int) -> Int {
    scenario.explore(
      .random(seed: 1), within: Exploration.Budget(schedules: runs), jobs: jobs
    ).schedules
  }

  private static func line(
    _ title: String, _ goal: Double?, _ clock: Clock, _ table: Table, _ rounds: Int,
    _ run: () -> Int
  ) {
    var rates: [Double] = []
    for round in -1..<rounds {
      Terminal.progress("\(title), round \(round + 1) of \(rounds)")
      var count = 0
      let time = clock.time { count = run() }
      if round >= 0 { rates.append(Double(count) / time * 1_000_000_000) }
    }
    Terminal.progress("")
    let spread = Spread(rates)
    table.line([
      title, TableText.figure(spread), goal.map { "≥ \(Int($0))" } ?? "",
      TableText.reached(goal.map { spread.median >= $0 }),
    ])
  }

  /// Runs one schedule, and returns the recording.
  private static func recorded(seed: UInt64) -> RecordingObserver {
    let recorder = RecordingObserver(limit: 4096)
    let simulation = Simulation(observers: [recorder]) { choices in
      Int((seed &* 0x9E37_79B9_7F4A_7C15 >> 33) % UInt64(choices.count))
    }
    simulation.start { program() }
    simulation.run()
    return recorder
  }
}
