/// The chain: one row a promise, links below one another, fan-ins with lanes.
package enum ChainPane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    PaneContent(title: "Chain")
  }
}
