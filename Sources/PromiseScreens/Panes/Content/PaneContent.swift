import PromiseCourse
package import PromiseEvents
package import PromiseExploration
package import PromiseGraph
package import PromiseInsight
import PromiseSimulation

/// What a pane is drawn from: the state at the playhead, and the view of the run, whose properties can be used like its
/// own.
@dynamicMemberLookup
package struct PaneContext: Sendable {
  /// The state at the playhead.
  @Box package var graph: Graph
  /// What the lints have found up to the playhead, and the order of the warnings about it, if it is known.
  @Box package var lints = LintState()
  var ranking: CulpritRanking?
  /// All recorded events, including those past the playhead.
  @Box package var history: History
  /// The number of the event at the playhead; 0 is before the first.
  package var playhead: Int
  /// The time at the playhead, in nanoseconds: at or after its event, and before the next one.
  package var now: Int64
  /// The outcome or adoption that moves along its edges at this moment.
  package var flow: Flow?
  /// The same run to its end, computed by a second simulation and drawn dim; `nil` for a real run.
  @Box package var prediction: History?
  /// The state at the end of all recorded or predicted events, for what should not change while the playhead
  /// moves, such as the width of a column or the text of a file.
  @Box package var known: Graph?
  /// The selected promise, or the one that follows the playhead.
  package var selection: PromiseID?
  package var glyphs: GlyphSet
  /// The language of the texts.
  package var language = Language.english
  /// The choice of what happens next, if there is one.
  package var next: ChoicePoint?
  /// The schedule of the run, if it is worth showing.
  package var token: ScheduleToken?
  /// Whether the time pane has room for the whole schedule.
  package var showsToken = true
  /// The scroll position of the pane.
  var scroll = Scroll()
  /// The last diagram of the run, shared by its frames.
  var diagrams = DiagramCache()
  /// Whether the run may go on beyond what is known, so that its graph has to grow in place.
  var isGrowing = false
  /// The demo's chain in JavaScript, which replaces the source.
  var script: DemoScript?
  /// Whether of a demo only the closure is shown, and not what is declared about it.
  var showsClosureOnly = false
  /// Whether the run has ended and the playhead is at its end.
  var isOver = false
  /// Whether it ended while its gate was closed: what the gate holds never ran.
  var endedClosed = false
  /// Why nothing of the program can be shown.
  var failure: String?
  /// An index over all recorded or predicted events; if `nil`, the time pane creates one.
  @Box package var timeline: Timeline?
  /// What is looked at, and how.
  @Box package var view = RunView()
  /// What is known about the program beside its events.
  @Box package var program = RunProgram()

  package init(
    graph: Graph, history: History, playhead: Int, prediction: History?, known: Graph? = nil,
    selection: PromiseID?, glyphs: GlyphSet, next: ChoicePoint? = nil,
    token: ScheduleToken? = nil
  ) {
    self.graph = graph
    self.history = history
    self.playhead = playhead
    now = graph.time
    self.prediction = prediction
    self.known = known
    self.selection = selection
    self.glyphs = glyphs
    self.next = next
    self.token = token
    view.selection = selection
  }

  package subscript<Value>(dynamicMember path: KeyPath<RunView, Value>) -> Value {
    view[keyPath: path]
  }
}

extension PaneContext {
  /// The patterns whose matches are marked.
  var patterns: [SearchPattern] {
    (view.search.map { [$0.pattern] } ?? []) + (view.filtered?.filter.shownPatterns ?? [])
  }
}

/// The content of a pane; its frame scrolls, clips and draws it.
package struct PaneContent: Hashable, Sendable {
  /// The text at the left of the upper border, without the pane's number.
  package var title: String
  /// The text at the right of the upper border.
  package var status: String
  /// The text at the right of the lower border, if all lines are visible or they show boxes.
  package var footing = ""
  /// How many of the first lines stay in place when the rest scrolls.
  package var frozen: Int
  /// The frozen lines, then those that scroll, or only the visible ones among them: ``skipped`` lines are
  /// left out before them, and the rest of ``count`` after them.
  package var lines: [StyledLine]
  /// How many lines are left out after the frozen ones.
  package var skipped = 0
  /// The number of all lines, if some are not in ``lines``.
  private var wholeCount: Int?
  /// The promise of a line, by the line's index among all lines: what the arrow keys select.
  package var promises: [Int: PromiseID]
  /// The warning of a line, by the line's index among all lines.
  var warnings: [Int: Int] = [:]
  /// The indices of lines that are drawn as selected without belonging to a promise.
  var chosen = 0..<0
  /// The event of a line, by the line's index among all lines: where a click on it goes.
  package var events: [Int: Int] = [:]
  /// The index of the line to keep in view.
  package var anchor: Int?
  /// The width of the part of each line that stays in place when the rest is scrolled sideways.
  package var frozenColumns = 0
  /// The natural width of the lines; if it exceeds the pane, they scroll sideways.
  package var width = 0
  /// The first visible column, if the lines begin there.
  var firstColumn: Int?
  /// The promises of boxes, each with its cells in all lines: where a click on it selects.
  var boxes: [PromiseID: Rect] = [:]

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

  /// The number of all lines, including those left out.
  package var count: Int {
    get { wholeCount ?? lines.count }
    set { wholeCount = newValue }
  }

  /// Returns the line at an index among all lines; `nil` if it is left out.
  package func line(at index: Int) -> StyledLine? {
    let place = index < frozen ? index : index - skipped
    guard lines.indices.contains(place), index < frozen || place >= frozen else { return nil }
    return lines[place]
  }
}

/// A pane: a pure function from the context and the size to lines.
package protocol Pane: Sendable {
  /// Returns the content for an inside of `width` times `height` cells; more lines than `height` scroll.
  static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent
  /// Returns the promise `rows` away from `promise`, or the last one in that direction; from `nil`, the
  /// first or the last promise.
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
  /// Sets the number of lines to `count`, after `frozen` ones that stay in place. Returns the indices of the
  /// visible lines: only these need to be drawn, after the frozen ones.
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
  /// Returns the element `rows` away from the one at `place`, or the last one in that direction; from `nil`,
  /// the first or the last element.
  func step(_ rows: Int, from place: Int?) -> Element? {
    guard !isEmpty else { return nil }
    let next = place.map { $0 + rows } ?? (rows > 0 ? startIndex : endIndex - 1)
    return self[Swift.min(Swift.max(startIndex, next), endIndex - 1)]
  }
}

extension RandomAccessCollection where Index == Int, Element == PromiseID {
  /// Returns the index of a promise in a list in ascending order. O(log count)
  func place(of promise: PromiseID) -> Int? {
    let place = partitionPoint { $0 < promise }
    return place < endIndex && self[place] == promise ? place : nil
  }
}

extension PaneContext {
  /// The warnings at the playhead, ranked, alike ones as one. O(1) if their order is known.
  package var culprits: CulpritList {
    CulpritList(
      ranking ?? CulpritRanking(lints, graph, isOver: isOver), lints, graph, language: language)
  }

  /// The index of the selected warning.
  var selectedCulprit: Int? { view.culprit.flatMap { culprits.index(of: $0) } }

  /// The number of warnings at the playhead, alike ones as one.
  var warningCount: Int { culprits.warningCount }

  /// The selected warning, or the first one; `nil` if there is none.
  var chosenCulprit: Culprit? {
    let culprits = culprits
    return culprits.isEmpty ? nil : culprits[selectedCulprit ?? 0]
  }
}

extension Span {
  /// Returns the text with the matches of `pattern` marked.
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
  /// Returns the line with the matches of `pattern` marked.
  func marked(_ pattern: SearchPattern) -> StyledLine {
    StyledLine(spans.flatMap { $0.marked(pattern) })
  }
}
