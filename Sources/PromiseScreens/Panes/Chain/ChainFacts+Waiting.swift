import PromiseEvents
import PromiseGraph

// What a promise that has not settled waits for at the playhead: each text in its longest form first.
extension ChainFacts {
  func queued(_ node: PromiseNode) -> [String] {
    guard let job = node.job.flatMap({ graph.job($0) }), let elapsed = context.waiting(job) else {
      return [language.text("queued")]
    }
    let (queue, time) = (label(job.queue), context.lengths.text(elapsed))
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
    let short = [language.text("adopts \(inner)"), language.text("for \(inner)")]
    let texts = isWide ? [language.text("locked in to \(inner)")] + short : short
    let waited = node.job.flatMap { graph.job($0) }.flatMap(context.waited)
    return (waited.map { [language.text("\(texts[0]), \($0)")] } ?? []) + texts
  }

  func waiting(_ node: PromiseNode) -> [String] {
    if let freed = node.strandedBy {
      return [language.text("forever: \(freed) was freed"), language.text("forever")]
    }
    if node.creation.operation.isFanIn, !node.inputs.isEmpty { return waitingForInputs(node) }
    if let next = node.settlesNext(in: graph, language) {
      return [next.long, next.short, language.text("next")]
    }
    if let parent = node.creation.parents.first {
      return [language.text("waits \(parent)"), language.text("for \(parent)")]
    }
    if let timer = node.timer.flatMap({ graph.timer($0) }) { return waiting(timer) }
    return isWide
      ? [language.text("in flight")] : [language.text("pending"), language.text("pend")]
  }

  private func waiting(_ timer: TimerNode) -> [String] {
    let elapsed = context.waiting(timer)
    guard let left = context.lengths.left(elapsed) else { return [language.text("due now")] }
    let bar = elapsed.bar(isWide ? 8 : 5, glyphs)
    let due = context.clockText(timer.due)
    return [
      "\(bar) " + language.text("fires in \(left), at \(due)"),
      "\(bar) " + language.text("in \(left)"), language.text("in \(left)"), left,
    ]
  }

  private func waitingForInputs(_ node: PromiseNode) -> [String] {
    let total = node.inputs.count
    let left = total - node.heard.total
    let missing = node.inputs.prefix(Self.mostLookedAt).lazy.filter { $0.outcome == nil }
    let names = listed(missing.map(\.promise), of: left)
    let first = language.text("first of \(total)")
    if let next = node.settlesNext(in: graph, language) {
      return [next.long, next.short, language.text("next")]
    }
    switch node.creation.operation {
    case .race, .any:
      return [language.text("first of \(names)"), first, language.text("1st of \(total)")]
    default: break
    }
    let done = "\(node.heard.total)/\(total)"
    return [
      "\(done) \(fill(node) ?? "")  " + language.text("waits \(names)"),
      "\(done) " + language.text("waits \(names)"), language.text("\(done) \(left) left"), done,
    ]
  }
}
