import Dispatch
import PromiseKitLite
import PromiseScreens
import Synchronization

/// A demo in a simulation: each job runs when the interface asks for it, not before.
///
/// The jobs run on a queue of the feed's own, so that the keys are heard whatever a job does.
final class SimulatedFeed: Feed {
  private let queue = DispatchQueue(label: "promise-tui.simulation")
  private let outlet: Outlet
  private let run: Mutex<SimulatedRun?>

  /// Looks ahead, by a second run, and opens the demo before its first job.
  init(_ scenario: Scenario, outlet: Outlet) {
    self.outlet = outlet
    run = Mutex(nil)
    queue.async { [self] in
      let (prediction, _) = SimulatedRun.events(
        of: scenario, limit: Self.mostPredicted, within: Self.longestPrediction)
      run.withLock { $0 = SimulatedRun(scenario) }
      outlet.post(.opened(scenario.entry, real: false, prediction: prediction))
    }
  }

  func runNextJob() {
    queue.async { [self] in
      let events = run.withLock { $0?.next() }
      outlet.post(events.map(Message.events) ?? .finished)
    }
  }

  func close() {
    queue.async { [self] in run.withLock { $0 = nil } }
  }

  /// What a look-ahead may cost before the demo opens: it only helps, and may end early.
  private static let mostPredicted = 20_000
  private static let longestPrediction = Duration.seconds(1)
}
