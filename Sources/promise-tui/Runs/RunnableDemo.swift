import ArgumentParser
import Demos
import PromiseExploration
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

/// A demo with its knobs set, which can be run any number of times.
struct RunnableDemo: Sendable {
  /// The name and description that the screen shows.
  var entry: RunDescriptor
  /// The queues of the simulated machine.
  let queues: [SimulatedQueue]
  /// The choices of a simulation, as far as they go; after them, the first possible option is
  /// taken.
  var schedule = Schedule()
  /// The demo as a scenario whose schedules can be explored and named by tokens.
  private(set) var explored: ExploredScenario
  /// What must hold in every schedule, unless the command line says otherwise.
  var expects: [Invariant] = []
  /// The what-if changes.
  var changes: [Override] = []
  /// The library by whose rules it runs.
  private(set) var dialect = Dialect.promiseKitLite
  /// The values that its promises are fulfilled with, as learned from other runs.
  let known = KnownValues()
  /// The demo and its knobs; `nil` if it is not a demo.
  private(set) var origin: (demo: Demo, knobs: Knobs)?
  private let body: @Sendable (PromiseEnvironment) -> any Sendable

  /// Creates a scenario whose main program is `body`. What `body` returns is kept until the run
  /// ends.
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

  /// Creates a scenario from `demo` with these knobs, described by `entry`.
  init(_ demo: Demo, knobs: Knobs, entry: RunDescriptor) {
    self.init(
      entry: entry,
      queues: demo.simulatedQueues,
      explored: ExploredScenario(demo, knobs: knobs),
      body: { demo.start(knobs: knobs, in: $0) })
    expects = demo.expects.compactMap { Invariant($0) }
    origin = (demo, knobs)
  }

  /// What separates the name of a demo from that of a dialect: `then-order@javascript`.
  static let dialectMark: Character = "@"

  /// Returns the scenario by the rules of `dialect`, which is part of its name from then on.
  func following(_ dialect: Dialect) -> RunnableDemo {
    var scenario = self
    scenario.dialect = dialect
    scenario.explored.dialect = dialect
    scenario.entry.name = String(entry.name.prefix { $0 != Self.dialectMark })
    scenario.entry.library = dialect == .promiseKitLite ? nil : dialect.title
    if dialect != .promiseKitLite {
      scenario.entry.name += "\(Self.dialectMark)\(dialect.name)"
      // A lesson describes the demo by the rules of PromiseKitLite.
      scenario.entry.lesson = nil
    }
    return scenario
  }

  /// Runs the main program in `environment`. The caller keeps the result until the run ends.
  func begin(in environment: PromiseEnvironment) -> any Sendable { body(environment) }
}

extension Demo {
  /// The queues of the simulated machine.
  fileprivate var simulatedQueues: [SimulatedQueue] {
    queues.map { SimulatedQueue(label: $0.label, kind: $0.kind, isDrained: $0.isDrained) }
  }
}

/// A demo with its knobs set, whose schedules are explored.
typealias ExploredScenario = PromiseExploration.Scenario

extension ExploredScenario {
  /// Creates a scenario from `demo` with these knobs. Its tokens are tied to the demo's text, its
  /// queues and its knobs: a token that was made with others is rejected.
  init(_ demo: Demo, knobs: Knobs) {
    let queues = demo.simulatedQueues
    let parts = demo.sources.map(\.text) + queues.map { "\($0.label) \($0.kind)" } + ["\(knobs)"]
    self.init(
      demo.name, version: parts.joined(separator: "\n"), queues: queues, accessing: demo.accessing,
      begin: { demo.start(knobs: knobs, in: .current).last })
    isSelfContained = true
  }
}

extension RunnableDemo {
  /// Returns the scenario with the schedule of `token`.
  ///
  /// - Throws: The exit status for bad usage, after the reason is reported, if the token does not
  ///   fit this scenario.
  func following(_ token: ScheduleToken) throws -> RunnableDemo {
    let explorable = explored
    if let refusal = token.refusal(by: explorable) { throw usageError(refusal) }
    let run = explorable.run(token.schedule)
    let wanted = token.schedule.choices.count
    if let place = run.strayedAt {
      throw usageError(
        "'\(token)' is not a schedule of '\(explorable.name)': its choice number \(place + 1) was not "
          + "possible. 'promise-tui explore \(explorable.name)' prints schedules")
    }
    if run.schedule.choices.count < wanted, !run.outcome.isEndless {
      throw usageError(
        "'\(token)' is not a schedule of '\(explorable.name)': it has \(wanted) choices, but the run "
          + "has only \(run.schedule.choices.count)")
    }
    var scenario = self
    scenario.schedule = token.schedule
    return scenario
  }
}
