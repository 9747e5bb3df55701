import PromiseKitLite

/// The rules that put two handlers in order whatever the schedule is.
extension OrderQuestion {
  /// The rule by which the first handler always runs before the second one, if there is one.
  func ruleLine() -> Line? {
    let way = [second] + certainAncestors(of: second)
    for (place, later) in way.enumerated() {
      guard let text = rule(putting: later, onWay: way[place...]) else { continue }
      let isItself = later == second
      return Line(
        .answer,
        isItself
          ? text
          : "\(graph.plainName(of: second)) follows from \(graph.plainName(of: later)), which "
            + "comes later: \(text)", promise: graph[first]?.parent ?? later)
    }
    return nil
  }

  /// Why `later`, from which `way` leads to its origins, always runs after the first one.
  private func rule(putting later: PromiseID, onWay way: ArraySlice<PromiseID>) -> String? {
    guard let parent = graph[first]?.parent, let one = job(of: first), let other = job(of: later)
    else { return nil }
    let name = graph.plainName(of: parent)
    if graph[later]?.parent == parent {
      guard areAttachedInOneTurn(later), let number = graph[first]?.ordinal,
        let laterNumber = graph[later]?.ordinal
      else { return nil }
      if number < laterNumber, isInline(one), !isInline(other) {
        return Rule.neverInside.after(
          "both hang on \(name), and \(first) runs inline, before \(later) has its turn in a queue")
      }
      guard number < laterNumber, isInline(one) == isInline(other), areOnOneQueue(one, other) else {
        return nil
      }
      return Rule.attachOrder.after(
        "both hang on \(name), as numbers \(number) and \(laterNumber), and "
          + "handlers of one promise are queued as they were attached")
    }
    guard areOnOneQueue(one, other), !isInline(one), let place = way.firstIndex(of: parent),
      place > way.startIndex, let sibling = job(of: way[place - 1]), !isInline(sibling),
      areAttachedInOneTurn(way[place - 1])
    else { return nil }
    return Rule.breadthFirst.after(
      "\(first) hangs on \(name) itself, \(later) on what follows from another of its handlers: "
        + "siblings are queued before grandchildren")
  }

  /// Both ran on the same serial queue, or inline.
  private func areOnOneQueue(_ one: JobNode, _ other: JobNode) -> Bool {
    one.queue == other.queue
      && graph.queueKind(one.queue).map { $0 == .serial || $0 == .immediate } ?? false
  }

  /// It and the first one were made in one turn: in every schedule in that order.
  private func areAttachedInOneTurn(_ other: PromiseID) -> Bool {
    guard let one = graph[first]?.created, let other = graph[other]?.created,
      one.thread == other.thread
    else { return false }
    return history.turn(at: one.sequence) == history.turn(at: other.sequence)
  }
}
