import PromiseEvents
import PromiseGraph

// The rules and the queues that order two handlers in every schedule.
extension OrderQuestion {
  /// What is taken to hold in every schedule, although the events do not prove it.
  struct Premises: OptionSet {
    let rawValue: Int
    /// A queue that is assumed to be serial is serial.
    static let serial = Premises(rawValue: 1)
    /// The handlers of one promise are attached before it settles.
    static let inTime = Premises(rawValue: 2)
    /// They are attached in the order of this run.
    static let attachment = Premises(rawValue: 4)
  }

  /// Returns the rule or the queue by which the first handler always runs before the second one, with `premises`;
  /// `nil` if none was found.
  func ruleLine(_ premises: Premises = []) -> (line: Line, isQueue: Bool)? {
    let way = [second] + certainAncestors(of: second)
    let places = Dictionary(uniqueKeysWithValues: zip(way, way.indices))
    guard let one = job(of: first) else { return nil }
    let parent = graph[first]?.parent.flatMap { places[$0] } ?? 0
    let isBreadthFirst = parent > 0 && isBreadthFirst(sibling: way[parent - 1], premises)
    for (place, later) in way.enumerated() {
      guard let other = job(of: later) else { continue }
      var text = attachOrder(one, other, later, premises)
      var isQueue = false
      if text == nil, !isInline(one), areOnOneQueue(one, other, premises) {
        if isBreadthFirst, place < parent {
          text = breadthFirst(later)
        } else {
          text = arrival(one, later) { places[$0].map { $0 > place } ?? false }
          isQueue = text != nil
        }
      }
      guard let text else { continue }
      let line = Line(
        .answer,
        later == second
          ? text
          : language.text(
            "\(graph.plainName(of: second)) follows from \(graph.plainName(of: later)), which "
              + "comes later: \(text)"), promise: graph[first]?.parent ?? later)
      return (line, isQueue)
    }
    return nil
  }

  /// Returns that both are attached to one promise, and `later` after the first one.
  private func attachOrder(
    _ one: JobNode, _ other: JobNode, _ later: PromiseID, _ premises: Premises
  ) -> String? {
    guard let parent = graph[first]?.parent, graph[later]?.parent == parent,
      areAttachedInOneTurn(later), let number = graph[first]?.ordinal,
      let laterNumber = graph[later]?.ordinal, number < laterNumber
    else { return nil }
    let name = graph.plainName(of: parent)
    if isInline(one), !isInline(other) {
      let text = language.text(
        "both are attached to \(name), and \(first) runs inline, before \(later) can run on "
          + "its queue")
      return Rule.neverInside.after(text, language)
    }
    guard isInline(one) == isInline(other), areOnOneQueue(one, other, premises) else { return nil }
    let places = (language.ordinal(number), language.ordinal(laterNumber))
    let text = language.text(
      "both are attached to \(name) (\(places.0) and \(places.1)), and handlers of one promise "
        + "are queued in the order of attachment")
    return Rule.attachOrder.after(text, language)
  }

  /// Returns whether the queue gets the first one, in every schedule, before what descends from `sibling`, another
  /// handler of the first one's parent.
  private func isBreadthFirst(sibling: PromiseID, _ premises: Premises) -> Bool {
    guard let parent = graph[first]?.parent, graph[sibling]?.parent == parent,
      let other = job(of: sibling), areAttachedInOneTurn(sibling),
      let number = graph[first]?.ordinal, let siblingNumber = graph[sibling]?.ordinal
    else { return false }
    if number < siblingNumber { return true }
    return !isInline(other) && !hasInlineHandler(parent, from: siblingNumber, to: number)
      && (premises.contains(.inTime) || isAttached(before: other, startsFrom: parent, premises))
  }

  /// Returns that `later` descends from another handler of the first one's parent.
  private func breadthFirst(_ later: PromiseID) -> String {
    let name = graph[first]?.parent.map { graph.plainName(of: $0) } ?? ""
    let text = language.text(
      "\(first) is attached to \(name) itself, \(later) to a descendant of another of its "
        + "handlers: siblings are queued before grandchildren")
    return Rule.breadthFirst.after(text, language)
  }

  /// Returns whether an inline handler is attached to `parent` between two others: it ends their batch.
  private func hasInlineHandler(_ parent: PromiseID, from early: Int, to late: Int) -> Bool {
    graph[parent]?.handlers.contains {
      early < $0.ordinal && $0.ordinal < late && graph.queueKind($0.queue) == .immediate
    } ?? true
  }

  /// Returns whether the first handler is attached, in every schedule, before `sibling`, a job of another handler
  /// of `parent`, can start: the code that attached both occupies the queue of that job, or that of something
  /// that `parent` waits for, or settled that itself, later.
  private func isAttached(
    before sibling: JobNode, startsFrom parent: PromiseID, _ premises: Premises
  ) -> Bool {
    // JavaScript runs one piece of code at a time.
    if graph.programLanguage == .javaScript { return true }
    guard let node = graph[first], let attached = graph.handler(settling: first)?.attached else {
      return false
    }
    if isOccupied(sibling.queue, by: node, premises) { return true }
    return ([parent] + certainAncestors(of: parent)).contains { id in
      guard let cause = graph[id], isOneTurn(cause.created, node.created) else { return false }
      if let settled = cause.settled, settled.sequence > attached.sequence,
        isOneTurn(settled, node.created)
      {
        return true
      }
      return job(of: id).map { isOccupied($0.queue, by: node, premises) } ?? false
    }
  }

  /// Returns whether the code that created `node` ran on a serial queue, so that no other job could start there.
  private func isOccupied(_ queue: QueueID, by node: PromiseNode, _ premises: Premises) -> Bool {
    guard isSerial(queue, premises) else { return false }
    if let maker = node.createdIn { return graph.job(maker)?.queue == queue }
    return isOnMain(node) && graph.queueLabel(queue) == "main"
      && graph.process(of: node.created.thread) == graph.process(of: queue)
  }

  /// Returns that the queue of both got the first one before `later`, whatever the schedule: one piece of code enqueued
  /// both, or enqueued the first one before it ended, and `later` follows from its end, as `follows` says.
  private func arrival(
    _ one: JobNode, _ later: PromiseID, _ follows: (PromiseID) -> Bool
  ) -> String? {
    guard let node = graph[first], let other = graph[later], isEnqueuedAtOnce(node) else {
      return nil
    }
    let maker = node.createdIn.flatMap { graph.job($0) }
    guard maker != nil ? !isInline(maker) : isOnMain(node) else { return nil }
    let who =
      maker.map { graph.plainName(of: $0.id, language: language) }
      ?? language.text("the main thread")
    let names = (graph.plainName(of: first), graph.plainName(of: later))
    let queue = graph.plainName(of: one.queue)
    if node.createdIn == other.createdIn, areAttachedInOneTurn(later), isEnqueuedAtOnce(other),
      one.enqueued?.sequence ?? .max < job(of: later)?.enqueued?.sequence ?? .min
    {
      return language.text(
        "\(who) enqueued both on \(queue), \(names.0) first, and a serial queue runs its jobs in "
          + "order of arrival")
    }
    // A body or a handler with a resolver can settle its promise before it returns.
    guard let child = maker?.child, follows(child),
      let operation = graph[child]?.creation.operation,
      ![.body, .thenResolving].contains(operation)
    else { return nil }
    return language.text(
      "\(who) enqueued \(names.0) on \(queue) before it returned, and \(names.1) follows from its "
        + "return: a serial queue runs its jobs in order of arrival")
  }

  /// Returns whether the code that created a promise also enqueued its job, whatever the schedule: it has no parent,
  /// or one that the same code created and that was settled from the start.
  private func isEnqueuedAtOnce(_ node: PromiseNode) -> Bool {
    guard let enqueued = job(of: node.id)?.enqueued, isOneTurn(enqueued, node.created) else {
      return false
    }
    guard let parent = node.parent ?? node.creation.parents.first else { return true }
    guard let source = graph[parent], [.value, .error].contains(source.creation.operation) else {
      return false
    }
    return source.createdIn == node.createdIn && isOneTurn(source.created, node.created)
  }

  /// Returns whether a promise was created on the main thread, outside jobs.
  private func isOnMain(_ node: PromiseNode) -> Bool {
    node.createdIn == nil && graph.isMainThread(node.created.thread)
  }

  private func isSerial(_ queue: QueueID, _ premises: Premises) -> Bool {
    graph.isSerial(queue)
      && (!graph.isKindAssumed(queue)
        || premises.contains(.serial) && queue == job(of: first)?.queue)
  }

  /// Returns whether both ran on the same serial queue, or inline.
  private func areOnOneQueue(
    _ one: JobNode, _ other: JobNode, _ premises: Premises
  ) -> Bool {
    one.queue == other.queue && (isInline(one) || isSerial(one.queue, premises))
  }

  /// Returns whether it and the first one were created in one turn: in that order in every schedule.
  private func areAttachedInOneTurn(_ other: PromiseID) -> Bool {
    guard let one = graph[first], let other = graph[other] else { return false }
    if let maker = one.createdIn, maker == other.createdIn { return true }
    return isOneTurn(one.created, other.created)
  }

  private func isOneTurn(_ one: Moment, _ other: Moment) -> Bool {
    one.thread == other.thread
      && history.turn(at: one.sequence) == history.turn(at: other.sequence)
  }

  // MARK: - The order of attachment in this run

  /// Returns that a rule decided their order in this run, although it does not in every schedule: one handler was
  /// attached to their promise earlier, both before it settled, or their queue is only assumed to be serial. Returns
  /// `nil` if their queue runs several jobs at a time.
  mutating func attachLines(_ one: JobNode) -> [Line]? {
    let queue = graph.plainName(of: one.queue)
    for premises: Premises in [.serial, .inTime, [.serial, .inTime]] {
      guard var rule = ruleLine(premises)?.line else { continue }
      self.premises = premises
      if premises.contains(.serial) {
        rule.text = language.text("\(rule.text); \(queue) is assumed to be serial")
      }
      return [rule]
    }
    guard let parent = graph[first]?.parent, graph[second]?.parent == parent,
      isInline(one) || graph.isSerial(one.queue),
      let early = graph.handler(settling: first)?.attached,
      let late = graph.handler(settling: second)?.attached, early.sequence < late.sequence
    else { return nil }
    premises = .attachment
    let (name, other) = (graph.plainName(of: first), graph.plainName(of: parent))
    let length = milliseconds(max(0, late.time.saturatingMinus(early.time)))
    let text = language.text(
      "both are attached to \(other), \(name) \(length) ms earlier, and handlers of one promise are "
        + "queued in the order of attachment")
    let answer = Rule.attachOrder.after(text, language)
    let isAssumed = !isInline(one) && graph.isKindAssumed(one.queue)
    return [
      Line(
        .answer,
        isAssumed ? language.text("\(answer); \(queue) is assumed to be serial") : answer,
        promise: parent, event: early.sequence)
    ] + [(first, early), (second, late)].map { attachment($0, $1) }
  }

  /// Returns when and by which code a handler was attached.
  private func attachment(_ promise: PromiseID, _ moment: Moment) -> Line {
    let node = graph[promise]
    let name = graph.plainName(of: promise)
    let place = language.at(moment) + language.at(node?.creation.site)
    var text =
      node?.createdIn.map {
        language.text(
          "\(name) was attached\(place) by \(graph.plainName(of: $0, language: language))")
      } ?? language.text("\(name) was attached\(place)")
    if let settled = node?.parent.flatMap({ graph[$0]?.settled }),
      settled.sequence < moment.sequence
    {
      text = language.text("\(text), when its promise had settled")
    }
    return Line(.step, text, depth: 1, promise: promise, event: moment.sequence)
  }

  /// Returns when each was enqueued, and why.
  func readiness(_ both: [(promise: PromiseID, job: JobNode)]) -> [Line] {
    both.map { promise, job in
      let parent = graph[promise]?.parent
      let settled = parent.flatMap { graph[$0] }?.settled
      let attached = graph.handler(settling: promise)?.attached
      let (name, moment) = (graph.plainName(of: promise), language.at(job.enqueued))
      let isLate = attached.map { $0.sequence > settled?.sequence ?? .max } ?? false
      let text =
        parent.map {
          let other = graph.plainName(of: $0)
          return isLate
            ? language.text("\(name) was enqueued\(moment), when it was attached to \(other)")
            : language.text("\(name) was enqueued\(moment), when \(other) settled")
        } ?? language.text("\(name) was enqueued\(moment)")
      return Line(
        .step, text, depth: 1, promise: parent ?? promise,
        event: (isLate ? attached : settled)?.sequence ?? job.enqueued?.sequence)
    }
  }
}
