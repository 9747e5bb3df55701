import PromiseKitLite

/// What is counted of a promise, by its chain, its line and its group, when its state has changed.
struct Member {
  var id: PromiseID
  var state: PromiseState
  var isDeclared: Bool
  var place: Int
  var line: Int

  init(_ node: borrowing PromiseNode) {
    id = node.id
    state = node.state
    isDeclared = node.isDeclared
    place = node.place
    line = node.line
  }

  var isFinal: Bool { state.isFinal }
}
