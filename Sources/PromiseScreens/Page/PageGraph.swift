import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The graph of a page: a box for each promise, which the script fills like its row, and arrows between them.
struct PageGraph {
  let graph: Graph
  let clock: ShortClock
  private let diagram: GraphDiagram

  /// The most promises that a page draws as a graph.
  static let mostBoxes = Folding.foldsFrom

  /// Lays out the promises of `graph`, if they are not too many.
  init?(_ graph: Graph, clock: ShortClock) {
    guard (1...Self.mostBoxes).contains(graph.counts.total) else { return nil }
    (self.graph, self.clock) = (graph, clock)
    diagram = GraphDiagram(graph, folding: nil)
  }

  // Sizes in CSS pixels.
  private static let box = (width: 160, height: 46)
  private static let gap = 56
  private static let row = 29

  private func x(_ place: LayeredLayout.Place) -> Int { place.layer * (Self.box.width + Self.gap) }
  private func y(_ place: LayeredLayout.Place) -> Int { place.row * Self.row }

  /// The boxes over the arrows.
  var markup: String {
    let layout = diagram.layout
    let width = layout.layerCount * (Self.box.width + Self.gap) - Self.gap
    let height = layout.rowCount * Self.row
    let arrows = zip(diagram.arrows, layout.routes).map(arrow).joined()
    let boxes = zip(diagram.boxes, layout.places).map(box).joined()
    return
      "<div id=\"graph\" hidden><div id=\"sheet\" style=\"width:\(width)px;height:\(height)px\">"
      + "<svg width=\"\(width)\" height=\"\(height)\" aria-hidden=\"true\">\(arrows)</svg>\n"
      + "\(boxes)</div></div>\n"
  }

  private func box(_ box: GraphDiagram.Box, _ place: LayeredLayout.Place) -> String {
    guard case .promise(let id) = box, let node = graph[id] else { return "" }
    let number = id.rawValue
    let queue =
      node.queue.map { " " + html(graph.queueName($0)) } ?? (node.timer == nil ? "" : " timer")
    return "<div class=\"row node\" data-p=\"\(number)\" tabindex=\"0\" "
      + "style=\"left:\(x(place))px;top:\(y(place))px\">"
      + "<span class=\"name\">\(html(graph.name(of: node, clock: clock)))</span>"
      + "<span class=\"id\">\(id)\(queue)</span>"
      + "<b class=\"s-\(PageChain.name(of: node))\" data-s=\"\(number)\">\(GlyphSet.unicode[node.glyph])</b>"
      + "<span class=\"what\" data-w=\"\(number)\"></span></div>\n"
  }

  /// Returns an arrow as a path: straight through the layers between its ends, bent between layers.
  private func arrow(_ arrow: GraphDiagram.Arrow, _ route: LayeredLayout.Route) -> String {
    guard case .promise(let from) = diagram.boxes[arrow.from], route.places.count > 1,
      case .promise(let to) = diagram.boxes[arrow.to]
    else { return "" }
    let middle = Self.box.height / 2
    var path = ""
    for (place, next) in zip(route.places, route.places.dropFirst()) {
      let (x1, y1) = (x(place) + Self.box.width, y(place) + middle)
      let (x2, y2) = (x(next), y(next) + middle)
      let bend = (x1 + x2) / 2
      path += "\(path.isEmpty ? "M" : "L")\(x1) \(y1)C\(bend) \(y1) \(bend) \(y2) \(x2) \(y2)"
    }
    let first = route.places[0]
    path +=
      route.isReversed
      ? "M\(x(first) + Self.box.width + 7) \(y(first) + middle - 4)l-7 4l7 4" : "m-7-4l7 4l-7 4"
    let kind =
      arrow.isAdoption
      ? "adopts" : arrow.kind.isDecisive ? "decides" : arrow.kind == .late ? "late" : ""
    return
      "<path class=\"edge \(kind)\" data-kind=\"\(kind)\" data-from=\"\(from.rawValue)\" data-to=\"\(to.rawValue)\" d=\"\(path)\">"
      + (arrow.kind == .late ? "<title>too late</title>" : "") + "</path>"
  }
}
