import PromiseEvents
import PromiseGraph
import PromiseInsight

extension State {
  /// Shows a live program. Keeps the view settings of the previous run if that had no events or was the
  /// same program.
  mutating func begin(_ program: LiveProgram) {
    // A notice about the program may arrive before its first event.
    let notice = notice
    defer { self.notice = self.notice ?? notice }
    var new = Run(program, lints: lints)
    guard let old = run, isSame(old, new) else { return show(new) }
    if old.history.isEmpty, let output = old.output { new.output = output }
    new.look(asBefore: old)
    let overlays = overlays
    defer { self.overlays = overlays }
    show(new)
  }

  /// Returns whether `new` is a run of the same program as `old`, or `old` has no events.
  private func isSame(_ old: Run, _ new: Run) -> Bool {
    old.demo.name == new.demo.name || old.history.isEmpty || old.restart == .begun
  }

  /// Takes in lines that the program printed.
  mutating func print(_ lines: [PrintedLine]) {
    if run?.output == nil { run?.output = PrintedOutput() }
    guard let given = run?.output?.append(contentsOf: lines), given > 0 else { return }
    // Keep the visible lines in place.
    run?.scrolls[.output]?.offset -= given
    if let anchor = run?.scrolls[.output]?.anchor { run?.scrolls[.output]?.anchor = anchor - given }
  }

  /// Takes in how the program ended: no more events follow.
  mutating func end(_ ending: ProgramEnding) {
    progress = nil
    run?.ending = ending
    finish()
    notice = ending.sentence(pending: run?.known.counts.open ?? 0, language)
    if run?.restart == .ending { beginAgain() }
  }
}

extension Run {
  /// Creates a run of a live program, without events so far.
  init(_ program: LiveProgram, lints: LintSettings) {
    self.init(
      demo: program.entry, real: true, prediction: [], lints: lints, since: program.since,
      hasVirtualTime: program.isVirtual)
    isTraced = true
    self.program.looksForSources = true
    self.program.canRunAgain = program.canRunAgain
    gate = program.breakpoints.map { GateControl($0) }
    if program.hasOutput { self.program.output = PrintedOutput() }
  }

  /// Takes over the pane layout of `other`, but not its selection: the promises are different ones.
  mutating func look(asBefore other: Run) {
    view.focus = other.focus == .output && program.output == nil ? .chain : other.focus
    view.slot = other.slot == .output && program.output == nil ? .source : other.slot
    view.zoomed = other.zoomed
    view.folding.choice = other.folding.choice
  }
}

extension State {
  /// Takes in news of the watched program.
  mutating func hear(_ news: WatchNews) {
    switch news {
    case .begun(let entry):
      watching = WatchState()
      var empty = Run(Recording(entry: entry, isVirtual: true, events: []), lints: lints)
      empty.stop()
      empty.end()
      empty.trouble = .firstBuild()
      empty.begin(with: viewSettings)
      run = empty
    case .busy(let work, let seconds, let step, let printed):
      // The notice about the previous run gives way to the new activity.
      if watching?.activity == nil { notice = nil }
      let time = seconds > 0 ? " \(seconds) s" : ""
      let activity = work + time + (step.isEmpty ? "" : " \(step)")
      watching?.activity = activity
      watching?.beats += 1
      if let watching, run?.isFirstBuild == true {
        run?.trouble = .firstBuild("\(watching.spinner) \(activity)", printing: printed)
      }
    case .ran(let recording, let remark, let trouble):
      watching = WatchState(trouble: trouble)
      show(recording)
      // If the run has events, the source pane keeps showing the source.
      run?.trouble = recording.events.isEmpty ? trouble : nil
      notice = trouble?.headline ?? remark
    case .failed(let trouble):
      watching?.activity = nil
      let isStale = run?.history.isEmpty == false
      watching?.isStale = isStale
      watching?.trouble = trouble
      // Show the message from its start; the card of the last run would hide it.
      run?.endCard = nil
      run?.scrolls[.source] = nil
      run?.slot = .source
      run?.trouble = trouble
      notice = ([trouble.headline] + trouble.diagnostics.prefix(1).map(\.sentence))
        .joined(separator: "; ")
    }
  }

  /// Shows a finished run, at the same step as the previous run if there was one.
  mutating func show(_ recording: Recording) {
    progress = nil
    var new = Run(recording, lints: lints)
    new.record(recording.events)
    new.end()
    guard let old = run, old.recorded, old.history.isEmpty || old.demo.name == new.demo.name else {
      show(new)
      return announceCulprit()
    }
    let overlays = overlays
    defer { self.overlays = overlays }
    if old.history.isEmpty {
      new.focus = old.focus
      new.zoomed = old.zoomed
      show(new)
      return announceCulprit()
    }
    let step = SameStep(from: old, to: new)
    arrival = Arrival(place: .event(step.playhead), like: step.translated)
    show(new)
    guard old.playing else { return }
    run?.playing = true
    requestTick(after: 0)
  }

  /// Says what probably went wrong in a run that is opened, wherever the playhead is.
  private mutating func announceCulprit() {
    guard let history = run?.history,
      let culprit = history.state(at: history.last).culprits(isOver: true, language: language)
        .first,
      culprit.isAnnounced
    else { return }
    run?.slot = .warnings
    notice = sanitized(culprit.located(in: language))
  }
}
