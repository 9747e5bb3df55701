import PromiseEvents
import PromiseGraph
import PromiseInsight

extension Action {
  static let graph = Action("graph") { state in
    guard let run = state.run else { return }
    state.showGraph(!run.drawsGraph)
    if !run.drawsGraph { state.focus(.chain) }
    state.notice =
      run.drawsGraph
      ? state.language.text("the chain pane shows rows")
      : state.language.text("the chain pane shows the graph: h and l follow the arrows")
  }
}

// The graph in the chain pane: what is folded in it, and its arrows.
extension State {
  /// Draws the chain pane as a graph, from its first boxes on unless one is selected, or as rows.
  package mutating func showGraph(_ isGraph: Bool = true) {
    let subject = run?.selection == nil ? run?.subject : nil
    run?.drawsGraph = isGraph
    run?.scrolls[.chain] = Scroll(subjectOfX: subject)
  }

  /// The run, if its graph has the focus.
  private var graphRun: Run? { run.flatMap { $0.drawsGraph && $0.focus == .chain ? $0 : nil } }

  /// Opens or closes the selected box of the graph. Returns whether the graph has the focus, and folds anything.
  mutating func unfoldBox(by step: Int) -> Bool {
    guard let run = graphRun else { return false }
    let context = run.context(glyphs, language)
    let (diagram, known) = (context.diagram, run.known)
    guard diagram.isFolded || run.folding.isFolded(known) else { return false }
    guard let subject = run.subject, let box = diagram.index(of: subject, in: known),
      let group = known.group(of: subject)?.id
    else { return true }
    let root = known.root(of: subject)
    var folding = run.folding
    if step < 0 {
      if folding.openChains.remove(root) == nil { folding.openGroups.remove(group) }
    } else {
      switch diagram.boxes[box] {
      case .promise: break
      case .chain: folding.openChains.insert(root)
      case .groups:
        if !folding.openGroups.insert(group).inserted { folding.openChains.insert(root) }
      }
    }
    if folding == run.folding {
      notice =
        step < 0 ? language.text("nothing is open here") : language.text("nothing is folded here")
    }
    self.run?.folding = folding
    self.run?.selection = subject
    return true
  }

  /// Selects the box from which an arrow leads to the selected one, or to which one leads. Returns whether the graph has
  /// the focus.
  mutating func followArrow(after: Bool) -> Bool {
    guard let run = graphRun, let subject = run.subject else { return false }
    let context = run.context(glyphs, language)
    guard let box = context.diagram.index(of: subject, in: run.known) else { return false }
    guard let next = context.diagram.neighbors(of: box, after: after).first,
      let promise = context.diagram.promise(next, in: run.known)
    else {
      notice =
        after
        ? language.text("no arrow leads from \(subject)")
        : language.text("no arrow leads to \(subject)")
      return true
    }
    self.run?.trail.append(run.selection)
    self.run?.selection = promise
    return true
  }
}
