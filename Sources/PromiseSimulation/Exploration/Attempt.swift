import PromiseKitLite

/// One run of a scenario: its simulation, who witnesses it, and the promise at its end.
final class Attempt {
  let simulation: Simulation
  private let witness: Witness
  private let scenario: Scenario
  private var last: PromiseCore?
  private var failure: String?
  private var ending = Simulation.Ending.finished

  /// A run by a schedule, or as `director` decides.
  init(
    _ scenario: Scenario, replaying schedule: Schedule = [], director: (any Director)? = nil,
    observers: [any PromiseObserver] = [], watching names: Set<String> = []
  ) {
    self.scenario = scenario
    let witness = Witness(undeclared: scenario.touching, watching: names)
    self.witness = witness
    simulation = Simulation(
      observers: observers, queues: scenario.queues, replaying: schedule, witness: witness,
      director: director)
    (director as? SearchDirector)?.begin(witness)
  }

  /// Runs the main program, and then every step that there is, or so many.
  func run(steps: Int) {
    simulation.start {
      do { last = try scenario.begin() } catch { failure = Settled.error(error).description }
    }
    ending = simulation.run(steps: steps)
  }

  /// What the run said.
  var record: Witness.Record { witness.record }

  /// What can be observed of the run.
  var outcome: Outcome {
    let record = record
    return Outcome(
      result: result, notes: record.notes, unhandled: record.unhandled.sorted(),
      deadlock: nil, isEndless: ending == .stepLimit)
  }

  /// What the promise at the end came to.
  private var result: Outcome.Result {
    if let failure { return .rejected(failure) }
    guard let last else { return .none }
    guard let settled = last.settled else { return .neverSettled }
    return switch settled.outcome {
    case .fulfilled: .fulfilled(settled.description)
    case .rejected: .rejected(settled.description)
    case .cancelled: .cancelled(settled.description)
    }
  }
}
