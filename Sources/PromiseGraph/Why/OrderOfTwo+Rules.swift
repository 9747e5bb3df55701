import PromiseEvents

// The rules that order two handlers in every schedule.
extension OrderQuestion {
  /// Returns the rule by which the first handler always runs before the second one; `nil` if there is none.
  /// With `assumingSerial`, a queue that is assumed to be serial counts as serial.
  func ruleLine(assumingSerial: Bool = false) -> Line? {
    let way = [second] + certainAncestors(of: second)
    for (place, later) in way.enumerated() {
      guard let text = rule(putting: later, onWay: way[place...], assumingSerial) else { continue }
      let isItself = later == second
      return Line(
        .answer,
        isItself
          ? text
          : language.text(
            "\(graph.plainName(of: second)) follows from \(graph.plainName(of: later)), which "
              + "comes later: \(text)"), promise: graph[first]?.parent ?? later)
    }
    return nil
  }

  /// Returns why `later`, whose ancestors `way` lists, always runs after the first one.
  private func rule(
    putting later: PromiseID, onWay way: ArraySlice<PromiseID>, _ assumingSerial: Bool
  ) -> String? {
    guard let parent = graph[first]?.parent, let one = job(of: first), let other = job(of: later)
    else { return nil }
    let name = graph.plainName(of: parent)
    if graph[later]?.parent == parent {
      guard areAttachedInOneTurn(later), let number = graph[first]?.ordinal,
        let laterNumber = graph[later]?.ordinal
      else { return nil }
      if number < laterNumber, isInline(one), !isInline(other) {
        let text = language.text(
          "both are attached to \(name), and \(first) runs inline, before \(later) can run on "
            + "its queue")
        return Rule.neverInside.after(text, language)
      }
      guard number < laterNumber, isInline(one) == isInline(other),
        areOnOneQueue(one, other, assumingSerial)
      else {
        return nil
      }
      let places = (language.ordinal(number), language.ordinal(laterNumber))
      let text = language.text(
        "both are attached to \(name) (\(places.0) and \(places.1)), and handlers of one promise "
          + "are queued in the order of attachment")
      return Rule.attachOrder.after(text, language)
    }
    guard areOnOneQueue(one, other, assumingSerial), !isInline(one),
      let place = way.firstIndex(of: parent),
      place > way.startIndex, let sibling = job(of: way[place - 1]), !isInline(sibling),
      areAttachedInOneTurn(way[place - 1])
    else { return nil }
    let text = language.text(
      "\(first) is attached to \(name) itself, \(later) to a descendant of another of its "
        + "handlers: siblings are queued before grandchildren")
    return Rule.breadthFirst.after(text, language)
  }

  /// Returns whether both ran on the same serial queue, or inline.
  private func areOnOneQueue(
    _ one: JobNode, _ other: JobNode, _ assumingSerial: Bool
  ) -> Bool {
    guard one.queue == other.queue else { return false }
    if isInline(one) { return true }
    return graph.isSerial(one.queue) && (assumingSerial || !graph.isKindAssumed(one.queue))
  }

  /// Returns whether it and the first one were created in one turn: in that order in every schedule.
  private func areAttachedInOneTurn(_ other: PromiseID) -> Bool {
    guard let one = graph[first]?.created, let other = graph[other]?.created,
      one.thread == other.thread
    else { return false }
    return history.turn(at: one.sequence) == history.turn(at: other.sequence)
  }

  // MARK: - The order of attachment in this run

  /// Returns that a rule decided their order in this run, although it does not in every schedule: one handler was
  /// attached to their promise earlier, or their queue is only assumed to be serial. Returns `nil` if their queue
  /// runs several jobs at a time.
  mutating func attachLines(_ one: JobNode) -> [Line]? {
    let queue = graph.plainName(of: one.queue)
    if var rule = ruleLine(assumingSerial: true) {
      rule.text = language.text("\(rule.text); \(queue) is assumed to be serial")
      return [rule]
    }
    guard let parent = graph[first]?.parent, graph[second]?.parent == parent,
      isInline(one) || graph.isSerial(one.queue),
      let early = graph.handler(settling: first)?.attached,
      let late = graph.handler(settling: second)?.attached, early.sequence < late.sequence
    else { return nil }
    isByAttachment = true
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
