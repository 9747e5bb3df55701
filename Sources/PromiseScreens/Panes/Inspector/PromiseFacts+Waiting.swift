import PromiseEvents
import PromiseGraph
import PromiseInsight

extension PromiseFacts {
  /// What has to happen before it settles.
  var waits: StyledLine {
    if let by = node.strandedBy {
      return fact(
        language.text("waits"), language.text("forever: \(by) was freed pending"), .warning)
    }
    switch node.state {
    case .lockedIn(let inner), .forwarded(let inner):
      return fact(language.text("waits for"), mention(inner))
    case .queued where context.endedClosed && job.map { graph.gate.holds($0.id) } == true:
      return fact(
        language.text("waits"), language.text("forever: its handler never ran"), .warning)
    case .queued: return fact(language.text("waits for"), turn)
    case .running: return fact(language.text("now"), progress, .running)
    case .lost:
      return fact(language.text("waits"), language.text("forever: freed pending"), .warning)
    case .unknown:
      return fact(language.text("unknown"), language.text("because events were lost"), .warning)
    case .idle:
      return fact(language.text("now"), language.text("awaits nothing: it runs, or has ended"))
    case .pending, .fulfilled, .rejected, .cancelled: break
    }
    if let next = node.settlesNext(in: graph, language) {
      return fact(language.text("now"), next.long)
    }
    if let timer = node.timer.flatMap({ graph.timer($0) }), timer.fired == nil,
      timer.cancelled == nil
    {
      guard !context.endedClosed else {
        return fact(
          language.text("waits"), language.text("forever: its timer never fired"), .warning)
      }
      return fact(language.text("waits for"), remaining(timer))
    }
    // Very many inputs are counted instead of listed.
    if node.inputs.count > 256 {
      let left = grouped(node.inputs.count - node.heard.total)
      return fact(
        language.text("waits for"), language.text("\(left) of \(grouped(node.inputs.count)) inputs")
      )
    }
    let others = node.inputs.isEmpty ? node.creation.parents : node.inputs.map(\.promise)
    let open = (node.awaiting.map { [$0.promise] } ?? others)
      .filter { graph[$0]?.isFinal != true }
    guard open.isEmpty else { return fact(language.text("waits for"), mentions(open)) }
    return fact(language.text("waits for"), remainder)
  }

  /// What has to happen to a promise that waits for no other one.
  private var remainder: String {
    switch node.creation.operation {
    case .async: language.text("the result of its body")
    case .after: language.text("its timer")
    case .retry: language.text("its next attempt")
    case let fanIn where fanIn.isFanIn && node.creation.parents.isEmpty:
      language.text("its next input")
    default:
      node.creation.operation.has(.resolver)
        ? language.text("code that calls its resolver") : language.text("one of the next events")
    }
  }

  /// How long its handler has been waiting in its queue, and behind what.
  private var turn: [String] {
    let short = language.text("its turn in the queue")
    guard let job, let elapsed = context.waiting(job) else { return [short] }
    if graph.gate.holds(job.id) {
      return [language.text("the gate, which holds its handler"), language.text("the gate")]
    }
    guard let other = context.behind(job) else {
      return [language.text("its turn: it is first on \(graph.queueName(job.queue))"), short]
    }
    let time = context.lengths.text(elapsed)
    return [
      language.text("its turn, \(time) behind \(other)"),
      language.text("\(time) behind \(other)"), short,
    ]
  }

  /// How long its handler or body has been running, and of how long, the longest form first.
  private var progress: [String] {
    guard let elapsed = context.running(node) else { return [language.text("handler is running")] }
    let time = context.lengths.text(elapsed)
    guard elapsed.isMeasured else { return [language.text("running \(time)"), time] }
    return ["\(elapsed.bar(10, context.glyphs)) \(time)", time]
  }

  /// How long it takes until a timer fires, the longest form first.
  private func remaining(_ timer: TimerNode) -> [String] {
    let elapsed = context.waiting(timer)
    let due = milliseconds(timer.due)
    guard let left = context.lengths.left(elapsed) else {
      return [language.text("timer due \(due)")]
    }
    if graph.gate.isClosed { return [language.text("timer stands, \(left) left")] }
    let time = language.text("timer in \(left), at \(due)")
    return ["\(elapsed.bar(10, context.glyphs)) \(time)", time]
  }
}
