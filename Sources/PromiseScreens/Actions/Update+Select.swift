import PromiseEvents
import PromiseGraph
import PromiseInsight

extension State {
  /// What a promise is to another one.
  enum Relation {
    case parent, child, source
  }

  /// Moves the selection to a related promise.
  mutating func followEdge(_ relation: Relation) {
    guard let run, let subject = run.subject else { return }
    guard let node = run.graph[subject] else {
      notice = language.text("\(subject) does not exist yet at this event")
      return
    }
    let parent = node.creation.parents.first
    let target: PromiseID?
    let absence: String
    switch relation {
    case .parent:
      target = parent ?? node.adoptedBy.first
      absence = language.text("\(subject) has no parent")
    case .child:
      target = node.children.first ?? node.adopted
      absence = language.text("\(subject) has no child")
    case .source:
      let origin = node.settlement?.origin.flatMap { $0 == subject ? nil : $0 }
      target = node.adopted ?? node.settlement?.from ?? origin ?? parent
      absence = language.text("\(subject) depends on no other promise")
    }
    guard let target else { return notice = absence }
    self.run?.trail.append(run.selection)
    self.run?.selection = target
  }

  /// Returns to the previous selection.
  mutating func returnBack() {
    let last = run?.trail.popLast() ?? nil
    run?.selection = last
  }

  /// Moves the focus to the next pane, or the previous one.
  mutating func look(_ step: Int) {
    guard let run else { return }
    let visible = layout.places.map(\.pane)
    let all = PaneKind.allCases.filter { $0 != .output || run.output != nil }
    let order = visible.count < 5 ? all : visible
    let index = order.firstIndex(of: run.focus) ?? 0
    focus(order[(index + step + order.count) % order.count])
  }

  /// Shows a pane, and moves the focus to it.
  mutating func focus(_ pane: PaneKind) {
    run?.focus = pane
    if [.source, .events, .warnings, .output].contains(pane) { run?.slot = pane }
  }
}
