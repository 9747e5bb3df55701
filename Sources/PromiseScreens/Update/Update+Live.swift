import PromiseGraph

extension State {
  /// Shows a program that runs by itself. Where the one before it has told nothing, or was the same
  /// program, it is looked at as that one was.
  mutating func begin(_ program: LiveProgram) -> [Effect] {
    var new = Run(program, lints: lints)
    guard let old = run, isSame(old, new) else { return show(new) }
    if old.history.isEmpty, let output = old.output { new.output = output }
    new.look(asBefore: old)
    let overlay = overlay
    defer { self.overlay = overlay }
    return show(new)
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
  mutating func end(_ ending: ProgramEnding) -> [Effect] {
    progress = nil
    run?.ending = ending
    let effects = finish()
    notice = ending.sentence(pending: run?.known.counts.open ?? 0)
    return run?.restart == .ending ? effects + beginAgain() : effects
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
