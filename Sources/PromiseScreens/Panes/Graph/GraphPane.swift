package import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The other form of the chain pane: a box for each promise, and arrows to what depends on it.
package enum GraphPane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    let known = context.known ?? context.graph
    let texts = GraphTexts(
      facts: ChainFacts(context, width: 0), diagram: context.diagram, known: known)
    guard !texts.diagram.boxes.isEmpty else {
      return ChainPane.content(context, width: width, height: height)
    }
    let scene = GraphScene(texts, width: width, height: height)
    let selected = context.selection.flatMap { texts.diagram.index(of: $0, in: known) }
    var content = PaneContent(
      title: context.language.text("Graph"), status: ChainPane.status(context, width: width))
    content.width = scene.size.width
    content.anchor = selected.map { scene.rects[$0].y + (scene.isFramed ? 1 : 0) }
    content.count = scene.size.height
    content.skipped = context.scroll.first(
      count: content.count, frozen: 0, anchor: content.anchor, subject: nil, height: height)
    content.firstColumn = firstColumn(
      context, selected.map { scene.rects[$0] }, content, width: width)
    let window = Rect(
      x: content.firstColumn ?? 0, y: content.skipped,
      width: min(width, scene.size.width), height: min(height, scene.size.height - content.skipped))
    let painter = GraphPainter(context, texts, scene, window: window, selected: selected)
    content.lines = painter.lines
    for box in painter.visible {
      guard let promise = texts.promise(box, selection: context.selection) else { continue }
      content.boxes[promise] = scene.rects[box]
    }
    return content
  }

  /// Returns the first visible column: where the user has scrolled to, moved so that the selected box is in view.
  private static func firstColumn(
    _ context: PaneContext, _ box: Rect?, _ content: PaneContent, width: Int
  ) -> Int {
    let most = max(0, content.width - width)
    let first = min(max(0, context.scroll.x), most)
    guard let box, context.scroll.subjectOfX != context.selection || context.selection == nil else {
      return first
    }
    let margin = min(8, width / 8)
    let least = min(most, box.x + box.width + margin - width)
    return min(max(first, least, 0), max(0, box.x - margin))
  }

  /// Returns the box `rows` away in the layer of that of `promise`.
  package static func promise(
    _ rows: Int, from promise: PromiseID?, _ context: PaneContext, width: Int, height: Int
  ) -> PromiseID? {
    let diagram = context.diagram
    let known = context.known ?? context.graph
    let texts = GraphTexts(facts: ChainFacts(context, width: 0), diagram: diagram, known: known)
    let now = promise.flatMap { diagram.index(of: $0, in: known) } ?? 0
    guard diagram.boxes.indices.contains(now) else { return promise }
    let layer = diagram.layout.places[now].layer
    let order = diagram.boxes.indices.filter { diagram.layout.places[$0].layer == layer }
      .sorted { diagram.layout.places[$0].row < diagram.layout.places[$1].row }
    return order.step(rows, from: order.firstIndex(of: now)).flatMap {
      texts.promise($0, selection: promise)
    }
  }
}
