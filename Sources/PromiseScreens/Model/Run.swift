package import PromiseEvents
import PromiseExploration
package import PromiseGraph
package import PromiseSimulation

/// A demo that is open: its events, where the playhead stands, and how it is looked at.
package struct Run: Sendable {
  /// What runs.
  package let demo: RunDescriptor
  /// It runs on real queues in real time, and its events come by themselves.
  package let real: Bool
  /// It was over before it was opened: all of its events are here, and no job can be run.
  package private(set) var recorded = false
  /// A trace tells of it: it is a program's own run, and nothing of it can be run again or chosen.
  package internal(set) var isTraced = false
  /// Its times are those of a simulation.
  package let hasVirtualTime: Bool
  /// How the program has ended that told of itself.
  package internal(set) var ending: ProgramEnding?
  /// It was started from here, and can be started again.
  var canRunAgain = false
  /// How far its user has come with having it run again.
  var restart: Restart?
  /// What it has printed, where that is captured.
  package internal(set) var output: PrintedOutput?
  /// The texts of files that were found beside the events.
  var sources: [String: SourceText] = [:]
  /// Such files are looked for.
  var looksForSources = false
  /// All that has happened so far.
  package internal(set) var history: History
  /// What is otherwise in it by hand.
  package let overrides: [Override]
  /// The same run to its end, by a second simulation.
  package let prediction: History?
  /// Some schedule of the same scenario: what its tokens are made like.
  let likeToken: ScheduleToken?
  /// Where the run chose among several things.
  private(set) var choices = ChoiceLog()
  /// Where the look-ahead does.
  private(set) var predictedChoices = ChoiceLog()

  /// The end of the look-ahead.
  private let predictedEnd: Graph?
  /// What can be searched for in what has happened, and in the look-ahead. It is not kept of a run that is
  /// only printed.
  private var index: SearchIndex? = SearchIndex()
  private var predictedIndex = SearchIndex()
  /// When the queues were busy, in what has happened and in the look-ahead.
  private(set) var timeline = Timeline()
  private(set) var predicted = Timeline()

  /// The number of the event that the playhead stands on; ``History/base`` is before the first.
  package private(set) var playhead = 0
  /// The state at the playhead.
  package var graph: Graph {
    _read { yield now.graph }
  }
  private(set) var now: RunState

  /// The playhead moves by itself; in a live run it stays at the newest event.
  package internal(set) var playing = true
  /// Nothing more will come.
  package internal(set) var finished = false
  /// The user is the scheduler: digits choose what runs next.
  package internal(set) var choosing = false
  /// A real job has been asked for and has not answered.
  var awaiting = false
  /// The movement that waits for events which have not happened.
  var pending: Movement?
  /// What was asked for while a step waited for its job: done when that has come.
  var waiting: [Action] = []
  /// The speed as a power of two, one of ``speeds``.
  var speed: Int

  /// What the user selected; without it the selection follows the playhead.
  package internal(set) var selection: PromiseID?
  /// The selections that Backspace returns to; nothing stands for following the playhead.
  var trail: [PromiseID?] = []
  /// The warning that the user selected, by its index in the order of the events.
  var warning: Int?
  /// The panel that answers why, where it is open.
  package internal(set) var why: WhyPanel?
  /// The lesson, where it is open.
  package internal(set) var lesson: LessonPanel?
  /// The page at which it was closed.
  var lessonPlace = 0
  /// The promise that `v` has marked: why asks for the order of it and the selected one.
  package internal(set) var marked: PromiseID?
  /// What the schedules say of orders that were asked for; none where they have not answered.
  var orders: [OrderRequest: OrderAnswer?] = [:]
  /// The events that `m` has marked.
  var bookmarks: Set<Int> = []

  /// What is in the way of a newer run of the same program: it is shown in the place of the source.
  var trouble: BuildFailure?

  /// What the user searches for.
  var search: SearchState?
  /// The promises that are to be seen, where the user does not want to see all.
  private(set) var filtered: FilteredPromises?

  /// The panel in which the run is changed by hand.
  package internal(set) var whatIf: WhatIfPanel?

  /// The pane that has the keys.
  package internal(set) var focus = PaneKind.chain
  /// Which of source, events and warnings stands where they share a place.
  var slot = PaneKind.source
  /// The focused pane has the whole screen.
  package internal(set) var zoomed = false
  /// What of the chain pane is folded.
  package internal(set) var folding = Folding()
  /// How far the time pane zooms in: each step shows half as much.
  var timeZoom = 0
  /// How far each pane is scrolled.
  var scrolls: [PaneKind: Scroll] = [:]

  /// A part of 2 to this power can be seen of the time.
  static let mostZoom = 24
  /// From an eighth to sixteen times.
  static let speeds = -3...4

  /// Opens a run that has no event yet; an empty prediction is none.
  init(
    demo: RunDescriptor, real: Bool, prediction: [PromiseEvent], token: ScheduleToken? = nil,
    speed: Int = 0, lints: LintSettings = LintSettings(), overrides: [Override] = [],
    since: Int = 0, hasVirtualTime: Bool? = nil
  ) {
    self.overrides = overrides
    self.hasVirtualTime = hasVirtualTime ?? !real
    history = History(lints: lints, since: since)
    playhead = history.base
    now = history.state(at: since)
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
      predictedIndex.append(contentsOf: prediction)
      predictedEnd = history.graph(at: history.last)
      predicted = Timeline(history)
    }
  }
}

extension Run {
  /// A run that is over and is only printed: with events that are in order and folded already.
  init(printing history: History, of demo: RunDescriptor, real: Bool, overrides: [Override]) {
    self.init(demo: demo, real: real, prediction: [], overrides: overrides)
    index = nil
    self.history = history
    choices.append(history.events)
    timeline = Timeline(history)
    playhead = history.base
    now = history.state(at: playhead)
  }

  /// A run that was recorded; it has no event yet.
  init(_ recording: Recording, lints: LintSettings) {
    self.init(
      demo: recording.entry, real: !recording.isVirtual, prediction: [], lints: lints,
      since: recording.since)
    recorded = true
    isTraced = true
  }
}

/// How far the user of a program has come with having it run again.
enum Restart: Hashable, Sendable {
  /// It still runs, and is ended only if that is said again.
  case asked
  /// It is being ended.
  case ending
  /// It begins again.
  case begun
}

// MARK: - The playhead and what is recorded

extension Run {
  /// Puts the playhead on `position`, or as near as there are events.
  mutating func move(to position: Int) {
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
    if let old { followFilter(from: from, old) }
  }

  /// Brings what the filter lets through up to date.
  private mutating func followFilter(from: Int, _ old: Graph) {
    let passed = min(from, playhead)..<max(from, playhead)
    guard passed.count <= Self.mostFollowed, passed.lowerBound >= history.base else {
      filtered = filtered.map { FilteredPromises($0.filter, in: graph) }
      return
    }
    let events = passed.lazy.compactMap { [history] in history[$0 + 1] }
    filtered?.apply(events, from: old, to: now.graph)
  }

  /// Over more events a filter begins anew.
  private static let mostFollowed = 2000

  /// Shows only the promises that `filter` lets through, and those above them.
  mutating func apply(_ filter: Filter) {
    filtered = filter.isEmpty ? nil : FilteredPromises(filter, in: graph)
  }

  /// Shows all promises.
  mutating func showAll() { filtered = nil }

  /// Where events are missing, in order.
  var gaps: [ClosedRange<Timeline.Mark>] { timeline.gaps }

  /// What can be searched for in all that is known. O(1), unless the run is only printed.
  var searchIndex: SearchIndex {
    if total.predicted { return predictedIndex }
    if let index { return index }
    var index = SearchIndex()
    index.append(contentsOf: history.events)
    return index
  }

  /// The end of all that is recorded or predicted. It is made when it is asked for: whoever keeps a state
  /// has each change of the newest one copied.
  var known: Graph { predictedEnd ?? history.graph(at: history.last) }

  /// Takes in events that have happened.
  mutating func record(_ events: [PromiseEvent]) {
    let base = history.base
    let isJoining = history.isJoining
    history.append(contentsOf: events)
    // What was alive at the beginning is told by events that come before it.
    if isJoining, playhead == history.base { now = history.state(at: playhead) }
    choices.append(events)
    index?.append(contentsOf: events)
    timeline.extend(to: history)
    if history.base != base {
      let graph = history.graph(at: history.last)
      let isAnew = index?.evict(to: history.base, keeping: { graph.knows($0) }) == true
      if isAnew, let filter = filtered?.filter { apply(filter) }
      bookmarks = bookmarks.filter { $0 >= history.base }
    }
  }

  /// Nothing more will come.
  mutating func end() {
    finished = true
    history.flush()
    timeline.extend(to: history)
  }
}
