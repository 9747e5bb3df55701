import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The inspector: everything known about a promise. The most important lines come first, so that a low pane
/// shows them without scrolling.
package enum InspectorPane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    let language = context.language
    let title = language.text("Inspect")
    guard let id = context.selection else {
      return PaneContent(
        title: title, lines: [StyledLine(language.text("no promise yet"), .dim)])
    }
    guard let node = context.graph[id] else {
      if context.graph.hasForgotten(id) {
        return PaneContent(
          title: "\(title) \(id)",
          lines: [
            StyledLine(
              language.text(
                "\(id) was dropped: it settled before the part of the run that is kept"),
              .dim)
          ])
      }
      return PaneContent(
        title: "\(title) \(id)",
        lines: [StyledLine(language.text("\(id) does not exist yet"), .dim)])
    }
    let facts = PromiseFacts(node: node, context: context, width: width)
    var content = PaneContent(
      title: "\(title) \(id)", status: node.stateWords(in: language))
    if height < 9 {
      content.lines =
        [facts.headline(placed: true)] + facts.outcome + facts.awaits + facts.moments + facts.why
        + facts.handlers + facts.inputs + facts.relations + facts.times
    } else {
      let sections = [
        [facts.headline(placed: false)] + facts.outcome + facts.awaits + facts.input + facts.place,
        facts.why,
        facts.relations + facts.causes, facts.times, facts.handlers, facts.inputs,
      ]
      content.lines = Array(sections.filter { !$0.isEmpty }.joined(separator: [StyledLine()]))
    }
    return content
  }
}

/// The inspector's text about a promise, in sections of lines.
struct PromiseFacts {
  /// The promise.
  let node: PromiseNode
  /// The context of the pane.
  let context: PaneContext
  /// The width of a line.
  let width: Int

  /// The state at the playhead, at the time of its clock.
  let graph: Graph

  init(node: PromiseNode, context: PaneContext, width: Int) {
    self.node = node
    self.context = context
    self.width = width
    graph = context.graph.at(context.now)
  }

  /// The job that settles the promise.
  var job: JobNode? { node.job.flatMap { graph.job($0) } }
  /// The sign for text that was cut.
  var ellipsis: Character { context.glyphs[.ellipsis] }

  var language: Language { context.language }

  /// Returns a name in a column of its own and its text, cut to the pane.
  func fact(_ name: String, _ text: String, _ role: Role = .body) -> StyledLine {
    StyledLine([
      Span(padded(name, to: 11, ellipsis: ellipsis), .dim),
      Span(clipped(text, to: width - 11, ellipsis: ellipsis), role),
    ])
  }

  /// Returns a fact with the first of `texts` that fits, or else the last one.
  func fact(_ name: String, _ texts: [String], _ role: Role = .body) -> StyledLine {
    fact(name, texts.first { displayWidth($0) <= width - 11 } ?? texts.last ?? "", role)
  }

  /// Returns `p3` with the sign of its state.
  func mention(_ id: PromiseID) -> String {
    guard let other = graph[id] else {
      return graph.hasForgotten(id) ? language.text("\(id) dropped") : "\(id)"
    }
    return "\(id) \(context.glyphs[other.glyph])"
  }
}

extension PromiseFacts {
  /// What happened to the promise and when, with event numbers.
  var times: [StyledLine] {
    let attached = graph.handler(settling: node.id)?.attached
    return [
      time(language.text("created"), node.created),
      attached.map {
        time(language.text("attached"), $0, node.ordinal.map { language.text("number \($0)") })
      },
      job?.enqueued.map { time(language.text("queued"), $0) },
      (job?.started).map { time(language.text("started"), $0, wait) },
      (job?.ended).map { time(language.text("ended"), $0) },
      node.bodyStarted.map { time(language.text("body"), $0) },
      node.bodyEnded.map { time(language.text("body ended"), $0) },
      node.adoptedAt.map { time(language.text("locked in"), $0) },
      node.settled.map { time(language.text("settled"), $0) },
      node.unhandled.map { time(language.text("unhandled"), $0) },
      fact(
        language.text("clock"),
        context.program.hasVirtualTime
          ? language.text("virtual time") : language.text("real time")),
    ].compactMap { $0 }
  }

  /// The most important times in one line, for a low pane.
  var moments: [StyledLine] {
    let made = language.text("made \(milliseconds(node.created.time))")
    let queued = job?.enqueued.map { language.text("queued \(milliseconds($0.time))") }
    let ran = (job?.started).map { language.text("ran \(milliseconds($0.time))") }
    let settled = node.settled.map { language.text("settled \(milliseconds($0.time))") }
    let parts = settled == nil ? [made, queued, ran] : [made, ran, settled]
    return [StyledLine(parts.compactMap { $0 }.joined(separator: " "), .dim)]
  }

  /// How long the handler waited in its queue, and behind what.
  private var wait: String? { job.flatMap(context.waited) }

  private func time(_ name: String, _ moment: Moment, _ remark: String? = nil) -> StyledLine {
    let time = milliseconds(moment.time)
    let wide = width >= 40
    var line = StyledLine(padded(name, to: wide ? 11 : 10, ellipsis: ellipsis), .dim)
    line.add(aligned(time, to: wide ? 7 : 5))
    line.add(
      wide ? "  " + language.text("event \(moment.sequence)") : " #\(moment.sequence)", .dim)
    if let remark { line.add((wide ? "  " : " ") + remark) }
    return line
  }
}

extension PromiseFacts {
  /// The first question of the explanation, and the end of its answer; empty if the answer depends on so many
  /// promises that it would take too long for a frame.
  var why: [StyledLine] {
    guard way(atMost: Self.longestWay).count < Self.longestWay,
      node.inputs.count <= Self.longestWay
    else { return [] }
    let why = graph.reason(of: node.id, ahead: context.known, language: language, limit: 3)
    return why.flatMap { line in
      let isQuestion = line.kind == .question
      return hanging(
        StyledLine(isQuestion ? "" : "  "), line.text, isQuestion ? .dim : .body, width: width
      ).first(3, width: width, ellipsis: ellipsis)
    }
  }

  /// The promises through which its outcome came, or will come, in order.
  var causes: [StyledLine] {
    let way = way(atMost: Self.mostCauses)
    guard way.count > 1 else { return [] }
    let text = way.reversed().map(\.description).joined(separator: " > ")
    let isCut = way.count == Self.mostCauses
    return [fact(language.text("causes"), (isCut ? "\(ellipsis) > " : "") + "\(text) > \(node.id)")]
  }

  /// Returns the promise that the outcome came from or depends on, the one before that, and so on.
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

  /// Returns the parent of the handler that created the promise.
  private func maker(of node: PromiseNode) -> PromiseID? {
    let child = node.createdIn.flatMap { graph.job($0)?.child }
    return child.flatMap { graph[$0]?.creation.parents.first }
  }

  private static let longestWay = 200
  private static let mostCauses = 6
}

extension PromiseNode {
  /// The promise that it adopted, the input that settled it, or its parent.
  fileprivate var cause: PromiseID? {
    if let adopted = firstAdopted ?? adopted { return adopted }
    if let from = settlement?.from { return from }
    return creation.operation.isFanIn ? nil : creation.parents.first
  }
}
