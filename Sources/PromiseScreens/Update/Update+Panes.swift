import PromiseEvents
import PromiseGraph
import PromiseSimulation

extension State {
  /// Begins or ends to choose what runs next. The queues come into view, where the choices are listed.
  mutating func toggleChoosing() {
    guard var run else { return }
    run.stop()
    run.choosing.toggle()
    if run.choosing, layout.frame(of: .queues) == nil {
      run.focus = .queues
    }
    self.run = run
  }

  /// Lets the thing of that number, counted from 1, happen next: the run is made anew to this place, and
  /// goes on from here by the first of what is possible.
  mutating func choose(_ number: Int) {
    guard let run, let point = run.choicePoint else { return }
    self.run?.stop()
    guard point.options.indices.contains(number - 1) else {
      notice = "there are \(point.options.count) to choose from"
      return
    }
    guard number - 1 != point.chosen else {
      notice = "that is what runs next"
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
  /// Folds all chains of one place, or unfolds them.
  mutating func foldAll() {
    guard let run else { return }
    let isFolded = run.folding.isFolded(run.graph) && run.folding.choice != .unfolded
    var folding = Folding()
    folding.choice = isFolded ? .unfolded : .folded
    self.run?.folding = folding
    notice =
      isFolded ? "every chain has its row" : "chains of one place are one row: Enter opens it"
  }

  /// Opens the row of the chain pane into which the selection is folded, or closes the chain whose first
  /// row it is; tells whether there was one.
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

  /// Closes what is open around the selection, the chain first, then its group; tells whether there was
  /// something to close.
  mutating func closeFold() -> Bool {
    guard let run, run.selection != nil, let (subject, _, _) = foldedSubject(of: run) else {
      return false
    }
    if self.run?.folding.openChains.remove(run.graph.root(of: subject)) != nil { return true }
    guard let group = run.graph.group(of: subject) else { return false }
    return self.run?.folding.openGroups.remove(group.id) != nil
  }

  /// The promise that is selected, and its row, where the chain pane has the keys and folds.
  private func foldedSubject(
    of run: Run
  ) -> (subject: PromiseID, outline: ChainOutline, row: Int)? {
    let context = run.context(glyphs)
    guard run.focus == .chain, context.filter == nil, run.folding.isFolded(run.graph),
      let subject = run.subject
    else { return nil }
    let outline = ChainOutline(run.graph, run.folding, selection: subject)
    return outline.row(of: subject).map { (subject, outline, $0) }
  }
}

extension State {
  /// Selects the warning so many lines further down, where older ones stand; without warnings the arrow
  /// keys scroll.
  mutating func chooseWarning(_ rows: Int) {
    guard let run, let inside = layout.frame(of: .warnings)?.inside else { return }
    let context = run.context(glyphs, for: .warnings)
    let count = context.warningCount
    // Below the oldest one stand the notes: there the arrow keys scroll.
    let isLeaving = rows > 0 && context.warning == 0
    guard count > 0, !isLeaving, rows > 0 || !context.scroll.isAway else {
      self.run?.scroll(.warnings, by: rows, in: inside, glyphs)
      return
    }
    let chosen = context.warning.map { $0 - rows } ?? (rows > 0 ? count - 1 : 0)
    self.run?.scroll(.warnings, in: inside, glyphs)
    self.run?.warning = min(max(0, chosen), count - 1)
  }

  /// Goes to the event at which the selected warning was found, or the newest one, and selects its
  /// promise.
  mutating func openWarning() {
    guard let run else { return }
    let context = run.context(glyphs)
    guard context.warningCount > 0 else {
      notice = "there is no warning to go to"
      return
    }
    let index = context.warning ?? context.warningCount - 1
    let warning = context.warning(index)
    self.run?.stop()
    self.run?.move(to: warning.moment.sequence)
    self.run?.warning = index
    if let promise = warning.promise {
      self.run?.trail.append(run.selection)
      self.run?.selection = promise
    }
  }
}
