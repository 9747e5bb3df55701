import PromiseEvents

extension PaneKind {
  /// Returns the content of the pane.
  func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    pane(context).content(context, width: max(0, width), height: max(0, height))
  }

  /// Returns the promise `rows` away from another one, in a pane whose promises can be selected.
  func promise(
    _ rows: Int, from promise: PromiseID?, _ context: PaneContext, width: Int, height: Int
  ) -> PromiseID? {
    pane(context).promise(
      rows, from: promise, context, width: max(0, width), height: max(0, height))
  }

  private func pane(_ context: PaneContext) -> any Pane.Type {
    switch self {
    case .chain: context.drawsGraph ? GraphPane.self : ChainPane.self
    case .queues: QueuesPane.self
    case .source: SourcePane.self
    case .inspect: InspectorPane.self
    case .events: EventsPane.self
    case .warnings: WarningsPane.self
    case .time: TimePane.self
    case .output: OutputPane.self
    }
  }
}
