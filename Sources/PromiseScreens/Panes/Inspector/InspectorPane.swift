import PromiseGraph

/// The inspector: all that is known of one promise. The first lines are the most important ones, so
/// that a low pane shows them without scrolling.
package enum InspectorPane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    guard let id = context.selection else {
      return PaneContent(title: "Inspect", lines: [StyledLine("no promise yet", .dim)])
    }
    guard let node = context.graph[id] else {
      return PaneContent(
        title: "Inspect \(id)", lines: [StyledLine("\(id) is not made yet", .dim)])
    }
    let facts = PromiseFacts(node: node, context: context, width: width)
    let roomy = height >= 12
    let sections = [
      facts.summary, roomy ? facts.relations : [], facts.handlers, facts.inputs, facts.times,
      roomy ? [] : facts.relations,
    ]
    var content = PaneContent(title: "Inspect \(id)", status: roomy ? "" : node.stateWords)
    for section in sections where !section.isEmpty {
      if roomy, !content.lines.isEmpty { content.lines.append(StyledLine()) }
      content.lines += section
    }
    return content
  }
}

/// What the inspector says of one promise, in sections of lines.
struct PromiseFacts {
  let node: PromiseNode
  let context: PaneContext
  let width: Int

  var graph: Graph { context.graph }
  var job: JobNode? { node.job.flatMap { graph.job($0) } }
  var ellipsis: Character { context.glyphs[.ellipsis] }

  /// A word in a column of its own and what it says, cut to the pane.
  func fact(_ name: String, _ text: String, _ role: Role = .body) -> StyledLine {
    StyledLine([
      Span(padded(name, to: 9, ellipsis: ellipsis), .dim),
      Span(clipped(text, to: width - 9, ellipsis: ellipsis), role),
    ])
  }

  /// `p3 .then submit`, with the sign of its state.
  func mention(_ id: PromiseNode.ID) -> String {
    guard let other = graph[id] else { return "\(id)" }
    return "\(id) \(context.glyphs[other.glyph])"
  }
}
