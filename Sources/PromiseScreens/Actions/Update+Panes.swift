import PromiseEvents
import PromiseGraph
import PromiseInsight
import PromiseSimulation

extension State {
  /// Starts or stops choosing what runs next. Shows the queues pane, which lists the choices.
  mutating func toggleChoosing() {
    guard var run else { return }
    if !run.controlsGate { run.stop() }
    run.choosing.toggle()
    if run.choosing, layout.frame(of: .queues) == nil {
      run.focus = .queues
    }
    self.run = run
  }

  /// Makes the option of that number, counted from 1, happen next: the run is repeated up to this place,
  /// and continues with the first option of every later choice.
  mutating func choose(_ number: Int) {
    guard let run, let point = run.choicePoint else { return }
    if run.controlsGate { return letStart(option: number) }
    self.run?.stop()
    guard point.options.indices.contains(number - 1) else {
      notice = language.text("choose 1-\(point.options.count)")
      return
    }
    guard number - 1 != point.chosen else {
      notice = language.text("this one already runs next")
      return
    }
    let schedule = Schedule(run.schedule(before: point.event).choices + [number - 1])
    arrival = Arrival(place: .event(run.playhead), like: self.run)
    ask(
      .open(
        demo: run.demo.name, by: schedule, to: .event(run.playhead), changedBy: run.overrides)
    )
  }
}

extension State {
  /// Shows turns at equal distances in the time pane, or time again.
  mutating func toggleAxis() {
    guard let run else { return }
    if TimeScene(run.context(glyphs, language)).isInstant {
      notice = language.text("all events are at the same instant, so the axis is by turns")
      return
    }
    self.run?.countsTurns.toggle()
    notice =
      run.countsTurns
      ? language.text("the time pane shows time")
      : language.text("the time pane shows turns: each job or timer takes one step")
  }
}

extension State {
  /// Folds all chains created at the same place, or unfolds them.
  mutating func foldAll() {
    guard let run else { return }
    let isFolded = run.folding.isFolded(run.graph) && run.folding.choice != .unfolded
    var folding = Folding()
    folding.choice = isFolded ? .unfolded : .folded
    self.run?.folding = folding
    notice =
      isFolded
      ? language.text("every chain has its own row")
      : language.text("chains created at the same place share a row: Enter opens it")
  }

  /// Opens the row of the chain pane into which the selection is folded, or closes the chain that starts
  /// with it. Returns whether there was one.
  mutating func toggleFold() -> Bool {
    guard let run, let (subject, outline, row) = foldedSubject(of: run) else { return false }
    let root = run.graph.root(of: subject)
    switch outline[row] {
    case .group(let place):
      guard !outline.isOpen(place) else { return false }
      self.run?.folding.openGroups.insert(run.graph.groups[place].id)
    case .chain:
      guard run.graph.chain(of: root)?.promises ?? 0 > 1 else { return false }
      self.run?.folding.openChains.insert(root)
    case .line(_, _, let index, _, _):
      guard index == 0 else { return false }
      return self.run?.folding.openChains.remove(root) != nil
    }
    self.run?.selection = subject
    return true
  }

  /// Closes what is open around the selection, the chain first, then its group. Returns whether anything
  /// was open.
  mutating func closeFold() -> Bool {
    guard let run, run.selection != nil, let (subject, _, _) = foldedSubject(of: run) else {
      return false
    }
    if self.run?.folding.openChains.remove(run.graph.root(of: subject)) != nil { return true }
    guard let group = run.graph.group(of: subject) else { return false }
    return self.run?.folding.openGroups.remove(group.id) != nil
  }

  /// Returns the selected promise and its row, if the chain pane has the focus and folds.
  private func foldedSubject(
    of run: Run
  ) -> (subject: PromiseID, outline: ChainOutline, row: Int)? {
    let context = run.context(glyphs, language)
    guard run.focus == .chain, context.filtered == nil, run.folding.isFolded(run.graph),
      let subject = run.subject
    else { return nil }
    let outline = ChainOutline(run.graph, run.folding, selection: subject)
    return outline.row(of: subject).map { (subject, outline, $0) }
  }
}

extension State {
  /// Scrolls a pane of the run by `rows` in the cells `inside` its frame; by 0, the position is kept while
  /// something else is selected.
  mutating func scrollRun(_ pane: PaneKind, by rows: Int = 0, in inside: Rect) {
    let (glyphs, language) = (glyphs, language)
    run?.scroll(pane, by: rows, in: inside, glyphs, language)
  }

  /// Selects the warning `rows` further down; scrolls if there are no warnings.
  mutating func chooseWarning(_ rows: Int) {
    guard let run, let inside = layout.frame(of: .warnings)?.inside else { return }
    let context = run.context(glyphs, language, for: .warnings)
    let count = context.culprits.count
    // The notes are below the last warning; there the arrow keys scroll.
    let isLeaving = rows > 0 && context.selectedCulprit == count - 1
    guard count > 0, !isLeaving, rows > 0 || !context.scroll.isAway else {
      scrollRun(.warnings, by: rows, in: inside)
      return
    }
    let chosen = context.selectedCulprit.map { $0 + rows } ?? (rows > 0 ? 0 : count - 1)
    scrollRun(.warnings, in: inside)
    self.run?.culprit = context.culprits[min(max(0, chosen), count - 1)].key
  }

  /// Goes to the event of the selected warning, or of the first one, and selects its promise.
  mutating func openWarning() {
    guard let run else { return }
    let context = run.context(glyphs, language)
    guard let culprit = context.chosenCulprit else {
      notice = language.text("there is no warning")
      return
    }
    let warning = culprit.warning
    self.run?.stop()
    self.run?.move(to: warning.moment.sequence)
    self.run?.culprit = culprit.key
    if let promise = warning.promise {
      self.run?.trail.append(run.selection)
      self.run?.selection = promise
    }
  }
}
