import PromiseGraph

extension BeatPlan {
  /// How long an outcome moves along an edge at normal speed, in nanoseconds, if there is time.
  package static let flowLength = Pace.flow
}
