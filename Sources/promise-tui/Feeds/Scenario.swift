import Demos
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

/// A demo with its knobs turned: what can be run, any number of times.
struct Scenario: Sendable {
  /// How the screens name it.
  let entry: DemoEntry
  /// The queues of the simulated machine that it runs on.
  let queues: [SimulatedQueue]
  /// What a simulation of it chooses, as far as that goes; then the first of what is possible.
  var schedule = Schedule()
  /// All that it is made of: what makes the same choices mean something else when it changes.
  let version: String
  private let body: @Sendable (PromiseEnvironment) -> any Sendable

  /// A scenario whose main program is `body`. What that returns is kept until the run is over.
  init(
    entry: DemoEntry, queues: [SimulatedQueue] = [], version: String = "",
    body: @escaping @Sendable (PromiseEnvironment) -> any Sendable
  ) {
    self.entry = entry
    self.queues = queues
    self.version = version
    self.body = body
  }

  /// `demo` with these knobs.
  init(_ demo: Demo, knobs: Knobs) {
    self.init(
      entry: DemoEntry(
        name: demo.name, title: demo.title, teaches: demo.teaches, knobs: "\(knobs)"),
      queues: demo.queues.map { SimulatedQueue(label: $0.label, kind: $0.kind) },
      version: "\(knobs) \(demo.queues)" + demo.sources.map(\.text).joined(),
      body: { demo.start(knobs: knobs, in: $0) })
  }

  /// Runs the main program in `environment`; whoever calls keeps what it answers until the end.
  func begin(in environment: PromiseEnvironment) -> any Sendable { body(environment) }

  /// The same as one whose schedules can be explored, and named by tokens.
  var explorable: PromiseSimulation.Scenario {
    PromiseSimulation.Scenario(
      entry.name, version: version, queues: queues, touching: .anything
    ) {
      let kept = begin(in: .current)
      return (kept as? DemoRun)?.last ?? kept as? PromiseCore
    }
  }
}
