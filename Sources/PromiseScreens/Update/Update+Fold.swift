import PromiseGraph
import PromiseKitLite

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
