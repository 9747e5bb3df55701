package import PromiseGraph
package import PromiseKitLite
package import PromiseSimulation

/// What a pane is drawn from: the fold of the events up to the playhead, and how the user looks at it.
package struct PaneContext: Sendable {
  /// The state at the playhead.
  package var graph: Graph
  /// All that was recorded; events past the playhead are the future.
  package var history: History
  /// The number of the event that the playhead stands on; 0 is before the first.
  package var playhead: Int
  /// The same run to its end, computed ahead by a second simulation; drawn dim. None in a real run.
  package var prediction: History?
  /// The end of all that is recorded or predicted: for what should not change while the playhead
  /// moves, such as the width of a column or the text of a file.
  package var known: Graph?
  package var selection: PromiseID?
  package var glyphs: GlyphSet
  /// What could happen next, where several things could.
  package var next: ChoicePoint?
  /// The user chooses what happens next.
  package var isChoosing: Bool
  /// The schedule of the run, where it says anything.
  package var token: ScheduleToken?
  /// The pane of time tells the schedule whole.
  package var showsToken = true

  package init(
    graph: Graph, history: History, playhead: Int, prediction: History?, known: Graph? = nil,
    selection: PromiseID?, glyphs: GlyphSet, next: ChoicePoint? = nil, isChoosing: Bool = false,
    token: ScheduleToken? = nil
  ) {
    self.graph = graph
    self.history = history
    self.playhead = playhead
    self.prediction = prediction
    self.known = known
    self.selection = selection
    self.glyphs = glyphs
    self.next = next
    self.isChoosing = isChoosing
    self.token = token
  }
}

/// What a pane wants to show; the frame around it scrolls, clips and draws it.
package struct PaneContent: Hashable, Sendable {
  /// At the left of the upper border, without the pane's number.
  package var title: String
  /// At the right of the upper border.
  package var status: String
  /// At the right of the lower border, where all lines are seen.
  package var footing = ""
  /// How many of the first lines stay when the rest scrolls.
  package var frozen: Int
  package var lines: [StyledLine]
  /// The promise that a line stands for, by the line's index: what the arrow keys select among.
  package var promises: [Int: PromiseID]
  /// The line that should be in view.
  package var anchor: Int?

  package init(
    title: String, status: String = "", frozen: Int = 0, lines: [StyledLine] = [],
    promises: [Int: PromiseID] = [:], anchor: Int? = nil
  ) {
    self.title = title
    self.status = status
    self.frozen = frozen
    self.lines = lines
    self.promises = promises
    self.anchor = anchor
  }
}

/// A pane: a pure function from what is known, and the room there is, to lines.
package protocol Pane: Sendable {
  /// The content for an inside of `width` times `height` cells; more lines than `height` scroll.
  static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent
}
