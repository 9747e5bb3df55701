import PromiseKitLite
import PromiseSimulation

/// The result of running a program.
struct RunOutcome<End, Failure: Error> {
  var events: [PromiseEvent]
  var isVirtual: Bool
  /// What is wrong with the run itself, regardless of its order.
  var problem: String?
  /// What the program's closure returned or threw; it is kept until the run has ended.
  var result: Result<End, Failure>?
}

extension ExecutionMode {
  /// Runs a program to its end.
  func outcome<End, Failure: Error>(
    isolation: isolated (any Actor)?, _ body: () throws(Failure) -> End
  ) async -> RunOutcome<End, Failure> {
    switch kind {
    case .simulated(let queues, let schedule, let time):
      let recorder = RecordingObserver()
      let simulation = Simulation(observers: [recorder], queues: queues, replaying: schedule)
      var result: Result<End, Failure>?
      simulation.start { result = Self.result(body) }
      let ending = simulation.run(until: time)
      return RunOutcome(
        events: recorder.events, isVirtual: true, problem: Self.problem(ending),
        result: result)
    case .real(let time):
      let observer = QuietObserver()
      let environment = PromiseEnvironment(observers: [observer])
      var result: Result<End, Failure>?
      environment.run { result = Self.result(body) }
      let clock = ContinuousClock()
      let deadline = clock.now + time
      while !observer.isQuiet, clock.now < deadline, !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(1))
      }
      let problem = observer.isQuiet ? nil : "not everything was settled within \(time)"
      return RunOutcome(
        events: observer.events, isVirtual: false, problem: problem, result: result)
    }
  }

  private static func result<End, Failure: Error>(
    _ body: () throws(Failure) -> End
  ) -> Result<End, Failure> {
    do throws(Failure) {
      return .success(try body())
    } catch {
      return .failure(error)
    }
  }

  private static func problem(_ ending: Simulation.Ending) -> String? {
    switch ending {
    case .finished: nil
    case .timeLimit: "the run was stopped at its time limit"
    case .stepLimit: "the run was stopped after ten million steps; it may never end"
    }
  }
}
