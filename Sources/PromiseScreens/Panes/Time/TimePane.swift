import PromiseGraph

/// The time: where the playhead stands between the first event and the last, and who was busy when.
package enum TimePane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    PaneContent(title: "Time", status: "\(milliseconds(context.graph.time)) ms")
  }
}
