import PromiseEvents

/// What two promises have in common, and whether their order is a rule.
extension OrderQuestion {
  /// What a promise followed from, the nearest first, as far as some thousands.
  func ancestors(of promise: PromiseID) -> [PromiseID] {
    var way: [PromiseID] = []
    var met: Set<PromiseID> = [promise]
    var next = cause(of: promise)
    while let id = next, met.insert(id).inserted, way.count < Self.longestWay {
      way.append(id)
      next = cause(of: id)
    }
    return way
  }

  /// What had to settle before the handler of `promise` could run, in every schedule, the nearest first:
  /// not what its handler returned, and nothing beyond a fan-in that another input could have decided.
  func certainAncestors(of promise: PromiseID) -> [PromiseID] {
    var way: [PromiseID] = []
    var met: Set<PromiseID> = [promise]
    var next = runsAfterItsSource(promise) ? source(of: promise) : certainCause(of: promise)
    while let id = next, met.insert(id).inserted, way.count < Self.longestWay {
      way.append(id)
      next = certainCause(of: id)
    }
    return way
  }

  /// Whether `other` had to settle before the handler of `promise` could run, in every schedule: as far as
  /// some thousands of promises.
  func follows(_ promise: PromiseID, from other: PromiseID) -> Bool {
    var met: Set<PromiseID> = [promise]
    var open =
      runsAfterItsSource(promise)
      ? source(of: promise).map { [$0] } ?? [] : certainCauses(of: promise)
    while let id = open.popLast(), met.count < Self.longestWay {
      if id == other { return true }
      if met.insert(id).inserted { open += certainCauses(of: id) }
    }
    return false
  }

  /// The promises without whose settling this one cannot settle: of a fan-in that waits for all, every one.
  private func certainCauses(of promise: PromiseID) -> [PromiseID] {
    guard let node = graph[promise], node.creation.operation == .all,
      node.settlement?.outcome == .fulfilled
    else { return certainCause(of: promise).map { [$0] } ?? [] }
    return node.inputs.prefix(Self.longestWay).map(\.promise)
  }

  /// The promise without whose settling this one cannot settle.
  private func certainCause(of promise: PromiseID) -> PromiseID? {
    guard let node = graph[promise], !node.creation.operation.canComeFirst else { return nil }
    let isDecided = node.creation.operation.isFanIn && node.settlement?.from != nil
    return isDecided && node.creation.operation != .retry ? nil : cause(of: promise)
  }

  /// Its handler runs once what it hangs on is settled, and not before.
  private func runsAfterItsSource(_ promise: PromiseID) -> Bool {
    job(of: promise) != nil && graph[promise]?.creation.operation.canComeFirst == false
  }

  /// The promise that the handler of this one hangs on, or follows from.
  private func source(of promise: PromiseID) -> PromiseID? {
    guard let node = graph[promise] else { return nil }
    if let parent = node.parent ?? node.creation.parents.first { return parent }
    // What a handler made follows from that handler's promise.
    return node.createdIn.flatMap { graph.job($0) }?.child.flatMap { graph[$0] }?.parent
  }

  /// The promise whose settling brought this one about.
  private func cause(of promise: PromiseID) -> PromiseID? {
    guard let node = graph[promise] else { return nil }
    if let inner = node.adopted { return inner }
    if node.creation.operation.isFanIn {
      if let from = node.settlement?.from { return from }
      return node.inputs.filter { !$0.ignored && $0.settled != nil }
        .max { $0.settled?.sequence ?? 0 < $1.settled?.sequence ?? 0 }?.promise
    }
    return source(of: promise)
  }

  /// How many hops to a queue each needed from the promise that both follow from.
  func hops() -> [Explanation.Line] {
    let ways = ([first] + ancestors(of: first), [second] + ancestors(of: second))
    let known = Set(ways.0)
    guard let common = ways.1.first(where: known.contains) else {
      return [Line(.detail, "they follow from no promise in common")]
    }
    guard common != first, common != second else { return [] }
    let counts = (hops(ways.0, to: common), hops(ways.1, to: common))
    return [
      Line(
        .detail,
        "from \(graph.plainName(of: common)) on, \(graph.plainName(of: first)) needed "
          + "\(plural(counts.0, "hop")) to a queue, \(graph.plainName(of: second)) \(counts.1)",
        promise: common, event: graph[common]?.settled?.sequence)
    ]
  }

  private func hops(_ way: [PromiseID], to common: PromiseID) -> Int {
    way.prefix { $0 != common }.count { id in
      guard let job = graph[id]?.job.flatMap({ graph.job($0) }) else { return false }
      return graph.queueKind(job.queue) != .immediate
    }
  }

  // MARK: - Otherwise?

  /// The question whether it could have been otherwise, as far as this run tells.
  mutating func couldBeOtherwise(_ early: Moment) -> [Explanation.Line] {
    let question = Line(.question, "Could it have been otherwise?")
    if verdict == .perhaps { verdict = choiceVerdict(early) }
    switch verdict {
    case .open: return []
    case .always:
      return [question, Line(.answer, "no: that is a rule, in every schedule")]
    case .otherwise(let event):
      return [
        question,
        Line(
          .answer,
          "yes: at event \(event) the other one could have begun, and this run chose "
            + "\(graph.plainName(of: first))", event: event),
      ]
    case .perhaps:
      return [
        question, Line(.answer, "no rule forbids it: it is a matter of time and of schedule"),
      ]
    }
  }

  /// What the choices say that were recorded before the first of them began.
  private mutating func choiceVerdict(_ early: Moment) -> OrderOfTwo.Verdict {
    let jobs = (graph[first]?.job, graph[second]?.job)
    guard let other = jobs.1, let event = history[early.sequence - 1],
      case .choiceMade(_, let options) = event.kind
    else { return .perhaps }
    let isThere = options.contains { if case .start(_, other) = $0 { true } else { false } }
    return isThere ? .otherwise(event: event.sequence) : .perhaps
  }

  private static var longestWay: Int { 10_000 }
}

extension PromiseEvent.Operation {
  /// Its promise can settle before the one that it hangs on: in time, or as it is told to.
  var canComeFirst: Bool {
    switch self {
    case .timeout, .until, .cancelled: true
    default: false
    }
  }
}

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
