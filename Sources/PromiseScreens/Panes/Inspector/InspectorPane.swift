import PromiseGraph
import PromiseKitLite

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
