import PromiseEvents
import PromiseGraph
import PromiseInsight

extension State {
  /// Handles an arrow or page key in the front layer.
  mutating func arrow(_ action: Action) {
    switch action {
    case .up: move(by: -1)
    case .halfPageUp: move(by: -max(1, pageRows / 2), isPage: true)
    case .pageUp: move(by: -max(1, pageRows), isPage: true)
    case .halfPageDown: move(by: max(1, pageRows / 2), isPage: true)
    case .pageDown: move(by: max(1, pageRows), isPage: true)
    default: move(by: 1)
    }
  }

  mutating func arrowInPane(_ rows: Int) {
    guard let run, let inside = layout.frame(of: run.focus)?.inside else { return }
    if run.focus.arrows == .step {
      if rows == 1 { return travel(.stepForward) }
      self.run?.stop()
      self.run?.move(to: run.playhead + rows)
      return
    }
    if run.focus.arrows == .choose { return chooseWarning(rows) }
    let focus = run.focus
    let next =
      focus.arrows != .select
      ? nil
      : focus.promise(
        rows, from: run.subject, run.context(glyphs, language, for: focus), width: inside.width,
        height: inside.height)
    scrollRun(focus, by: next == nil ? rows : 0, in: inside)
    if let next { self.run?.selection = next }
  }

  /// Moves the selection to a related promise, or back.
  mutating func followEdge(_ action: Action) {
    guard let run, let subject = run.subject else { return }
    if action == .returnBack {
      self.run?.selection = run.trail.last ?? nil
      self.run?.trail.removeLast()
      return
    }
    guard let node = run.graph[subject] else {
      notice = language.text("\(subject) does not exist yet at this event")
      return
    }
    let (target, absence): (PromiseID?, String) =
      switch action {
      case .parent:
        (
          node.creation.parents.first ?? node.adoptedBy.first,
          language.text("\(subject) has no parent")
        )
      case .child:
        (
          node.children.first ?? node.adopted, language.text("\(subject) has no child")
        )
      default:
        (
          node.adopted ?? node.settlement?.from ?? node.settlement?.origin.flatMap {
            $0 == subject ? nil : $0
          } ?? node.creation.parents.first,
          language.text("\(subject) depends on no other promise")
        )
      }
    guard let target else {
      notice = absence
      return
    }
    self.run?.trail.append(run.selection)
    self.run?.selection = target
  }

  /// Changes which panes are visible, and which one has the focus.
  mutating func look(_ action: Action) {
    guard let run else { return }
    switch action {
    case .pane(let pane): focus(pane)
    case .zoom: self.run?.zoomed.toggle()
    case .nextPane, .previousPane:
      let visible = layout.places.map(\.pane)
      let all = PaneKind.allCases.filter { $0 != .output || run.output != nil }
      let order = visible.count < 5 ? all : visible
      let index = order.firstIndex(of: run.focus) ?? 0
      let step = action == .nextPane ? 1 : order.count - 1
      focus(order[(index + step) % order.count])
    default: break
    }
  }

  private mutating func focus(_ pane: PaneKind) {
    run?.focus = pane
    if [.source, .events, .warnings, .output].contains(pane) { run?.slot = pane }
  }
}
