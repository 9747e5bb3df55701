import PromiseEvents
import PromiseGraph

// What two promises have in common, and whether a rule orders them.
extension OrderQuestion {
  /// Returns what a promise followed from, the nearest first, up to some thousands.
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

  /// Returns what had to settle before the handler of `promise` could run, in every schedule, the nearest
  /// first: not what its handler returned, and nothing beyond a fan-in that another input could have decided.
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

  /// Returns whether `other` had to settle before the handler of `promise` could run, in every schedule;
  /// searches up to some thousands of promises.
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

  /// Returns the promises that must settle before this one can: for a fan-in that waits for all, every input.
  private func certainCauses(of promise: PromiseID) -> [PromiseID] {
    guard let node = graph[promise], node.creation.operation == .all,
      node.settlement?.outcome == .fulfilled
    else { return certainCause(of: promise).map { [$0] } ?? [] }
    return node.inputs.prefix(Self.longestWay).map(\.promise)
  }

  /// Returns the promise that must settle before this one can.
  private func certainCause(of promise: PromiseID) -> PromiseID? {
    guard let node = graph[promise], !node.creation.operation.has(.canComeFirst) else { return nil }
    let isDecided = node.creation.operation.isFanIn && node.settlement?.from != nil
    return isDecided && node.creation.operation != .retry ? nil : cause(of: promise)
  }

  /// Returns whether its handler runs only after its parent has settled.
  private func runsAfterItsSource(_ promise: PromiseID) -> Bool {
    job(of: promise) != nil && graph[promise]?.creation.operation.has(.canComeFirst) == false
  }

  /// Returns the promise that the handler of this one is attached to, or follows from.
  private func source(of promise: PromiseID) -> PromiseID? {
    guard let node = graph[promise] else { return nil }
    if let parent = node.parent ?? node.creation.parents.first { return parent }
    // A promise created in a handler follows from that handler's parent.
    return node.createdIn.flatMap { graph.job($0) }?.child.flatMap { graph[$0] }?.parent
  }

  /// Returns the promise whose settlement caused this one.
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

  /// Returns how many queue hops each needed after their common ancestor.
  func hops() -> [Explanation.Line] {
    let ways = ([first] + ancestors(of: first), [second] + ancestors(of: second))
    let known = Set(ways.0)
    guard let common = ways.1.first(where: known.contains) else {
      return [Line(.detail, language.text("they have no common ancestor"))]
    }
    guard common != first, common != second else { return [] }
    let counts = (hops(ways.0, to: common), hops(ways.1, to: common))
    let names = (graph.plainName(of: first), graph.plainName(of: second))
    return [
      Line(
        .detail,
        language.text(
          "after \(graph.plainName(of: common)), \(names.0) needed "
            + "\(language.plural(counts.0, "queue hop")), \(names.1) \(counts.1)"),
        promise: common, event: graph[common]?.settled?.sequence)
    ]
  }

  private func hops(_ way: [PromiseID], to common: PromiseID) -> Int {
    way.prefix { $0 != common }.count { id in
      guard let job = graph[id]?.job.flatMap({ graph.job($0) }) else { return false }
      return graph.queueKind(job.queue) != .immediate
    }
  }

  // MARK: - Could the order differ?

  /// Returns the question whether the order could differ, and the answer as far as this run shows.
  mutating func couldDiffer(_ early: Moment) -> [Explanation.Line] {
    let question = Line(.question, language.text("Could the order differ?"))
    if verdict == .perhaps { verdict = choiceVerdict(early) }
    switch verdict {
    case .open: return []
    case .always:
      return [
        question,
        Line(
          .answer,
          isByQueue
            ? language.text("no: first in, first out, in every schedule")
            : language.text("no: a rule requires it in every schedule")),
      ]
    case .otherwise(let event):
      return [
        question,
        Line(
          .answer,
          language.text(
            "yes: at event \(event) the other one could have started; this run chose "
              + "\(graph.plainName(of: first))"), event: event),
      ]
    case .perhaps:
      return [question, Line(.answer, openText)]
    }
  }

  /// Returns under which condition the order is fixed, or that none was found.
  private var openText: String {
    let queue = job(of: first).map { graph.plainName(of: $0.queue) } ?? ""
    if premises.contains(.attachment) {
      return language.text(
        "not while they are attached in this order: that depends on the code that attaches them")
    }
    if premises.contains(.inTime), let parent = graph[first]?.parent {
      let text = Rule.breadthFirst.after(
        language.text("not while both are attached before \(graph.plainName(of: parent)) settles"),
        language)
      return premises.contains(.serial)
        ? language.text("\(text); \(queue) is assumed to be serial") : text
    }
    if premises.contains(.serial) {
      return language.text("only if \(queue), whose kind is assumed, is not serial")
    }
    return language.text("not known: no rule that orders them was found")
  }

  /// Returns what the choice recorded just before the first of them shows.
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
