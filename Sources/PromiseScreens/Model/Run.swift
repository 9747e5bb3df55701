package import PromiseExploration
package import PromiseGraph
package import PromiseKitLite
package import PromiseSimulation

/// A demo that is open: its events, where the playhead stands, and how it is looked at.
package struct Run: Sendable {
  /// What runs.
  package let demo: DemoEntry
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
  package let interventions: [Intervention]
  /// The same run to its end, by a second simulation.
  package let prediction: History?
  /// Some schedule of the same scenario: what its tokens are made like.
  private let likeToken: ScheduleToken?
  /// Where the run chose among several things.
  private var choices = ChoiceLog()
  /// Where the look-ahead does.
  private var predictedChoices = ChoiceLog()

  /// The end of the look-ahead.
  private let predictedEnd: Graph?
  /// What can be searched for in what has happened, and in the look-ahead. It is not kept of a run that is
  /// only printed.
  private var index: SearchIndex? = SearchIndex()
  private var predictedIndex = SearchIndex()
  /// When the queues were busy, in what has happened and in the look-ahead.
  private var timeline = Timeline()
  private var predicted = Timeline()

  /// The number of the event that the playhead stands on; ``History/base`` is before the first.
  package private(set) var playhead = 0
  /// The state at the playhead.
  package var graph: Graph {
    _read { yield now.graph }
  }
  private var now: RunState

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
  var trouble: Trouble?

  /// What the user searches for.
  var search: Search?
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
    demo: DemoEntry, real: Bool, prediction: [PromiseEvent], token: ScheduleToken? = nil,
    speed: Int = 0, lints: LintSettings = LintSettings(), interventions: [Intervention] = [],
    since: Int = 0, hasVirtualTime: Bool? = nil
  ) {
    self.interventions = interventions
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
  init(printing history: History, of demo: DemoEntry, real: Bool, interventions: [Intervention]) {
    self.init(demo: demo, real: real, prediction: [], interventions: interventions)
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
    search = other.search.map { Search($0.pattern, in: searchIndex) }
    if let filter = other.filtered?.filter { apply(filter) }
  }

  /// The panel of what if tells of this run.
  mutating func showInPanel() {
    guard var panel = whatIf else { return }
    panel.show(expected)
    whatIf = panel
  }

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

  /// What `pane` shows in the cells `inside` its frame.
  func content(of pane: PaneKind, _ inside: Rect, _ glyphs: GlyphSet) -> PaneContent {
    pane.content(context(glyphs, for: pane), width: inside.width, height: inside.height)
  }
}

// MARK: - Choices

extension Run {
  /// Where the run chooses: at the event that comes next, or, where that is none, at the playhead.
  package var choicePoint: ChoicePoint? {
    choicePoint(at: playhead + 1) ?? choicePoint(at: playhead)
  }

  private func choicePoint(at number: Int) -> ChoicePoint? {
    guard !real, let event = history[number] ?? (number > history.last ? prediction?[number] : nil),
      case .choiceMade(let chosen, let options) = event.kind
    else { return nil }
    return ChoicePoint(event: number, chosen: chosen, options: options)
  }

  /// The number of the first choice after `number`, and of the last one before it.
  func nextChoice(after number: Int) -> Int? {
    choices.next(after: number) ?? predictedChoices.next(after: max(number, history.last))
  }
  func previousChoice(before number: Int) -> Int? { choices.previous(before: number) }

  /// The number of the choice that is number `place`, counted from 0; none where that has not happened.
  func choice(_ place: Int) -> Int? { choices.number(of: place) }

  /// The choices before the event `number`.
  func schedule(before number: Int) -> Schedule {
    Schedule(
      choices.taken(before: number)
        + predictedChoices.taken(after: history.last, before: number))
  }

  /// The schedule that leads to all that is known of this run, as a text; none where it has no name.
  package var token: ScheduleToken? { likeToken?.with(schedule(before: .max)) }

  /// Nothing in it is otherwise by hand, and the first was chosen everywhere.
  var isAsWritten: Bool {
    interventions.isEmpty && schedule(before: .max).choices.allSatisfy { $0 == 0 }
  }

  /// The token where it says anything: while the user chooses, and where something else than the first
  /// was chosen.
  private var shownToken: ScheduleToken? {
    token.flatMap { choosing || $0.schedule.choices.contains { $0 != 0 } ? $0 : nil }
  }
}
