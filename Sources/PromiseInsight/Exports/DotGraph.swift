package import PromiseEvents
package import PromiseGraph

/// The promises of a run as a graph for Graphviz: a node for each promise, and a cluster for each tag, or for
/// each queue if there are no tags.
package enum DotGraph {
  /// Returns the graph as text.
  package static func text(
    _ graph: Graph, only shown: Set<PromiseID>? = nil, title: String
  ) -> String {
    let diagram = PromiseDiagram(graph, only: shown)
    var text = """
      digraph \(quoted([brief(title, 80)])) {
        graph [label=\(quoted([brief(title, 80)])), labelloc=t, fontname="Helvetica", rankdir=TB]
        node [fontname="Helvetica", fontsize=11, style=filled, fontcolor="#000000"]
        edge [fontname="Helvetica", fontsize=9, color="#555555"]

      """
    let isTagged = diagram.boxes.contains { $0.tag != nil }
    var clusters: [String] = []
    var boxes: [String: [PromiseDiagram.Box]] = [:]
    for box in diagram.boxes {
      guard let cluster = isTagged ? box.tag : box.queue else {
        text += "  " + line(box)
        continue
      }
      if boxes[cluster] == nil { clusters.append(cluster) }
      boxes[cluster, default: []].append(box)
    }
    for (number, cluster) in clusters.enumerated() {
      text += "  subgraph cluster_\(number + 1) {\n"
      text +=
        "    label=\(quoted([brief(cluster, 48)])); color=\"#bbbbbb\"; fontcolor=\"#555555\"\n"
      for box in boxes[cluster, default: []] { text += "    " + line(box) }
      text += "  }\n"
    }
    for arrow in diagram.arrows { text += "  " + line(arrow) }
    return text + "}\n"
  }

  private static func line(_ box: PromiseDiagram.Box) -> String {
    let look = box.shape.look
    return "\(box.id.boxName) [label=\(quoted(box.lines)), shape=\(look.dot), "
      + "fillcolor=\"\(look.fill)\", color=\"\(look.line)\", tooltip=\(quoted([box.site ?? box.title]))]\n"
  }

  private static func line(_ arrow: PromiseDiagram.Arrow) -> String {
    let look =
      switch arrow.kind {
      case .handler, .input: ""
      case .passed, .late: " [label=\"\(arrow.kind.label)\", style=dashed]"
      case .winner, .success, .failure: " [label=\"\(arrow.kind.label)\", penwidth=2]"
      case .adoption: " [label=\"\(arrow.kind.label)\", style=dotted, arrowhead=empty]"
      }
    return "\(arrow.from.boxName) -> \(arrow.to.boxName)\(look)\n"
  }

  /// Returns lines of text in double quotes. Graphviz interprets entities in it, and escapes such as `\N`.
  private static func quoted(_ lines: [String]) -> String {
    let texts = lines.map { line in
      sanitized(line).escaped { scalar in
        switch scalar {
        case "\"", "\\": "\\\(scalar)"
        case "&": "&amp;"
        default: nil
        }
      }
    }
    return "\"" + texts.joined(separator: "\\n") + "\""
  }
}
