package import PromiseKitLite

/// The promises of a run as a flowchart for Mermaid: the state by shape and word, and by colour.
package enum MermaidFlowchart {
  /// A diagram as text, and how many promises were left out of it: Mermaid draws no diagram of more than
  /// 500 arrows or 50,000 characters.
  package static func text(
    _ graph: Graph, only shown: Set<PromiseID>? = nil, title: String
  ) -> (text: String, leftOut: Int) {
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
    var arrows = 0
    for arrow in diagram.arrows where drawn.contains(arrow.from) && drawn.contains(arrow.to) {
      guard arrows < mostArrows else { break }
      arrows += 1
      text += line(arrow)
    }
    let leftOut = diagram.boxes.count - drawn.count
    if leftOut > 0 {
      let words =
        "\(grouped(leftOut)) more promises are left out: Mermaid draws no more. "
        + "Export a range, or for Graphviz"
      text += "  more[\"\(mermaidText(words))\"]\n"
    }
    if diagram.boxes.isEmpty { text += "  none[\"no promise\"]\n" }
    return (text + classes(diagram.boxes.filter { drawn.contains($0.id) }), leftOut)
  }

  private static let mostCharacters = 26_000
  private static let mostArrows = 450

  private static func line(_ box: PromiseDiagram.Box) -> String {
    var lines = [box.title, box.outcome]
    lines.append((box.queue.map { "on \(brief($0, 32)), " } ?? "") + box.times)
    let (open, close) = brackets(box.shape)
    let text = lines.map(mermaidText).joined(separator: "<br/>")
    return "  \(box.id.boxName)\(open)\"\(text)\"\(close)\n"
  }

  private static func brackets(_ shape: PromiseDiagram.Shape) -> (String, String) {
    switch shape {
    case .pending: ("([", "])")
    case .queued: ("[/", "/]")
    case .running: ("[[", "]]")
    case .lockedIn: ("(", ")")
    case .fulfilled: ("[", "]")
    case .rejected: ("{{", "}}")
    case .cancelled: ("[\\", "\\]")
    case .passed: (">", "]")
    case .lost: ("[/", "\\]")
    case .unknown: ("[\\", "/]")
    }
  }

  private static func line(_ arrow: PromiseDiagram.Arrow) -> String {
    let link =
      switch arrow.kind {
      case .handler, .input: "-->"
      case .passed, .late: "-->|\(arrow.kind.label)|"
      case .winner, .failure: "==>|\(arrow.kind.label)|"
      case .adoption: "-.->|\(arrow.kind.label)|"
      }
    return "  \(arrow.from.boxName) \(link) \(arrow.to.boxName)\n"
  }

  /// A class for each state that there is, and which promises are in it.
  private static func classes(_ boxes: [PromiseDiagram.Box]) -> String {
    PromiseDiagram.Shape.allCases.map { shape in
      let names = boxes.filter { $0.shape == shape }.map(\.id.boxName)
      guard !names.isEmpty else { return "" }
      let (fill, line) = shape.colours
      return "  classDef \(shape.rawValue) fill:\(fill),stroke:\(line),color:#000000\n"
        + "  class \(names.joined(separator: ",")) \(shape.rawValue)\n"
    }.joined()
  }
}
