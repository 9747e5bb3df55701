import Dispatch
import PromiseScreens

/// A demo on real queues: its events come by themselves.
final class LiveFeed: Feed {
  /// Begins the run; what it prints becomes notes.
  init(
    _ scenario: Scenario, outlet: Outlet, printed: @escaping PrintedLines = { _ in [] }
  ) {
    outlet.post(.opened(scenario.entry, real: true, prediction: []))
    LiveRun.begin(
      scenario, limit: .seconds(3600), printed: printed, take: { outlet.post(.events([$0])) },
      finish: { _ in outlet.post(.finished) })
  }

  /// Nothing to do: a job on a real queue is not told when to run.
  func runNextJob() {}

  /// What runs cannot be stopped; nobody listens to it any more.
  func close() {}
}
