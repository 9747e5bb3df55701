package import PromiseEvents
package import PromiseExploration
package import PromiseGraph
import PromiseSimulation

/// What a pane is drawn from: the fold of the events up to the playhead, and how the user looks at it.
package struct PaneContext: Sendable {
  /// The state at the playhead.
  package var graph: Graph
  /// What the lints have found up to there.
  package var lints = LintState()
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
  /// What is searched for: where it stands in what a pane shows is in the role ``Role/match``.
  package var search: SearchPattern?
  /// Which promises are to be seen, where the user does not want to see all.
  package var filter: FilteredPromises?
  /// How far the pane is scrolled.
  var scroll = Scroll()
  /// The texts of files that no event tells.
  var sources: [String: SourceText] = [:]
  /// Files that no event tells are looked for, and whoever started the program can say where they lie.
  var looksForSources = false
  /// What is in the way of a new run, in the place of the source.
  var trouble: BuildFailure?
  /// What the program has printed, where that is captured.
  package var output: PrintedOutput?
  /// The warning that is selected, by its index.
  var warning: Int?
  /// The run is over, and the playhead at its end: nothing comes any more.
  var isOver = false
  /// What of the chain pane is folded.
  package var folding = Folding()
  /// How often the time pane has been asked to show more of a part.
  package var zoom = 0
  /// The events that the user has marked.
  package var bookmarks: Set<Int> = []
  /// An index over all that is recorded or predicted; without one the time pane makes one.
  package var timeline: Timeline?

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

extension PaneContext {
  /// The texts whose places are marked where they are shown.
  var patterns: [SearchPattern] {
    (search.map { [$0] } ?? []) + (filter?.filter.shownPatterns ?? [])
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
  /// The lines that stay, then those that scroll, or as many of them as can be seen: ``skipped`` are
  /// left out before them, and so many after them that there are ``count``.
  package var lines: [StyledLine]
  /// How many lines are left out below those that stay.
  package var skipped = 0
  /// How many lines there are where not all of them are in ``lines``.
  private var wholeCount: Int?
  /// The promise that a line stands for, by the line's index among all: what the arrow keys select
  /// among.
  package var promises: [Int: PromiseID]
  /// The warning that a line stands for, by the line's index among all.
  var warnings: [Int: Int] = [:]
  /// The lines, by their indices among all, that are drawn as selected without being of a promise.
  var chosen = 0..<0
  /// The event that a line stands for, by the line's index among all: where a click on it goes.
  package var events: [Int: Int] = [:]
  /// The line that should be in view, by its index among all.
  package var anchor: Int?
  /// The cells at the left of a line that stay when the rest is scrolled sideways.
  package var frozenColumns = 0
  /// How wide the lines would like to be; where that is more than there is, they scroll sideways.
  package var width = 0

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

  /// How many lines there are, those that are left out included.
  package var count: Int {
    get { wholeCount ?? lines.count }
    set { wholeCount = newValue }
  }

  /// The line of that index among all; none where it is left out.
  package func line(at index: Int) -> StyledLine? {
    let place = index < frozen ? index : index - skipped
    guard lines.indices.contains(place), index < frozen || place >= frozen else { return nil }
    return lines[place]
  }
}

/// A pane: a pure function from what is known, and the room there is, to lines.
package protocol Pane: Sendable {
  /// The content for an inside of `width` times `height` cells; more lines than `height` scroll.
  static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent
  /// The promise that lies so many rows from `promise`, or the last one that way; from none, the first
  /// or the last one.
  static func promise(
    _ rows: Int, from promise: PromiseID?, _ context: PaneContext, width: Int, height: Int
  ) -> PromiseID?
}

extension Pane {
  package static func promise(
    _ rows: Int, from promise: PromiseID?, _ context: PaneContext, width: Int, height: Int
  ) -> PromiseID? {
    let content = content(context, width: width, height: height)
    let order = content.promises.sorted { $0.key < $1.key }.map(\.value)
    guard !order.isEmpty else { return nil }
    let now = promise.flatMap { order.firstIndex(of: $0) }
    let next = now.map { $0 + rows } ?? (rows > 0 ? 0 : order.count - 1)
    return order[min(max(0, next), order.count - 1)]
  }
}

extension PaneContent {
  /// Makes this the content of a pane of `count` lines below `frozen` that stay, and gives the places of
  /// those lines that are seen: only they need to be drawn, after the ones that stay.
  mutating func window(
    of count: Int, frozen: Int, _ scroll: Scroll, subject: PromiseID?, height: Int
  ) -> Range<Int> {
    let first = scroll.first(
      count: frozen + count, frozen: frozen, anchor: anchor,
      subject: anchor.flatMap { _ in subject },
      height: height)
    skipped = first
    self.count = frozen + count
    if let anchor, let subject { promises[anchor] = subject }
    return first..<min(count, first + max(0, height - frozen))
  }
}

extension RandomAccessCollection where Index == Int {
  /// The element so many places from that at `place`, or the last one that way; from none, the first or
  /// the last one.
  func step(_ rows: Int, from place: Int?) -> Element? {
    guard !isEmpty else { return nil }
    let next = place.map { $0 + rows } ?? (rows > 0 ? startIndex : endIndex - 1)
    return self[Swift.min(Swift.max(startIndex, next), endIndex - 1)]
  }
}

extension RandomAccessCollection where Index == Int, Element == PromiseID {
  /// The place of a promise among promises in ascending order. O(log count)
  func place(of promise: PromiseID) -> Int? {
    let place = partitionPoint { $0 < promise }
    return place < endIndex && self[place] == promise ? place : nil
  }
}

extension PaneContext {
  /// What is a mistake because nothing comes any more.
  private var atEnd: [Warning] { isOver ? lints.warnings(atEnd: graph) : [] }

  /// How many warnings there are at the playhead.
  var warningCount: Int { lints.warningCount + atEnd.count }

  /// The warning of that index, in the order of the events.
  func warning(_ index: Int) -> Warning {
    index < lints.warningCount
      ? lints.warning(index, in: graph) : atEnd[index - lints.warningCount]
  }
}

extension Span {
  /// The text with the places marked where `pattern` stands.
  func marked(_ pattern: SearchPattern) -> [Span] {
    var spans: [Span] = []
    var start = text.startIndex
    for range in pattern.ranges(in: text) {
      if start < range.lowerBound {
        spans.append(Span(String(text[start..<range.lowerBound]), role))
      }
      spans.append(Span(String(text[range]), .match))
      start = range.upperBound
    }
    if start < text.endIndex { spans.append(Span(String(text[start...]), role)) }
    return spans
  }
}

extension StyledLine {
  /// The line with the places marked where `pattern` stands.
  func marked(_ pattern: SearchPattern) -> StyledLine {
    StyledLine(spans.flatMap { $0.marked(pattern) })
  }
}
