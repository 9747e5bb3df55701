import Demos
import Dispatch
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation

/// A demo that was simulated to its end.
struct SimulatedDemo {
  let events: [PromiseEvent]
  let ending: Simulation.Ending
  let isSettled: Bool
  let schedule: Schedule

  init(
    _ demo: Demo, settings: [String] = [], replaying schedule: Schedule = [],
    dialect: Dialect = .promiseKitLite
  ) throws {
    let knobs = try Knobs(demo, settings: settings)
    let recorder = RecordingObserver()
    let simulation = Simulation(
      observers: [recorder],
      queues: demo.queues.map {
        SimulatedQueue(label: $0.label, kind: $0.kind, isDrained: $0.isDrained)
      },
      replaying: schedule, overrides: nil, dialect: dialect)
    var run: DemoRun?
    simulation.start { run = demo.start(knobs: knobs, in: simulation.environment) }
    ending = simulation.run(until: .seconds(60))
    isSettled = run?.isSettled ?? false
    self.schedule = simulation.schedule
    events = recorder.events
  }

  /// What was printed and which handlers ran, one line each, with the virtual milliseconds.
  var order: String {
    HandlerOrder(events).lines.joined(separator: "\n")
  }
}
