import PromiseEvents
import PromiseGraph
import PromiseInsight

// What a promise that has not settled waits for at the playhead: each text in its longest form first.
extension ChainFacts {
  func queued(_ node: PromiseNode) -> [String] {
    guard let job = node.job.flatMap({ graph.job($0) }), let elapsed = context.waiting(job) else {
      return [language.text("queued")]
    }
    let (queue, time) = (label(job.queue), context.lengths.text(elapsed))
    if graph.gate.holds(job.id) {
      guard !context.endedClosed else { return [language.text("never ran")] }
      return [
        language.text("held by the gate on \(queue)"), language.text("held by the gate"),
        language.text("held"),
      ]
    }
    guard let other = context.behind(job) else {
      return [language.text("first on \(queue)"), language.text("first")]
    }
    return [
      language.text("waits \(time) on \(queue) behind \(other)"),
      language.text("waits \(time) behind \(other)"),
      language.text("\(time) behind \(other)"), language.text("waits \(time)"), time,
    ]
  }

  func running(_ node: PromiseNode) -> [String] {
    guard let elapsed = context.running(node) else { return [language.text("running")] }
    let place = [
      node.queue.map { language.text("on \(label($0))") }, started(node)?.thread?.description,
    ].compactMap { $0 }.joined(separator: " ")
    let time = context.lengths.text(elapsed)
    guard elapsed.isMeasured else {
      let short = [language.text("running \(time)"), time]
      return place.isEmpty ? short : ["\(short[0]) \(place)"] + short
    }
    let bar = elapsed.bar(isWide ? 8 : 5, glyphs)
    return (place.isEmpty ? [] : ["\(bar) \(time) \(place)"])
      + ["\(bar) \(time)", time, context.lengths.ratio(elapsed)]
  }

  func lockedIn(_ node: PromiseNode, to inner: PromiseID) -> [String] {
    if graph[inner]?.settlement != nil {
      return [
        language.text("\(inner) has settled"), language.text("\(inner) settled"),
        language.text("next"),
      ]
    }
    let short = [language.text("adopts \(inner)"), language.text("for \(inner)")]
    let texts = isWide ? [language.text("locked in to \(inner)")] + short : short
    let waited = node.job.flatMap { graph.job($0) }.flatMap(context.waited)
    return (waited.map { [language.text("\(texts[0]), \($0)")] } ?? []) + texts
  }

  func waiting(_ node: PromiseNode) -> [String] {
    if let freed = node.strandedBy {
      return [language.text("forever: \(freed) was freed"), language.text("forever")]
    }
    if let wait = node.awaiting {
      let other = wait.promise
      let texts = [language.text("awaits \(other)"), language.text("for \(other)")]
      guard graph.programLanguage == .swift else { return texts }
      return [language.text("awaits \(other) since \(milliseconds(wait.began.time))")] + texts
    }
    if node.creation.operation.isFanIn, !node.inputs.isEmpty { return waitingForInputs(node) }
    if let next = node.settlesNext(in: graph, language) {
      return [next.long, next.short, language.text("next")]
    }
    if let parent = node.creation.parents.first, graph[parent]?.isFinal != true {
      return [language.text("waits \(parent)"), language.text("for \(parent)")]
    }
    if let timer = node.timer.flatMap({ graph.timer($0) }) { return waiting(timer) }
    return isWide
      ? [language.text("in flight")] : [language.text("pending"), language.text("pend")]
  }

  /// Returns what became of a task that awaits nothing.
  func idle(_ node: PromiseNode) -> [String] {
    guard let wait = node.awaited.last(where: { $0.ended != nil }), let ended = wait.ended else {
      return [language.text("awaits nothing")]
    }
    let until = milliseconds(ended.time)
    if wait.ending == .cancelled {
      return [
        language.text("cancelled at \(until), awaiting \(wait.promise)"),
        language.text("cancelled, awaiting \(wait.promise)"), language.text("cancelled"),
      ]
    }
    return [
      language.text("awaited \(wait.promise) until \(until)"),
      language.text("awaited \(wait.promise)"),
    ]
  }

  private func waiting(_ timer: TimerNode) -> [String] {
    if context.endedClosed { return [language.text("never fired")] }
    let elapsed = context.waiting(timer)
    guard let left = context.lengths.left(elapsed) else { return [language.text("due now")] }
    if graph.gate.isClosed {
      return [language.text("stands, \(left) left"), language.text("\(left) left"), left]
    }
    let bar = elapsed.bar(isWide ? 8 : 5, glyphs)
    let due = context.clockText(timer.due)
    return [
      "\(bar) " + language.text("fires in \(left), at \(due)"),
      "\(bar) " + language.text("in \(left)"), language.text("in \(left)"), left,
    ]
  }

  /// The most inputs of which it is known whether they have settled.
  private static let mostNamed = 8

  private func waitingForInputs(_ node: PromiseNode) -> [String] {
    if let next = node.settlesNext(in: graph, language) {
      return [next.long, next.short, language.text("next")]
    }
    let total = node.inputs.count
    let unheard = node.inputs.prefix(Self.mostLookedAt).lazy.filter { $0.outcome == nil }
    let open = Array(unheard.prefix(Self.mostNamed))
    // An input that has settled reaches its fan-in with one of the next events.
    let isSettled = { (input: InputNode) in self.graph[input.promise]?.settlement != nil }
    let coming = open.first(where: isSettled)?.promise
    let missing = open.filter { !isSettled($0) }
    let left = total - node.heard.total - (open.count - missing.count)
    let names = listed(missing.map(\.promise), of: left)
    if node.creation.operation.has(.firstInputWins) {
      if let coming { return [language.text("\(coming) settled"), language.text("next")] }
      return [
        language.text("first of \(names)"), language.text("first of \(total)"),
        language.text("1st of \(total)"),
      ]
    }
    let done = "\(node.heard.total)/\(total)"
    let rest =
      left > 0
      ? language.text("waits \(names)")
      : coming.map { language.text("\($0) settled") } ?? language.text("next")
    return [
      "\(done) \(fill(node) ?? "")  \(rest)", "\(done) \(rest)",
      language.text("\(done) \(left) left"), done,
    ]
  }
}
