import PromiseEvents
import PromiseGraph

/// The inspector: all that is known of one promise. The first lines are the most important ones, so
/// that a low pane shows them without scrolling.
package enum InspectorPane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    guard let id = context.selection else {
      return PaneContent(title: "Inspect", lines: [StyledLine("no promise yet", .dim)])
    }
    guard let node = context.graph[id] else {
      if context.graph.hasForgotten(id) {
        return PaneContent(
          title: "Inspect \(id)",
          lines: [StyledLine("\(id) is gone: it was over before what is kept of the run", .dim)])
      }
      return PaneContent(
        title: "Inspect \(id)", lines: [StyledLine("\(id) is not made yet", .dim)])
    }
    let facts = PromiseFacts(node: node, context: context, width: width)
    var content = PaneContent(title: "Inspect \(id)", status: node.stateWords)
    if height < 9 {
      content.lines =
        [facts.headline(placed: true)] + facts.outcome + facts.moments + facts.why
        + facts.handlers + facts.inputs + facts.relations + facts.times
    } else {
      let sections = [
        [facts.headline(placed: false)] + facts.outcome + facts.input + facts.place, facts.why,
        facts.relations + facts.causes, facts.times, facts.handlers, facts.inputs,
      ]
      content.lines = Array(sections.filter { !$0.isEmpty }.joined(separator: [StyledLine()]))
    }
    return content
  }
}

/// What the inspector says of one promise, in sections of lines.
struct PromiseFacts {
  /// The promise.
  let node: PromiseNode
  /// What it is seen in.
  let context: PaneContext
  /// The cells that a line has.
  let width: Int

  /// The state at the playhead.
  var graph: Graph { context.graph }
  /// The job that settles the promise.
  var job: JobNode? { node.job.flatMap { graph.job($0) } }
  /// What stands where something was cut.
  var ellipsis: Character { context.glyphs[.ellipsis] }

  /// A word in a column of its own and what it says, cut to the pane.
  func fact(_ name: String, _ text: String, _ role: Role = .body) -> StyledLine {
    StyledLine([
      Span(padded(name, to: 11, ellipsis: ellipsis), .dim),
      Span(clipped(text, to: width - 11, ellipsis: ellipsis), role),
    ])
  }

  /// `p3` with the sign of its state.
  func mention(_ id: PromiseID) -> String {
    guard let other = graph[id] else { return graph.hasForgotten(id) ? "\(id) gone" : "\(id)" }
    return "\(id) \(context.glyphs[other.glyph])"
  }
}

extension PromiseFacts {
  /// What happened to the promise and when, with the numbers of the events.
  var times: [StyledLine] {
    let attached = graph.handler(settling: node.id)?.attached
    return [
      time("created", node.created),
      attached.map { time("attached", $0, node.ordinal.map { "number \($0)" }) },
      job?.enqueued.map { time("queued", $0) },
      (job?.started).map { time("started", $0, wait) },
      (job?.ended).map { time("ended", $0) },
      node.bodyStarted.map { time("body", $0) },
      node.bodyEnded.map { time("body ended", $0) },
      node.adoptedAt.map { time("locked in", $0) },
      node.settled.map { time("settled", $0) },
      node.unhandled.map { time("unhandled", $0) },
    ].compactMap { $0 }
  }

  /// The most important times in one line, for a low pane.
  var moments: [StyledLine] {
    let made = "made \(milliseconds(node.created.time))"
    let queued = job?.enqueued.map { "queued \(milliseconds($0.time))" }
    let ran = (job?.started).map { "ran \(milliseconds($0.time))" }
    let settled = node.settled.map { "settled \(milliseconds($0.time))" }
    let words = settled == nil ? [made, queued, ran] : [made, ran, settled]
    return [StyledLine(words.compactMap { $0 }.joined(separator: " "), .dim)]
  }

  /// How long the handler waited in its queue.
  private var wait: String? {
    guard let enqueued = job?.enqueued, let started = job?.started, started.time > enqueued.time
    else { return nil }
    return "waited \(milliseconds(started.time.saturatingMinus(enqueued.time)))"
  }

  private func time(_ name: String, _ moment: Moment, _ remark: String? = nil) -> StyledLine {
    let time = milliseconds(moment.time)
    let wide = width >= 40
    var line = StyledLine(padded(name, to: wide ? 11 : 10, ellipsis: ellipsis), .dim)
    line.add(aligned(time, to: wide ? 7 : 5))
    line.add(wide ? "  event \(moment.sequence)" : " #\(moment.sequence)", .dim)
    if let remark { line.add((wide ? "  " : " ") + remark) }
    return line
  }
}

extension PromiseFacts {
  /// The first question that `w` answers, and the end of its answer.
  ///
  /// Nothing where the way to the answer is long: a frame has no time to go it.
  var why: [StyledLine] {
    guard way(atMost: Self.longestWay).count < Self.longestWay,
      node.inputs.count <= Self.longestWay
    else { return [] }
    return graph.explanation(of: node.id).summary(limit: 3).flatMap { line in
      let isQuestion = line.kind == .question
      return hanging(
        StyledLine(isQuestion ? "" : "  "), line.text, isQuestion ? .dim : .body, width: width
      ).prefix(3)
    }
  }

  /// Through which promises its outcome came, or will come, the first one first.
  var causes: [StyledLine] {
    let way = way(atMost: Self.mostCauses)
    guard way.count > 1 else { return [] }
    let text = way.reversed().map(\.description).joined(separator: " > ")
    let isCut = way.count == Self.mostCauses
    return [fact("causes", (isCut ? "\(ellipsis) > " : "") + "\(text) > \(node.id)")]
  }

  /// The promise that this one's outcome came from, or waits for, that one's, and so on.
  private func way(atMost limit: Int) -> [PromiseID] {
    var way: [PromiseID] = []
    var seen: Set<PromiseID> = [node.id]
    var here = node
    while way.count < limit, let next = here.cause ?? maker(of: here),
      seen.insert(next).inserted
    {
      way.append(next)
      guard let node = graph[next] else { break }
      here = node
    }
    return way
  }

  /// Of a promise that a handler made, what that handler hangs on.
  private func maker(of node: PromiseNode) -> PromiseID? {
    let child = node.createdIn.flatMap { graph.job($0)?.child }
    return child.flatMap { graph[$0]?.creation.parents.first }
  }

  private static let longestWay = 200
  private static let mostCauses = 6
}

extension PromiseNode {
  /// What it is, or was, locked in to; the input that settled it; what it hangs on.
  fileprivate var cause: PromiseID? {
    if let adopted { return adopted }
    if let from = settlement?.from { return from }
    return creation.operation.isFanIn ? nil : creation.parents.first
  }
}
