package import PromiseEvents
package import PromiseGraph

/// The promises of a run as a flowchart for Mermaid: the state is shown by shape, text and color.
package enum MermaidFlowchart {
  /// Returns the diagram as text, and how many promises, and arrows between drawn promises, were left out:
  /// Mermaid draws no diagram with more than 500 arrows or 50,000 characters.
  package static func text(
    _ graph: Graph, only shown: Set<PromiseID>? = nil, title: String
  ) -> (text: String, leftOut: Int, arrowsLeftOut: Int) {
    let diagram = PromiseDiagram(graph, only: shown)
    var text = "---\ntitle: \(quotedText(brief(title, 80)))\n---\nflowchart TD\n"
    var room = mostCharacters
    var drawn: Set<PromiseID> = []
    for box in diagram.boxes {
      let line = line(box)
      guard room >= line.utf16.count else { break }
      room -= line.utf16.count
      text += line
      drawn.insert(box.id)
    }
    let arrows = diagram.arrows.filter { drawn.contains($0.from) && drawn.contains($0.to) }
    for arrow in arrows.prefix(mostArrows) { text += line(arrow) }
    let leftOut = diagram.boxes.count - drawn.count
    let arrowsLeftOut = max(0, arrows.count - mostArrows)
    if leftOut > 0 || arrowsLeftOut > 0 {
      let what = [
        leftOut > 0 ? "\(grouped(leftOut)) more promises" : nil,
        arrowsLeftOut > 0 ? "\(grouped(arrowsLeftOut)) more arrows" : nil,
      ].compactMap { $0 }.joined(separator: " and ")
      let note =
        "\(what) are left out: Mermaid cannot draw more. Export a range, or for Graphviz"
      text += "  more[\"\(mermaidText(note))\"]\n"
    }
    if diagram.boxes.isEmpty { text += "  none[\"no promise\"]\n" }
    return (
      text + classes(diagram.boxes.filter { drawn.contains($0.id) }), leftOut, arrowsLeftOut
    )
  }

  private static let mostCharacters = 26_000
  private static let mostArrows = 450

  private static func line(_ box: PromiseDiagram.Box) -> String {
    let look = box.shape.look
    let text = box.lines.map(mermaidText).joined(separator: "<br/>")
    return "  \(box.id.boxName)\(look.open)\"\(text)\"\(look.close)\n"
  }

  private static func line(_ arrow: PromiseDiagram.Arrow) -> String {
    let link =
      switch arrow.kind {
      case .handler, .input: "-->"
      case .passed, .late: "-->|\(arrow.kind.label)|"
      case .winner, .success, .failure: "==>|\(arrow.kind.label)|"
      case .adoption: "-.->|\(arrow.kind.label)|"
      }
    return "  \(arrow.from.boxName) \(link) \(arrow.to.boxName)\n"
  }

  /// Returns a class for each state that occurs, with its promises.
  private static func classes(_ boxes: [PromiseDiagram.Box]) -> String {
    PromiseDiagram.Shape.allCases.map { shape in
      let names = boxes.filter { $0.shape == shape }.map(\.id.boxName)
      guard !names.isEmpty else { return "" }
      let look = shape.look
      return "  classDef \(shape.rawValue) fill:\(look.fill),stroke:\(look.line),color:#000000\n"
        + "  class \(names.joined(separator: ",")) \(shape.rawValue)\n"
    }.joined()
  }
}

/// Returns text for a Mermaid diagram: everything except letters, digits and a few harmless characters becomes
/// an entity, so that no label ends a string, starts a comment, or is read as Markdown.
func mermaidText(_ text: String) -> String {
  var result = ""
  for scalar in sanitized(text).unicodeScalars {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", "'", "/", "-", "(", ")", "+", "=", "?":
      result.unicodeScalars.append(scalar)
    case "\u{0}"..<"\u{80}": result += "#\(scalar.value);"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Returns a text in double quotes, as in YAML and JSON.
func quotedText(_ text: String) -> String {
  "\"\(sanitized(text).escaped { "\"\\".unicodeScalars.contains($0) ? "\\\($0)" : nil })\""
}
