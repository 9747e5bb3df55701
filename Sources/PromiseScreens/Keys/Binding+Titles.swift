extension Binding {
  /// What the keys do in a word or two.
  var shortName: String {
    guard label.isEmpty, let action = strokes.first?.action else { return label }
    return switch action {
    case .pageUp, .pageDown, .halfPageUp, .halfPageDown: "page"
    case .scrollLeft, .scrollRight: "sideways"
    default: title(of: action) ?? help
    }
  }

  /// Returns what an action of the row does in a few words, for a list of keys; `nil` if it has no place there,
  /// such as the keys that type a number.
  func title(of action: Action) -> String? {
    switch action {
    case .stepForward: "next event"
    case .stepBack: "previous event"
    case .turnForward: "next turn"
    case .turnBack: "previous turn"
    case .nextOfPromise: "next event of the promise"
    case .previousOfPromise: "previous event of the promise"
    case .nextSettlement: "next settlement"
    case .previousSettlement: "previous settlement"
    case .ownSettlement: "settlement of the promise"
    case .scrubForward: "10 % forward"
    case .scrubBack: "10 % back"
    case .toggleRunning: "run or pause"
    case .faster: "faster"
    case .slower: "slower"
    case .start: "start of the run"
    case .end: "end of the run"
    case .mark: "bookmark"
    case .nextMark: "next bookmark"
    case .previousMark: "previous bookmark"
    case .nextMatch: "next match"
    case .previousMatch: "previous match"
    case .parent: "parent"
    case .child: "child"
    case .source: "where the outcome came from"
    case .returnBack: "previous selection"
    case .marked: "mark a promise"
    case .longer(1): "1 ms longer"
    case .longer(-1): "1 ms shorter"
    case .longer(10): "10 ms longer"
    case .longer(-10): "10 ms shorter"
    case .nextCritical: "next change"
    case .previousCritical: "previous change"
    case .blocked: "blocked queue"
    case .nextPane: "next pane"
    case .previousPane: "previous pane"
    case .pane(let pane): pane.name
    case .scrollLeft: "scroll left"
    case .scrollRight: "scroll right"
    case .toggleMouse: "mouse"
    case .quit: "quit"
    case .redraw: "redraw"
    case .suspend: "suspend"
    case .goTo, .accept, .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .choose,
      .digit, .answer, .openNumber, .explorePane, .comparePane, .chooseRun, .nextChoice,
      .previousChoice:
      nil
    default: label.isEmpty ? nil : label
    }
  }
}
