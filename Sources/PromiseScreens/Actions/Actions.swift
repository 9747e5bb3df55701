import PromiseEvents
import PromiseGraph
import PromiseInsight

// What keys do in the whole program, or with the panes of a run. The actions of a layer are in its folder.

extension Action {
  static let quit = Action("quit", "quit") { $0.ask(.quit) }
  static let suspend = Action("suspend", "suspend") { $0.ask(.suspend) }
  static let redraw = Action("redraw", "redraw") { $0.ask(.redraw) }
  static let back = Action("back") { $0.front.back(&$0) }
  static let copy = Action("copy") { $0.copy() }
  static let toggleMouse = Action("toggle-mouse", "mouse") { $0.toggleMouse() }
}

// MARK: - Selecting

extension Action {
  static let up = Action("up", nil) { $0.move(by: -1) }
  static let down = Action("down", nil) { $0.move(by: 1) }
  static let pageUp = Action("page-up", nil) { $0.move(byPages: -1) }
  static let pageDown = Action("page-down", nil) { $0.move(byPages: 1) }
  static let halfPageUp = Action("half-page-up", nil) { $0.move(byPages: -1, divided: 2) }
  static let halfPageDown = Action("half-page-down", nil) { $0.move(byPages: 1, divided: 2) }
  static let parent = Action("parent", "parent") {
    if !$0.followArrow(after: false) { $0.followEdge(.parent) }
  }
  static let child = Action("child", "child") {
    if !$0.followArrow(after: true) { $0.followEdge(.child) }
  }
  static let source = Action("source", "where the outcome came from") { state in
    if state.run?.focus == .warnings { return state.openWarning() }
    if !state.toggleFold() { state.followEdge(.source) }
  }
  static let returnBack = Action("return-back", "previous selection") { $0.returnBack() }
}

extension State {
  fileprivate mutating func move(by rows: Int) { front.move(by: rows, isPage: false, &self) }

  fileprivate mutating func move(byPages pages: Int, divided parts: Int = 1) {
    front.move(by: pages * max(1, front.pageRows(self) / parts), isPage: true, &self)
  }
}

// MARK: - Panes

extension Action {
  static func pane(_ pane: PaneKind) -> Action {
    Action("pane-\(pane)", pane.name) { $0.focus(pane) }
  }
  static let nextPane = Action("next-pane", "next pane") { $0.front.look(1, &$0) }
  static let previousPane = Action("previous-pane", "previous pane") { $0.front.look(-1, &$0) }
  static let zoom = Action("zoom") { $0.run?.zoomed.toggle() }
  static let fold = Action("fold") { $0.foldAll() }
  static let axis = Action("axis") { $0.toggleAxis() }
  static let scrollLeft = Action("scroll-left", "scroll left") { $0.scrollSideways(by: -1) }
  static let scrollRight = Action("scroll-right", "scroll right") { $0.scrollSideways(by: 1) }
  static let nextMatch = Action("next-match", "next match") { $0.goToMatch(forward: true) }
  static let previousMatch = Action("previous-match", "previous match") {
    $0.goToMatch(forward: false)
  }
}

// MARK: - Schedules and the gate

extension Action {
  static let choosing = Action("choosing") { $0.toggleChoosing() }
  static func choose(_ number: Int) -> Action {
    Action("choose-\(number)", nil) { $0.choose(number) }
  }
  static let restart = Action("restart") { $0.restartProgram() }
  static let unblock = Action("unblock") { $0.letHoldGo() }
}

// MARK: - The mouse

extension State {
  /// Turns the mouse on or off.
  fileprivate mutating func toggleMouse() {
    mouse.toggle()
    dragging = nil
    notice =
      mouse
      ? language.text("mouse on: click selects, dragging moves the playhead; Shift selects text")
      : language.text("mouse off: the terminal selects text again; M turns it on")
  }
}
