import PromiseGraph

/// The time: where the playhead stands between the first event and the last, and who was busy when.
package enum TimePane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    PaneContent(
      title: "Time",
      status: "\(context.graph.time / 1_000_000) ms")
  }
}
