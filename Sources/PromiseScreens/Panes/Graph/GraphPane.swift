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
    // What was not selected by hand may be out of view until the playhead is at something else.
    let isAway = context.view.selection == nil && context.scroll.subjectOfX == context.selection
    var content = PaneContent(
      title: context.language.text("Graph"), status: ChainPane.status(context, width: width))
    content.width = scene.size.width
    content.anchor = isAway ? nil : selected.map { scene.rects[$0].y + (scene.isFramed ? 1 : 0) }
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
    content.footing = rest(scene, in: window, context.language)
    for box in painter.visible {
      guard let promise = texts.promise(box, selection: context.selection) else { continue }
      content.boxes[promise] = scene.rects[box]
    }
    return content
  }

  /// Returns how many boxes are out of view, and where: `3 more to the right, 2 more below`.
  private static func rest(
    _ scene: GraphScene, in window: Rect, _ language: Language
  ) -> String {
    var counts = [0, 0, 0, 0]
    for rect in scene.rects {
      let sides = [
        rect.x + rect.width <= window.x, rect.x >= window.x + window.width,
        rect.y + rect.height <= window.y, rect.y >= window.y + window.height,
      ]
      if let side = sides.firstIndex(of: true) { counts[side] += 1 }
    }
    let texts = [
      language.text("\(counts[0]) more to the left"),
      language.text("\(counts[1]) more to the right"),
      language.text("\(counts[2]) more above"), language.text("\(counts[3]) more below"),
    ]
    return zip(counts, texts).filter { $0.0 > 0 }.map(\.1).joined(separator: ", ")
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
