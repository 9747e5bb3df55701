import ArgumentParser
import Demos
import PromiseExploration
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

/// A demo with its knobs turned: what can be run, any number of times.
struct RunnableDemo: Sendable {
  /// How the screens name it.
  let entry: RunDescriptor
  /// The queues of the simulated machine that it runs on.
  let queues: [SimulatedQueue]
  /// What a simulation of it chooses, as far as that goes; then the first of what is possible.
  var schedule = Schedule()
  /// The same as one whose schedules can be explored, and named by tokens.
  let explored: ExploredScenario
  /// What must hold in every schedule of it, unless something else is said.
  var expects: [Invariant] = []
  /// What is otherwise in it by hand.
  var changes: [Override] = []
  /// What its promises are fulfilled with, as far as other runs of it have told.
  let known = KnownValues()
  /// The demo that it is, with its knobs; none where it is none.
  private(set) var origin: (demo: Demo, knobs: Knobs)?
  private let body: @Sendable (PromiseEnvironment) -> any Sendable

  /// A scenario whose main program is `body`. What that returns is kept until the run is over.
  init(
    entry: RunDescriptor, queues: [SimulatedQueue] = [], explored: ExploredScenario? = nil,
    body: @escaping @Sendable (PromiseEnvironment) -> any Sendable
  ) {
    self.entry = entry
    self.queues = queues
    self.explored =
      explored
      ?? ExploredScenario(entry.name, version: "", queues: queues, accessing: .anything) {
        body(.current) as? PromiseCore
      }
    self.body = body
  }

  /// `demo` with these knobs, as `entry` names it.
  init(_ demo: Demo, knobs: Knobs, entry: RunDescriptor) {
    self.init(
      entry: entry,
      queues: demo.simulatedQueues,
      explored: ExploredScenario(demo, knobs: knobs),
      body: { demo.start(knobs: knobs, in: $0) })
    expects = demo.expects.compactMap { Invariant($0) }
    origin = (demo, knobs)
  }

  /// Runs the main program in `environment`; whoever calls keeps what it answers until the end.
  func begin(in environment: PromiseEnvironment) -> any Sendable { body(environment) }
}

extension Demo {
  /// The queues of the simulated machine that it runs on.
  fileprivate var simulatedQueues: [SimulatedQueue] {
    queues.map { SimulatedQueue(label: $0.label, kind: $0.kind, isDrained: $0.isDrained) }
  }
}

/// A demo with its knobs turned, whose schedules are explored.
typealias ExploredScenario = PromiseExploration.Scenario

extension ExploredScenario {
  /// `demo` with these knobs. What its tokens stand for is the demo's text, its queues and its knobs: one
  /// that was made with others is refused.
  init(_ demo: Demo, knobs: Knobs) {
    let queues = demo.simulatedQueues
    let parts = demo.sources.map(\.text) + queues.map { "\($0.label) \($0.kind)" } + ["\(knobs)"]
    self.init(
      demo.name, version: parts.joined(separator: "\n"), queues: queues, accessing: demo.accessing,
      begin: { demo.start(knobs: knobs, in: .current).last })
  }
}

extension RunnableDemo {
  /// The scenario with the schedule that `token` stands for.
  ///
  /// - Throws: the status of bad usage, once it is said why it is no schedule of this scenario.
  func following(_ token: ScheduleToken) throws -> RunnableDemo {
    let explorable = explored
    if let refusal = token.refusal(by: explorable) { throw unusable(refusal) }
    let run = explorable.run(token.schedule)
    let wanted = token.schedule.choices.count
    if let place = run.strayedAt {
      throw unusable(
        "'\(token)' is no schedule of '\(explorable.name)': its choice number \(place + 1) was not "
          + "possible.")
    }
    if run.schedule.choices.count < wanted, !run.outcome.isEndless {
      throw unusable(
        "'\(token)' is no schedule of '\(explorable.name)': it names \(wanted) choices, and the run "
          + "has \(run.schedule.choices.count).")
    }
    var scenario = self
    scenario.schedule = token.schedule
    return scenario
  }
}
