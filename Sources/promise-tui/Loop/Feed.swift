import PromiseScreens

/// What a demo's events come from: a simulation that is stepped, or real queues.
///
/// A feed answers through the ``Outlet`` that it was opened with: first `opened`, then `events` as
/// they happen, at the end `finished`. Its methods return at once.
protocol Feed: Sendable {
  /// Runs the next job, where jobs wait to be told.
  func runNextJob()
  /// Gives the run up.
  func close()
}
