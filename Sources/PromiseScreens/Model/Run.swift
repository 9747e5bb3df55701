package import PromiseEvents
import PromiseExploration
package import PromiseGraph
package import PromiseInsight
package import PromiseSimulation

/// An open demo: its events, the playhead, and the view settings.
package struct Run: Sendable {
  /// The demo or the program.
  package internal(set) var demo: RunDescriptor
  /// Whether it runs on real queues in real time, so that its events arrive by themselves.
  package let real: Bool
  /// Whether it had ended before it was opened: all of its events are here, and no job can be run.
  package private(set) var recorded = false
  /// Whether it comes from a trace, so that it cannot be repeated and offers no choices.
  package internal(set) var isTraced = false
  /// Whether its times are virtual.
  package let hasVirtualTime: Bool
  /// How the program ended, for a run that comes from a trace.
  package internal(set) var ending: ProgramEnding?
  /// Whether the program was started here, and can be started again.
  var canRunAgain = false
  /// The gate of the program, if the screens control one.
  @Box var gate: GateControl?
  /// The progress of a restart.
  var restart: Restart?
  /// Its output, if it is captured.
  package internal(set) var output: PrintedOutput?
  /// The texts of source files that are not in the events.
  var sources: [String: SourceText] = [:]
  /// Whether such files are searched for.
  var looksForSources = false
  /// The events so far.
  @Box package internal(set) var history: History
  /// The changes made by hand.
  package let overrides: [Override]
  /// The same run to its end, computed by a second simulation.
  @Box package private(set) var prediction: History?
  /// The token of some schedule of the same scenario, from which other tokens are made.
  let likeToken: ScheduleToken?
  /// The choices of the run.
  private(set) var choices = ChoiceLog()
  /// The choices of the prediction.
  private(set) var predictedChoices = ChoiceLog()

  /// The events that keys go to, among those so far and those of the prediction.
  @Box private(set) var landmarks: Landmarks
  @Box private(set) var predictedLandmarks: Landmarks

  /// The state at the end of the prediction.
  @Box private var predictedEnd: Graph?
  /// Whether there are warnings at the end of the prediction, or because the run has ended.
  private(set) var warnsAtEnd = false
  /// The search indices of the events so far and of the prediction. A run that is only printed has none.
  @Box private var index: SearchIndex? = SearchIndex()
  @Box private var predictedIndex = SearchIndex()
  /// When the queues were busy, in the events so far and in the prediction.
  @Box private(set) var timeline = Timeline()
  @Box private(set) var predicted = Timeline()

  /// The number of the event at the playhead; ``History/base`` is before the first.
  package private(set) var playhead = 0
  /// The state at the playhead.
  package var graph: Graph {
    _read { yield now.graph }
  }
  @Box private(set) var now: RunState
  /// The time at the playhead, in nanoseconds: at or after its event, and before the next one.
  package internal(set) var clock: Int64 = 0
  /// The outcome or adoption that moves along its edges at this moment.
  package internal(set) var flow: Flow?
  /// What playback showed last, while the playhead is still there.
  var caption: String?
  /// The playback, if the run is played and its rest is known.
  var playback: Playback?
  /// When the newest events of a live run arrived, on the clock of the ticks.
  var arrivedAt: Int64?

  /// Whether the playhead moves by itself; in a live run it stays at the newest event.
  package internal(set) var playing = true
  /// Whether the run has ended, so that no more events follow.
  package internal(set) var finished = false
  /// Whether the user plays the scheduler: digits choose what runs next.
  package internal(set) var choosing = false
  /// Whether a requested job has not answered yet.
  var awaiting = false
  /// The movement that waits for further events.
  var pending: Movement?
  /// The actions requested while a step waits for its job; they are performed after it.
  var waiting: [Action] = []
  /// The speed as a power of two, one of ``speeds``.
  var speed: Int

  /// The promise that the user selected; if `nil`, the selection follows the playhead.
  package internal(set) var selection: PromiseID?
  /// The selections that Backspace returns to; `nil` is following the playhead.
  var trail: [PromiseID?] = []
  /// The selected warning.
  var culprit: Culprit.Key?
  /// The order of the warnings at the playhead; without the graph, so that the run can grow.
  private(set) var ranking = CulpritRanking()
  /// The panel that explains a promise, if it is open.
  @Box package internal(set) var why: WhyPanel?
  /// The card at the end of the run, after it was played to there.
  @Box package internal(set) var endCard: EndCard?
  /// The lesson, if it is open.
  @Box package internal(set) var lesson: LessonPanel?
  /// The page at which the lesson was closed.
  var lessonPlace = 0
  /// The promise marked by `v`, whose order relative to the selected one is explained.
  package internal(set) var marked: PromiseID?
  /// The answers about requested orders; an inner `nil` while there is none.
  var orders: [OrderRequest: OrderAnswer?] = [:]
  /// The events bookmarked by `m`.
  var bookmarks: Set<Int> = []

  /// The failure that prevents a newer run of the same program; it replaces the source.
  var trouble: BuildFailure?

  /// The current search.
  @Box var search: SearchState?
  /// The promises that the filter shows, if there is a filter.
  private(set) var filtered: FilteredPromises?

  /// The what-if panel, if it is open.
  @Box package internal(set) var whatIf: WhatIfPanel?

  /// The focused pane.
  package internal(set) var focus = PaneKind.chain
  /// Which of source, events and warnings is visible where they share a place.
  var slot = PaneKind.source
  /// Whether the focused pane covers the whole screen.
  package internal(set) var zoomed = false
  /// What the chain pane folds.
  package internal(set) var folding = Folding()
  /// The zoom of the time pane: each step shows half as much time.
  var timeZoom = 0
  /// Whether the axis of the time pane is by turns.
  var countsTurns = false
  /// The scroll position of each pane.
  var scrolls: [PaneKind: Scroll] = [:]

  /// The greatest ``timeZoom``.
  static let mostZoom = 24
  /// The speeds, from 1/8 to 16, as powers of two.
  static let speeds = -3...4

  /// Creates a run without events; an empty prediction counts as none.
  init(
    demo: RunDescriptor, real: Bool, prediction: [PromiseEvent], token: ScheduleToken? = nil,
    speed: Int = 0, lints: LintSettings = LintSettings(), overrides: [Override] = [],
    since: Int = 0, hasVirtualTime: Bool? = nil
  ) {
    self.overrides = overrides
    self.hasVirtualTime = hasVirtualTime ?? !real
    let beginning = History(lints: lints, since: since)
    history = beginning
    landmarks = Landmarks(hasVirtualTime: self.hasVirtualTime)
    predictedLandmarks = Landmarks(hasVirtualTime: self.hasVirtualTime)
    playhead = beginning.base
    now = beginning.state(at: since)
    timeline = Timeline(since: since)
    self.demo = demo
    self.real = real
    self.speed = speed
    likeToken = token
    if prediction.isEmpty {
      self.prediction = nil
      predictedEnd = nil
    } else {
      var history = History(lints: lints)
      history.append(contentsOf: prediction)
      self.prediction = history
      predictedChoices.append(prediction)
      predictedLandmarks.append(prediction)
      predictedIndex.append(contentsOf: prediction)
      predictedEnd = history.graph(at: history.last)
      predicted = Timeline(history)
      warnsAtEnd = history.state(at: history.last).hasWarnings
    }
  }
}

extension Run {
  /// Creates a finished run for printing, from events that are in order and already folded.
  init(printing history: History, of demo: RunDescriptor, real: Bool, overrides: [Override]) {
    self.init(demo: demo, real: real, prediction: [], overrides: overrides)
    index = nil
    self.history = history
    choices.append(history.events)
    timeline = Timeline(history)
    playhead = history.base
    now = history.state(at: playhead)
  }

  /// Creates a run for a recording, without its events.
  init(_ recording: Recording, lints: LintSettings) {
    self.init(
      demo: recording.entry, real: !recording.isVirtual, prediction: [], lints: lints,
      since: recording.since)
    recorded = true
    isTraced = true
  }
}

// MARK: - The playhead and the events

extension Run {
  /// Moves the playhead to `position`, or to the nearest event, and to `time`, or to the nearest time between
  /// that event and the next one.
  mutating func move(to position: Int, time: Int64? = nil) {
    let target = min(max(position, history.base), history.last)
    let old = filtered == nil ? nil : graph
    let from = playhead
    if target >= playhead, target - playhead <= 64, playhead >= history.base, !history.isJoining {
      for number in stride(from: playhead + 1, through: target, by: 1) {
        if let event = history[number] { now.apply(event) }
      }
    } else {
      now = history.state(at: target)
    }
    playhead = target
    rank()
    setClock(time ?? .min)
    flow = nil
    caption = nil
    if let old { followFilter(from: from, old) }
  }

  /// Updates the filtered promises.
  private mutating func followFilter(from: Int, _ old: Graph) {
    let passed = min(from, playhead)..<max(from, playhead)
    guard passed.count <= Self.mostFollowed, passed.lowerBound >= history.base else {
      filtered = filtered.map { FilteredPromises($0.filter, in: graph) }
      return
    }
    let events = passed.lazy.compactMap { [history] in history[$0 + 1] }
    let new = graph
    filtered?.apply(events, from: old, to: new)
  }

  /// For more events than this, the filter is applied from scratch.
  private static let mostFollowed = 2000

  /// Shows only the promises that `filter` matches, and their ancestors.
  mutating func apply(_ filter: Filter) {
    filtered = filter.isEmpty ? nil : FilteredPromises(filter, in: graph)
  }

  /// Shows all promises.
  mutating func showAll() { filtered = nil }

  /// The gaps in the events, in order.
  var gaps: [ClosedRange<Timeline.Mark>] { timeline.gaps }

  /// The search index of all known events. O(1), unless the run is only printed.
  var searchIndex: SearchIndex {
    if total.predicted { return predictedIndex }
    if let index { return index }
    var index = SearchIndex()
    index.append(contentsOf: history.events)
    return index
  }

  /// The state at the end of all recorded or predicted events. It is computed on demand, because a stored
  /// copy would make every change of the newest state copy its storage.
  var known: Graph { predictedEnd ?? history.graph(at: history.last) }

  /// Appends events.
  mutating func record(_ events: [PromiseEvent]) {
    let base = history.base
    let isJoining = history.isJoining
    let wasOver = isOver
    history.append(contentsOf: events)
    // The events before the base describe what existed at the beginning.
    if isJoining, playhead == history.base { now = history.state(at: playhead) }
    if wasOver != isOver || isJoining { rank() }
    choices.append(events)
    landmarks.append(events)
    index?.append(contentsOf: events)
    timeline.extend(to: history)
    let first = history.base
    if first != base {
      let graph = history.graph(at: history.last)
      let isRebuilt = index?.evict(to: first, keeping: { graph.knows($0) }) == true
      if isRebuilt, let filter = filtered?.filter { apply(filter) }
      bookmarks = bookmarks.filter { $0 >= first }
      landmarks.evict(to: first)
    }
  }

  /// Ends the run: no more events follow.
  mutating func end() {
    finished = true
    warnsAtEnd = warnsAtEnd || history.state(at: history.last).hasWarnings
    history.flush()
    timeline.extend(to: history)
    rank()
  }

  /// Whether the run has ended and the playhead is at its end.
  var isOver: Bool { finished && playhead == history.last }

  /// Ranks the warnings at the playhead.
  private mutating func rank() { ranking = now.ranking(isOver: isOver) }
}
