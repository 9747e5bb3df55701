import PromiseEvents
import PromiseGraph

extension State {
  /// Shows a program that runs by itself. Where the one before it has told nothing, or was the same
  /// program, it is looked at as that one was.
  mutating func begin(_ program: LiveProgram) {
    var new = Run(program, lints: lints)
    guard let old = run, isSame(old, new) else { return show(new) }
    if old.history.isEmpty, let output = old.output { new.output = output }
    new.look(asBefore: old)
    let overlay = overlay
    defer { self.overlay = overlay }
    show(new)
  }

  /// The second run is that of the same program, or of one that has told nothing yet.
  private func isSame(_ old: Run, _ new: Run) -> Bool {
    old.demo.name == new.demo.name || old.history.isEmpty || old.restart == .begun
  }

  /// Takes in what a program has printed.
  mutating func print(_ lines: [PrintedLine]) {
    if run?.output == nil { run?.output = PrintedOutput() }
    guard let given = run?.output?.append(contentsOf: lines), given > 0 else { return }
    // What is seen stays where it is.
    run?.scrolls[.output]?.offset -= given
    if let anchor = run?.scrolls[.output]?.anchor { run?.scrolls[.output]?.anchor = anchor - given }
  }

  /// Takes in how the program has ended: nothing more will come.
  mutating func end(_ ending: ProgramEnding) {
    progress = nil
    run?.ending = ending
    finish()
    notice = ending.sentence(pending: run?.known.counts.open ?? 0)
    if run?.restart == .ending { beginAgain() }
  }
}

extension Run {
  /// A program that runs by itself; it has no event yet.
  init(_ program: LiveProgram, lints: LintSettings) {
    self.init(
      demo: program.entry, real: true, prediction: [], lints: lints, since: program.since,
      hasVirtualTime: program.isVirtual)
    isTraced = true
    looksForSources = true
    canRunAgain = program.canRunAgain
    if program.hasOutput { output = PrintedOutput() }
  }

  /// Has the panes of `other`, of whose promises it has none.
  mutating func look(asBefore other: Run) {
    focus = other.focus == .output && output == nil ? .chain : other.focus
    slot = other.slot == .output && output == nil ? .source : other.slot
    zoomed = other.zoomed
    folding.choice = other.folding.choice
  }
}

extension State {
  /// Runs the program again: at once where it has ended; one that still runs is ended first, if its user says
  /// so twice.
  mutating func restartProgram() {
    guard let run else { return }
    if run.finished { return beginAgain() }
    switch run.restart {
    case .asked:
      self.run?.restart = .ending
      progress = "ending \(run.demo.name)"
      ask(.endProgram)
    case .ending, .begun: notice = "\(run.demo.name) is being ended"
    case nil:
      self.run?.restart = .asked
      notice = "\(run.demo.name) still runs: r once more ends it and runs it again"
    }
  }

  /// Whoever presses another key does not want what was asked.
  mutating func forgetRestart(unless action: Action?) {
    if run?.restart == .asked, action != .restart { run?.restart = nil }
  }

  /// Goes on where the program was ended to be run again.
  mutating func beginAgain() {
    guard let run else { return }
    self.run?.restart = .begun
    ask(.open(demo: run.demo.name))
  }
}

extension State {
  /// Takes in what has become of the program that is watched.
  mutating func hear(_ news: WatchNews) {
    switch news {
    case .begun(let entry):
      watching = WatchState()
      var empty = Run(Recording(entry: entry, isVirtual: true, events: []), lints: lints)
      empty.stop()
      empty.end()
      empty.trouble = .firstBuild
      run = empty
    case .busy(let work, let seconds, let step):
      // What was said of the run before gives way to what is done now.
      if watching?.activity == nil { notice = nil }
      let time = seconds > 0 ? " \(seconds) s" : ""
      watching?.activity = work + time + (step.isEmpty ? "" : " \(step)")
    case .ran(let recording, let remark, let trouble):
      watching = WatchState(trouble: trouble)
      show(recording)
      // Where there is something to see of the run, the source stays beside it.
      run?.trouble = recording.events.isEmpty ? trouble : nil
      notice = trouble?.headline ?? remark
    case .failed(let trouble):
      watching?.activity = nil
      watching?.isStale = run?.history.isEmpty == false
      watching?.trouble = trouble
      // It is read from its beginning.
      run?.scrolls[.source] = nil
      run?.slot = .source
      run?.trouble = trouble
      notice = ([trouble.headline] + trouble.diagnostics.prefix(1).map(\.sentence))
        .joined(separator: "; ")
    }
  }

  /// Shows a run that is over: at the step where the one before it stands, if there is one.
  mutating func show(_ recording: Recording) {
    progress = nil
    var new = Run(recording, lints: lints)
    new.record(recording.events)
    new.end()
    guard let old = run, old.recorded, old.history.isEmpty || old.demo.name == new.demo.name else {
      return show(new)
    }
    let overlay = overlay
    defer { self.overlay = overlay }
    if old.history.isEmpty {
      new.focus = old.focus
      new.zoomed = old.zoomed
      return show(new)
    }
    let step = SameStep(from: old, to: new)
    arrival = Arrival(place: .event(step.playhead), like: step.translated)
    show(new)
    guard old.playing else { return }
    run?.playing = true
    requestTick(after: run?.interval ?? 0)
  }
}
