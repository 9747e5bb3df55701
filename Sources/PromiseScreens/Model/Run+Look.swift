package import PromiseEvents
import PromiseGraph
import PromiseSimulation

extension Run {
  /// The picture follows events that come by themselves.
  package var isLive: Bool { real && !finished }

  /// The playhead stands at the end of a run that is over: there is nothing to run, and nothing is paused.
  var isAtEnd: Bool { finished && !playing && playhead == history.last }

  /// The number of the last event, as far as it is known, and whether it is only predicted.
  package var total: (last: Int, predicted: Bool) {
    if !finished, let prediction, prediction.last > history.last { return (prediction.last, true) }
    return (history.last, false)
  }

  /// The promise that the inspector shows: the selected one; else that of the event at the playhead,
  /// of the job that runs there, or of the nearest event before.
  package var subject: PromiseID? {
    if let selection { return selection }
    if let promise = history[playhead]?.kind.promises.first { return promise }
    if let job = graph.currentJob.flatMap({ graph.job($0) }), let promise = job.child {
      return promise
    }
    for number in stride(from: playhead, to: max(history.base, playhead - 64), by: -1) {
      if let promise = history[number]?.kind.promises.first { return promise }
    }
    return nil
  }

  /// The events of the whole run, as far as they are known.
  var expected: some Sequence<PromiseEvent> {
    (total.predicted ? prediction ?? history : history).events
  }

  /// `2 of 7 promises`
  var filterWords: String {
    let count = graph.counts.total
    return "\(grouped(filtered?.matchCount ?? count)) of \(plural(count, "promise"))"
  }

  /// Nanoseconds between two events while playing: the whole in about ten seconds.
  var interval: Int64 {
    let events = prediction?.count ?? (finished ? history.count : 0)
    let even = events > 0 ? min(500, max(30, 10_000 / Int64(events))) : 150
    let nanoseconds = even * 1_000_000
    return speed < 0 ? nanoseconds << Int64(-speed) : nanoseconds >> Int64(speed)
  }

  /// How fast it plays, as `x2` or `x1/2`.
  var speedWords: String { speed < 0 ? "x1/\(1 << -speed)" : "x\(1 << speed)" }

  /// A single step, asked for by the user, waits for the job that it needs: what is asked for next
  /// follows it, so that keys typed fast do as much as keys typed slowly.
  var isStepping: Bool { awaiting && !playing && [.event, .turn, .choice].contains(pending) }

  /// Moves no further by itself.
  mutating func stop() {
    playing = false
    pending = nil
    waiting = []
  }
}

// MARK: - How it is looked at

extension Run {
  /// Is looked at as `other` is, which it takes the place of.
  mutating func look(like other: Run) {
    choosing = other.choosing
    speed = other.speed
    selection = other.selection
    trail = other.trail
    bookmarks = other.bookmarks
    why = other.why
    lessonPlace = other.lessonPlace
    whatIf = other.whatIf
    showInPanel()
    marked = other.marked
    orders = other.orders.filter { $0.value != nil }
    focus = other.focus
    slot = other.slot
    zoomed = other.zoomed
    scrolls = other.scrolls
    folding.choice = other.folding.choice
    timeZoom = other.timeZoom
    search = other.search.map { SearchState($0.pattern, in: searchIndex) }
    if let filter = other.filtered?.filter { apply(filter) }
  }

  /// The panel of what if tells of this run.
  mutating func showInPanel() {
    guard var panel = whatIf else { return }
    panel.show(expected)
    whatIf = panel
  }

  /// What the panes are drawn from.
  func context(_ glyphs: GlyphSet) -> PaneContext {
    var context = PaneContext(
      graph: graph, history: history, playhead: playhead, prediction: prediction,
      known: known, selection: subject, glyphs: glyphs, next: playing ? nil : choicePoint,
      isChoosing: choosing, token: shownToken)
    context.lints = now.lints
    context.isOver = finished && playhead == history.last
    context.warning = warning.map { min($0, context.warningCount - 1) }.flatMap {
      $0 < 0 ? nil : $0
    }
    context.folding = folding
    context.trouble = trouble
    context.sources = sources
    context.looksForSources = looksForSources
    context.output = output
    context.zoom = timeZoom
    context.bookmarks = bookmarks
    context.timeline = prediction.map { $0.last > history.last } == true ? predicted : timeline
    context.search = search?.pattern
    context.filter = filtered
    return context
  }
}

extension Run {
  /// What `pane` is drawn from.
  func context(_ glyphs: GlyphSet, for pane: PaneKind) -> PaneContext {
    var context = context(glyphs)
    context.scroll = scrolls[pane] ?? Scroll()
    return context
  }

  /// Scrolls a pane by so many rows from what is seen of it in the cells `inside` its frame; by none, what is
  /// seen stays where it is while something else is selected.
  mutating func scroll(
    _ pane: PaneKind, by rows: Int = 0, in inside: Rect, _ glyphs: GlyphSet
  ) {
    scrolls[pane] = (scrolls[pane] ?? Scroll()).settled(
      on: content(of: pane, inside, glyphs), height: inside.height, movedBy: rows)
  }

  /// What `pane` shows in the cells `inside` its frame.
  func content(of pane: PaneKind, _ inside: Rect, _ glyphs: GlyphSet) -> PaneContent {
    pane.content(context(glyphs, for: pane), width: inside.width, height: inside.height)
  }
}
