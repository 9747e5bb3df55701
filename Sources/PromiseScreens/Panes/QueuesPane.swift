/// The queues: what runs, what waits, which timers are set.
package enum QueuesPane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    PaneContent(title: "Queues")
  }
}
