import PromiseEvents
import PromiseGraph

/// The second line of a caption: the cause of what happens, or what follows from it.
extension BeatCaption {
  func reason(_ sketch: BeatSketch) -> String? {
    switch sketch.content {
    case .build: beginnings(upTo: sketch.events.upperBound)
    case .wait(let activity): reason(activity)
    case .run(let running): reason(running, sketch.effects)
    case .settle:
      consequence(sketch.effects) ?? reached(sketch.outcome)
        ?? waiting(sketch.outcome?.readers ?? Readers())
    case .decide(let settlement): decision(settlement, sketch)
    case .skip(let promises): promises.first.flatMap(skip)
    case .adopt(let outer, let inner): settling(outer, with: inner)
    case .note(_, let job):
      job.flatMap { graph.job($0) }.map {
        isInline($0.queue)
          ? language.text("it still runs inline")
          : language.text("it still runs on \(graph.queueName($0.queue))")
      } ?? language.text("no handler prints it")
    case .event(let narration): narration.rule
    case .warning(let warning): warning.fix
    case .several(let tally):
      consequence(sketch.effects) ?? several(tally, sketch.outcome)
    case .end: ending
    }
  }

  private func several(
    _ tally: BeatSketch.Tally, _ outcome: (promise: PromiseID, readers: Readers)?
  ) -> String? {
    guard let outcome else {
      return tally.promises.isEmpty ? nil : language.text("nothing settled")
    }
    let name = name(outcome.promise)
    guard let first = outcome.readers.first.first else {
      return language.text("nothing was attached to \(name) when it settled")
    }
    return language.text("the outcome of \(name) goes to \(self.name(first))")
  }

  /// What can begin, and how many promises wait for others, when the chain is built.
  private func beginnings(upTo event: Int) -> String? {
    let made = graph.promises.filter { $0.created.sequence <= event }
    let roots = made.filter { $0.creation.parents.isEmpty && !$0.creation.operation.isFanIn }
      .map(\.id)
    guard !roots.isEmpty else { return nil }
    if roots.count == made.count { return language.text("no promise waits for another") }
    let waiting = made.count - roots.count
    let others = waiting == 1 ? language.text("one") : "\(waiting)"
    return naming(roots) {
      roots.count == 1
        ? language.text("\($0) waits for no other promise, unlike the other \(others)")
        : language.text("\($0) wait for no other promise, unlike the other \(others)")
    }
  }

  /// Who waits for what runs.
  func reason(_ activity: BeatSketch.Activity) -> String? {
    if let (job, queue) = activity.waiting.first {
      let ahead = activity.running.filter { $0.queue == queue }.map(\.job)
      let label = graph.queueName(queue)
      return switch ahead.count {
      case 0: language.text("\(name(job)) is enqueued on \(label)")
      case 1: language.text("\(name(job)) waits on \(label) for \(name(ahead[0])) to end")
      default: language.text("\(name(job)) waits on \(label), where \(ahead.count) jobs run")
      }
    }
    if activity.runningCount > 1 {
      var known: Set<QueueID> = []
      let queues = activity.running.map(\.queue).filter { known.insert($0).inserted }
      return language.text("at the same time, on \(list(queues.map(graph.queueName)))")
    }
    guard activity.runningCount == 1 || activity.timer != nil else {
      return switch activity.timerCount {
      case 0: language.text("no job runs, and no timer is set")
      case 1: language.text("no job runs, and a timer is set")
      default: language.text("no job runs, and \(activity.timerCount) timers are set")
      }
    }
    return waiting(activity.readers)
  }

  private func waiting(_ readers: Readers) -> String {
    switch readers.count {
    case 0 where readers.hasSettled: language.text("what waited for it has settled already")
    case 0: language.text("no handler and no fan-in is attached to it")
    case 1: language.text("\(name(readers.first[0])) waits for it")
    default: naming(readers.first, of: readers.count) { language.text("\($0) wait for it") }
    }
  }

  /// Where the outcome of a promise goes.
  private func reached(_ outcome: (promise: PromiseID, readers: Readers)?) -> String? {
    guard let readers = outcome?.readers, readers.count > 0 else { return nil }
    return naming(readers.first, of: readers.count) { language.text("its outcome goes to \($0)") }
  }

  private func reason(_ running: BeatSketch.Running, _ effects: [BeatSketch.Effect]) -> String? {
    if running.ending == .skipped { return nil }
    if let adopted = running.adopted, let promise = running.promise {
      let end = settling(promise, with: adopted)
      return cause(running).flatMap { joined($0, end) } ?? end
    }
    return consequence(effects) ?? cause(running)
  }

  /// What becomes of a promise that adopts another one; either of them never settles if it is replaced.
  private func settling(_ outer: PromiseID, with inner: PromiseID) -> String {
    graph[outer]?.settlement == nil || graph[inner]?.settlement == nil
      ? language.text("\(name(outer)) waits for \(name(inner))")
      : language.text("\(name(outer)) settles when \(name(inner)) does")
  }

  /// Why a handler or a body runs.
  private func cause(_ running: BeatSketch.Running) -> String? {
    guard let promise = running.promise, let node = graph[promise] else { return nil }
    let attempt = node.creation.operation == .retry ? attempt(of: node, running) : nil
    guard let parent = node.parent ?? attempt else {
      if let retry = node.children.first(where: { graph[$0]?.creation.operation == .retry }) {
        return language.text("it is an attempt of \(name(retry))")
      }
      return node.createdIn.flatMap { graph.job($0) == nil ? nil : name($0) }
        .map { language.text("\($0) created it") } ?? language.text("the program created it")
    }
    guard let settlement = graph[parent]?.settlement else { return nil }
    let outcome = settlement.outcome.word(in: language)
    return language.text("because \(name(parent)) is \(outcome)")
  }

  /// The attempt whose outcome a job of a retry handles.
  private func attempt(of node: PromiseNode, _ running: BeatSketch.Running) -> PromiseID? {
    let start = graph.job(running.job)?.started?.sequence ?? 0
    return node.inputs.last { ($0.settled?.sequence ?? .max) < start }?.promise
  }

  /// What follows at the same instant.
  private func consequence(_ effects: [BeatSketch.Effect]) -> String? {
    var parts: [String] = []
    let enqueued = effects.compactMap { effect in
      if case .enqueued(let promise, let queue, let ahead, let behind, let isSerial) = effect {
        (promise: promise, queue: queue, ahead: ahead, behind: behind, isSerial: isSerial)
      } else {
        nil
      }
    }
    if enqueued.count > 1 {
      let queue = graph.queueName(enqueued[0].queue)
      let isOne = enqueued.allSatisfy { $0.queue == enqueued[0].queue && !isInline($0.queue) }
      parts.append(
        naming(enqueued.map(\.promise)) {
          isOne
            ? language.text("so \($0) are enqueued on \(queue), in this order")
            : language.text("so \($0) may run")
        })
    } else if let (promise, queue, ahead, behind, isSerial) = enqueued.first {
      let (name, label) = (name(promise), graph.queueName(queue))
      parts.append(
        isInline(queue)
          ? language.text("so \(name) runs inline")
          : ahead == 0
            ? language.text("so \(name) is enqueued on \(label), which is idle")
            : behind.map {
              language.text("so \(name) is enqueued on \(label), behind \(self.name($0))")
            }
              ?? (isSerial && ahead > 1
                ? language.text("so \(name) is enqueued on \(label), behind \(ahead) jobs")
                : language.text("so \(name) is enqueued on \(label)")))
    }
    for effect in effects {
      switch effect {
      case .enqueued: break
      case .counted(let input, let fanIn, let open, let count):
        parts.append(counted(input, by: fanIn, open, of: count))
      case .ignored(let fanIn):
        parts.append(language.text("too late for \(name(fanIn)), which has settled"))
      }
    }
    guard let first = parts.first else { return nil }
    return parts.dropFirst().reduce(first) { joined($0, $1) ?? $0 }
  }

  private func counted(
    _ input: PromiseID, by fanIn: PromiseID, _ open: Int, of count: Int
  ) -> String {
    let (node, name) = (graph[fanIn], name(fanIn))
    if node?.settlement?.from == input { return language.text("so \(name) settles") }
    if node?.creation.operation == .retry, graph[input]?.settlement?.outcome != .fulfilled {
      return language.text("an attempt of \(name) has failed")
    }
    return open == 0
      ? language.text("it is the last input of \(name)")
      : language.text("\(name) still has \(open) of \(count) inputs pending")
  }

  /// Returns two reasons as one line, if there is room.
  private func joined(_ one: String, _ other: String) -> String? {
    one.columns + other.columns + 2 <= Self.width ? language.text("\(one); \(other)") : nil
  }

  private func isInline(_ queue: QueueID) -> Bool { graph.queueKind(queue) == .immediate }

  /// What follows from the end of a fan-in, and what becomes of its other inputs.
  private func decision(
    _ settlement: PromiseEvent.Settlement, _ sketch: BeatSketch
  ) -> String? {
    let node = graph[settlement.promise]
    let open = (node?.inputs.count ?? 0) - (node?.heard.total ?? 0)
    let consequence = consequence(sketch.effects)
    let rest: String? =
      switch open {
      case 0: nil
      case 1: language.text("its other input no longer counts")
      default: language.text("its \(open) other inputs no longer count")
      }
    guard let consequence, let rest else {
      return rest ?? consequence ?? reached(sketch.outcome)
        ?? waiting(sketch.outcome?.readers ?? Readers())
    }
    return joined(rest, consequence) ?? rest
  }

  /// Why a link is skipped, by what its parent became.
  private func skip(_ promise: PromiseID) -> String? {
    guard let node = graph[promise], let parent = node.parent.map(name) else { return nil }
    let outcome = node.parent.flatMap { graph[$0]?.settlement?.outcome.word(in: language) } ?? ""
    return switch node.skipped {
    case .valuePassesErrorHandler:
      language.text("for errors only, and \(parent) is \(outcome)")
    case .errorPassesValueHandler:
      language.text("for values only, and \(parent) is \(outcome)")
    case .cancellationPassesByPolicy:
      language.text("not for cancellations, and \(parent) is \(outcome)")
    case .errorNotNamed: language.text("not for the error of \(parent)")
    case .ownerGone: language.text("its owner no longer exists")
    case .chainCancelled: language.text("its chain was cancelled before it could run")
    case nil: nil
    }
  }

  /// What is left when the run ends.
  private var ending: String {
    let open = graph.promises.filter { !$0.isFinal && $0.freed == nil }.map(\.id)
    return open.isEmpty
      ? language.text("no promise is pending")
      : naming(open) { language.text("still pending: \($0)") }
  }
}
