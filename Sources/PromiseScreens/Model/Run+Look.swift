package import PromiseEvents
import PromiseGraph
import PromiseInsight
import PromiseSimulation

extension Run {
  /// Whether events arrive by themselves and the screen follows them.
  package var isLive: Bool { real && !finished }
  /// Whether it is a demo of the course, and not a recorded or live program.
  var isOfCourse: Bool { !isTraced }
  /// Whether the program is being built for the first time, so that there is nothing else to show.
  var isFirstBuild: Bool { program.trouble?.activity != nil }

  /// Whether it plays with captions.
  var isExplained: Bool { playing && caption != nil }

  /// Whether the playhead is at the end of a finished run, so that there is nothing to run or pause.
  var isAtEnd: Bool { finished && !playing && playhead == history.last }

  /// The number of the last known event, and whether it is only predicted.
  package var total: (last: Int, predicted: Bool) {
    if !finished, let prediction, prediction.last > history.last { return (prediction.last, true) }
    return (history.last, false)
  }

  /// The promise that the inspector shows: the selected one, or else the promise of the event at the
  /// playhead, of the job running there, or of the nearest earlier event.
  package var subject: PromiseID? {
    if let selection = view.selection { return selection }
    if let kind = history[playhead]?.kind, kind.isNews, let promise = kind.mentioned.subject {
      return promise
    }
    if let job = graph.currentJob.flatMap({ graph.job($0) }), let promise = job.child {
      return promise
    }
    for number in stride(from: playhead, to: max(history.base, playhead - 64), by: -1) {
      if let kind = history[number]?.kind, kind.isNews, let promise = kind.mentioned.subject {
        return promise
      }
    }
    return nil
  }

  /// The panes that have nothing to show in the whole known run. It does not depend on the playhead, so that
  /// nothing moves while the run plays.
  var emptyPanes: Set<PaneKind> {
    let known = known
    var panes: Set<PaneKind> = []
    if !mayWarn, known.dropped == 0, known.notes.count <= Self.fewNotes { panes.insert(.warnings) }
    if program.trouble == nil, program.sources.isEmpty, known.sources.isEmpty {
      panes.insert(.source)
    }
    return panes
  }

  /// Whether there are warnings anywhere in the known run.
  var mayWarn: Bool {
    let newest = past.end.lints
    return warnsAtEnd || newest.warningCount + newest.forgottenCount > 0
  }

  /// As many notes as the title of the warnings can stand for, together with the list of events.
  private static let fewNotes = 3

  /// Whether the program has ended while its gate was closed, so that what the gate holds never ran.
  var endedClosed: Bool {
    guard isOver, graph.gate.isClosed else { return false }
    guard let ending = program.ending else { return true }
    return switch ending {
    // The program may go on.
    case .disconnected, .read(_?, _), .read(_, .cutShort), .read(_, .running), .read(_, .full):
      false
    case .exited, .signalled, .notStarted, .read: true
    }
  }

  /// Why nothing of the program can be shown; `nil` if something is shown, or nothing failed.
  private var failure: String? {
    guard history.isEmpty, case .read(let trouble?, _)? = program.ending else { return nil }
    return trouble
  }

  /// All known events of the run, including predicted ones.
  var expected: some Sequence<PromiseEvent> { whole.history.events }

  /// `2 of 7 promises`
  func filterText(_ language: Language) -> String {
    let count = graph.counts.total
    let shown = grouped(view.filtered?.matchCount ?? count)
    return language.text("\(shown) of \(language.plural(count, "promise"))")
  }

  /// Whether anything of a live run goes on while no event arrives: a job that runs or waits, or a timer.
  var isActive: Bool {
    guard isLive, !hasVirtualTime else { return false }
    // While the gate is closed, timers stand, and what waits does not go on.
    if graph.gate.isClosed {
      return graph.counts.running > 0 || graph.queues(listing: 0).contains { $0.runningCount > 0 }
    }
    return graph.pendingTimerCount > 0 || graph.counts.running + graph.counts.queued > 0
      || graph.queues(listing: 0).contains { $0.runningCount + $0.waitingCount > 0 }
  }

  /// Returns a time at normal speed as the time that it takes at the speed of the run.
  func paced(_ nanoseconds: Int64) -> Int64 {
    view.speed < 0 ? nanoseconds << Int64(-view.speed) : max(1, nanoseconds >> Int64(view.speed))
  }

  /// The nanoseconds between two events while playing a run whose rest is not known.
  var interval: Int64 {
    paced(150_000_000)
  }

  /// The speed, such as `x2` or `x1/2`.
  var speedText: String {
    view.speed < 0 ? "x1/\(1 << -view.speed)" : "x\(1 << view.speed)"
  }

  /// Whether a single step waits for its job. Further actions are queued behind it, so that fast typing does
  /// the same as slow typing.
  var isStepping: Bool { awaiting && !playing && [.event, .turn, .choice].contains(pending) }

  /// Stops playing and drops pending actions.
  mutating func stop() {
    playing = false
    goesOn = false
    playback = nil
    pending = nil
    waiting = []
    if real, !finished { rank() }
  }

  /// Stops playing until what is in front of the run is closed.
  mutating func hold() {
    let playback = playback
    stop()
    self.playback = playback
    self.playback?.hold()
    goesOn = true
  }
}

// MARK: - The view

extension Run {
  /// Takes over the view of `other`, which it replaces.
  mutating func look(like other: Run) {
    view = other.view
    view.culprit = nil
    view.folding = Folding()
    view.folding.choice = other.view.folding.choice
    view.search = other.view.search.map { SearchState($0.pattern, in: searchIndex) }
    view.filtered = nil
    if let filter = other.view.filtered?.filter { apply(filter) }
    panels = other.panels.kept
    keep(other.gate)
    orders = other.orders.filter { $0.value != nil }
  }

  /// Takes over the breakpoints of another run.
  mutating func keep(_ breakpoints: GateControl?) {
    guard breakpoints != nil else { return }
    gate = breakpoints
    gate?.stops = nil
  }

  /// Returns what the panes are drawn from.
  func context(_ glyphs: GlyphSet, _ language: Language = .english) -> PaneContext {
    var context = PaneContext(
      graph: graph.at(clock), history: history, playhead: playhead, prediction: prediction,
      known: known, selection: subject, glyphs: glyphs,
      next: playing && !isHeldByGate ? nil : choicePoint, token: shownToken)
    context.view = view
    context.program = program
    context.now = clock
    context.flow = flow
    context.language = language
    context.lints = now.lints
    context.isOver = isOver
    context.endedClosed = endedClosed
    context.failure = failure
    context.ranking = ranking
    context.script = demo.script
    context.timeline = whole.timeline
    context.diagrams = diagrams
    context.isGrowing = !finished && prediction == nil
    return context
  }
}

extension Run {
  /// Returns what `pane` is drawn from.
  func context(
    _ glyphs: GlyphSet, _ language: Language, for pane: PaneKind
  ) -> PaneContext {
    var context = context(glyphs, language)
    context.scroll = view.scrolls[pane] ?? Scroll()
    return context
  }

  /// Scrolls a pane by `rows` from its current position in the cells `inside` its frame; by 0, the position
  /// is kept while something else is selected.
  mutating func scroll(
    _ pane: PaneKind, by rows: Int = 0, in inside: Rect, _ glyphs: GlyphSet, _ language: Language
  ) {
    view.scrolls[pane] = (view.scrolls[pane] ?? Scroll()).settled(
      on: content(of: pane, inside, glyphs, language), height: inside.height, movedBy: rows)
  }

  /// Returns what `pane` shows in the cells `inside` its frame.
  func content(
    of pane: PaneKind, _ inside: Rect, _ glyphs: GlyphSet, _ language: Language
  ) -> PaneContent {
    pane.content(context(glyphs, language, for: pane), width: inside.width, height: inside.height)
  }
}

extension PromiseEvent.Kind {
  /// Whether it changes what a promise waits for or what it becomes. A promise that is freed has done both.
  fileprivate var isNews: Bool {
    if case .deallocated(_, .settled, _) = self { false } else { true }
  }
}
