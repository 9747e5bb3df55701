import PromiseKitLite

/// The panes by their numbers, which are also their keys.
package enum PaneKind: Int, Hashable, Sendable, CaseIterable {
  case chain = 1
  case queues, source, inspect, events, warnings, time, output

  /// The key that goes to it.
  package var digit: Character { Character(String(rawValue)) }

  /// What the arrow keys do in it.
  enum Arrows: Hashable, Sendable {
    /// They move the selection among the pane's promises.
    case select
    /// They scroll its text.
    case scroll
    /// They move the playhead.
    case step
    /// They move the selection among the warnings.
    case choose

    /// What they do, for the help.
    var words: String {
      switch self {
      case .select: "select among the promises of the pane"
      case .scroll: "scroll"
      case .step: "one event back, on"
      case .choose: "select among the warnings; Enter goes to the event of the selected one"
      }
    }
  }

  /// What the arrow keys do in it.
  var arrows: Arrows {
    switch self {
    case .chain, .queues, .time: .select
    case .source, .inspect, .output: .scroll
    case .warnings: .choose
    case .events: .step
    }
  }

  /// The pane's content.
  func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    pane.content(context, width: max(0, width), height: max(0, height))
  }

  /// The promise so many rows from another one, in a pane where the arrow keys select.
  func promise(
    _ rows: Int, from promise: PromiseID?, _ context: PaneContext, width: Int, height: Int
  ) -> PromiseID? {
    pane.promise(rows, from: promise, context, width: max(0, width), height: max(0, height))
  }

  private var pane: any Pane.Type {
    switch self {
    case .chain: ChainPane.self
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
