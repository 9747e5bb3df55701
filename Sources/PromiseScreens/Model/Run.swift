import PromiseEvents
import PromiseExploration
package import PromiseGraph
package import PromiseInsight
package import PromiseSimulation

/// An open demo: its events, the playhead, and the view of it. The properties of ``RunView`` and ``RunProgram`` can be
/// used like those of the run itself.
@dynamicMemberLookup
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
  package var hasVirtualTime: Bool { program.hasVirtualTime }
  /// What is known about the program beside the events.
  var program = RunProgram()
  /// The breakpoints, and the gate of the program; `nil` while nothing can stop it.
  @Box var gate: GateControl?
  /// The changes made by hand.
  package let overrides: [Override]
  /// The token of some schedule of the same scenario, from which other tokens are made.
  let likeToken: ScheduleToken?

  /// The events so far.
  private(set) var past: IndexedHistory
  /// The same run to its end, computed by a second simulation.
  @Box private(set) var ahead: IndexedHistory?
  /// The last diagram of the run.
  private(set) var diagrams = DiagramCache()
  /// Whether there are warnings at the end of the prediction, or because the run has ended.
  private(set) var warnsAtEnd = false

  /// The number of the event at the playhead; ``History/base`` is before the first.
  package private(set) var playhead = 0
  /// The state at the playhead, and the order of the warnings there; without the graph, so that the run can grow.
  @Box private(set) var now: RunState
  private(set) var ranking = CulpritRanking()
  /// The time at the playhead, in nanoseconds: at or after its event, and before the next one.
  package internal(set) var clock: Int64 = 0
  /// The outcome or adoption that moves along its edges at this moment.
  package internal(set) var flow: Flow?
  /// What playback showed last, while the playhead is still there.
  var caption: Narration?
  /// Whether the end key has just gone to the end, so that the card there is shown.
  var wentToEnd = false
  /// The playback, if the run is played and its rest is known.
  var playback: Playback?
  /// When the newest events of a live run arrived, on the clock of the ticks.
  var arrivedAt: Int64?

  /// Whether the playhead moves by itself; in a live run it stays at the newest event.
  package internal(set) var playing = true
  /// Whether it goes on playing when what is in front of it is closed.
  var goesOn = false
  /// Whether the run has ended, so that no more events follow.
  package internal(set) var finished = false
  /// Whether a requested job has not answered yet.
  var awaiting = false
  /// The movement that waits for further events.
  var pending: Movement?
  /// The jumps requested while a step waits for its job; they follow after it.
  var waiting: [@Sendable (inout State) -> Void] = []

  /// What is looked at, and how.
  var view = RunView()
  /// The open panels; the front one is visible.
  var panels = LayerStack()
  /// The answers about requested orders; an inner `nil` while there is none.
  var orders: [OrderRequest: OrderAnswer?] = [:]

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
    program.hasVirtualTime = hasVirtualTime ?? !real
    self.demo = demo
    self.real = real
    likeToken = token
    gate = real ? nil : GateControl([])
    let beginning = History(lints: lints, since: since)
    past = IndexedHistory(beginning, hasVirtualTime: program.hasVirtualTime)
    playhead = beginning.base
    now = beginning.state(at: since)
    ahead = nil
    view.speed = view.speed
    guard !prediction.isEmpty else { return }
    var ahead = IndexedHistory(History(lints: lints), hasVirtualTime: self.hasVirtualTime)
    ahead.append(prediction)
    warnsAtEnd = ahead.end.hasWarnings
    self.ahead = ahead
  }

  /// Creates a finished run for printing, from events that are in order and already folded.
  init(printing history: History, of demo: RunDescriptor, real: Bool, overrides: [Override]) {
    self.init(demo: demo, real: real, prediction: [], overrides: overrides)
    past = IndexedHistory(history, hasVirtualTime: hasVirtualTime, isPrinted: true)
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

  package subscript<Value>(dynamicMember path: KeyPath<RunView, Value>) -> Value {
    view[keyPath: path]
  }
  subscript<Value>(dynamicMember path: WritableKeyPath<RunView, Value>) -> Value {
    get { view[keyPath: path] }
    _modify { yield &view[keyPath: path] }
  }
  package subscript<Value>(dynamicMember path: KeyPath<RunProgram, Value>) -> Value {
    program[keyPath: path]
  }
  subscript<Value>(dynamicMember path: WritableKeyPath<RunProgram, Value>) -> Value {
    get { program[keyPath: path] }
    _modify { yield &program[keyPath: path] }
  }
}

extension Run {
  /// The events so far.
  package var history: History {
    _read { yield past.history }
  }

  /// The events of the same run to its end, computed by a second simulation.
  package var prediction: History? { ahead?.history }

  /// The state at the playhead.
  package var graph: Graph {
    _read { yield now.graph }
  }

  /// The state at the end of all recorded or predicted events.
  var known: Graph { (ahead ?? past).end.graph }

  /// The events of the whole run as far as they are known, with those that were not played yet.
  package var wholeHistory: History { whole.history }

  /// What is known of the whole run: the prediction, unless the run has gone on beyond it or has ended.
  var whole: IndexedHistory { total.predicted ? ahead ?? past : past }

  /// The gaps in the events, in order.
  var gaps: [ClosedRange<Timeline.Mark>] { past.timeline.gaps }

  /// The search index of all known events. O(1), unless the run is only printed.
  var searchIndex: SearchIndex { whole.searchIndex }
}

// MARK: - The playhead and the events

extension Run {
  /// Moves the playhead to `position`, or to the nearest event, and to `time`, or to the nearest time between
  /// that event and the next one.
  mutating func move(to position: Int, time: Int64? = nil) {
    let target = min(max(position, history.base), history.last)
    let old = view.filtered == nil ? nil : graph
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
      view.filtered = view.filtered.map { FilteredPromises($0.filter, in: graph) }
      return
    }
    let events = passed.lazy.compactMap { [history] in history[$0 + 1] }
    let new = graph
    view.filtered?.apply(events, from: old, to: new)
  }

  /// For more events than this, the filter is applied from scratch.
  private static let mostFollowed = 2000

  /// Shows only the promises that `filter` matches, and their ancestors.
  mutating func apply(_ filter: Filter) {
    view.filtered = filter.isEmpty ? nil : FilteredPromises(filter, in: graph)
  }

  /// Shows all promises.
  mutating func showAll() { view.filtered = nil }

  /// Appends events.
  mutating func record(_ events: [PromiseEvent]) {
    let base = history.base
    let isJoining = history.isJoining
    let wasOver = isOver
    past.append(events)
    // The events before the base describe what existed at the beginning.
    if isJoining, playhead == history.base { now = history.state(at: playhead) }
    if wasOver != isOver || isJoining { rank() }
    let first = history.base
    if first != base {
      if past.evict(), let filter = view.filtered?.filter { apply(filter) }
      view.bookmarks = view.bookmarks.filter { $0 >= first }
    }
  }

  /// Ends the run: no more events follow.
  mutating func end() {
    finished = true
    gate = gate ?? GateControl([])
    gate?.stops = nil
    warnsAtEnd = warnsAtEnd || past.end.hasWarnings
    past.flush()
    warnsAtEnd = warnsAtEnd || !past.end.culprits(isOver: true).isEmpty
    rank()
  }

  /// Lists the warnings that touch a symptom first.
  mutating func tellFirst(of symptom: Symptom?) {
    view.symptom = symptom
    rank()
  }

  /// Whether the run has ended and the playhead is at its end.
  var isOver: Bool { finished && playhead == history.last }

  /// Whether it is paused at its newest event, and more can follow.
  private var waitsAtEnd: Bool { real && !playing && !finished && playhead == history.last }

  /// Ranks the warnings at the playhead; what is worth a look only where the run ends or waits, because that takes time for
  /// each promise.
  mutating func rank() {
    let isWhole = isOver || waitsAtEnd
    if isWhole, let old = view.symptom {
      view.symptom = Symptom(old.name, about: old.promises, in: now.graph)
    }
    ranking = now.ranking(isOver: isOver, isWhole: isWhole, symptom: view.symptom)
  }
}
