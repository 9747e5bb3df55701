import PromiseEvents
import PromiseGraph
import PromiseInsight

/// Draws the visible part of a graph as lines of text.
struct GraphPainter {
  private let context: PaneContext
  private let texts: GraphTexts
  private let scene: GraphScene
  private let window: Rect
  private let selected: Int?
  private let critical: Set<Int>
  private var cells: GraphCells
  /// The outcomes that arrive at boxes.
  private var arriving: [Int: Span] = [:]
  /// The boxes in the window.
  let visible: [Int]

  init(
    _ context: PaneContext, _ texts: GraphTexts, _ scene: GraphScene, window: Rect, selected: Int?
  ) {
    (self.context, self.texts, self.scene, self.window) = (context, texts, scene, window)
    self.selected = selected
    critical =
      context.view.selection == nil ? [] : CriticalBoxes(context, texts, from: selected).boxes
    cells = GraphCells(window, isDown: scene.isDown, glyphs: context.glyphs)
    visible = scene.rects.indices.filter { box in
      let rect = scene.rects[box]
      return rect.x < window.x + window.width && rect.x + rect.width > window.x
        && rect.y < window.y + window.height && rect.y + rect.height > window.y
    }
    drawArrows()
    drawFlow()
    guard scene.isFramed else { return }
    for box in visible {
      let role = !texts.exists(box) ? Role.future : texts.node(box)?.role ?? .border
      cells.frame(scene.rects[box], .init(role: role, isHeavy: critical.contains(box)))
    }
  }

  /// Draws what is ahead or too late first, and what is critical or has decided last.
  private mutating func drawArrows() {
    let arrows = scene.diagram.arrows
    let pens = arrows.map { arrow in
      let isCritical = critical.contains(arrow.from) && critical.contains(arrow.to)
      let exists = texts.exists(arrow.from) && texts.exists(arrow.to)
      let outcome = arrow.kind == .late ? nil : texts.outcomeRole(arrow.from)
      let role = exists ? outcome ?? (isCritical ? .title : .dim) : .future
      let isDecided = arrow.kind.isDecisive && texts.node(arrow.to)?.settlement != nil
      let isHeavy = isCritical || isDecided
      return (
        pen: GraphCells.Pen(role: role, isHeavy: isHeavy, isDotted: arrow.isAdoption),
        place: isHeavy ? 2 : role == .future || role == .dim ? 0 : 1
      )
    }
    for place in 0...2 {
      for number in arrows.indices where pens[number].place == place {
        cells.draw(
          scene.ways[number], pens[number].pen,
          isReversed: scene.diagram.layout.routes[number].isReversed)
      }
    }
  }

  /// Draws the outcome or the adoption that is on its way.
  private mutating func drawFlow() {
    guard let flow = context.flow, let event = context.history[flow.event],
      let motion = ChainFlow.Motion(event.kind, in: context)
    else { return }
    func index(_ promise: PromiseID) -> Int? { scene.diagram.index(of: promise, in: texts.known) }
    func mark(_ from: Int, _ to: Int, _ share: Int, _ sign: Glyph, _ role: Role) {
      for (number, arrow) in scene.diagram.arrows.enumerated()
      where arrow.from == from && arrow.to == to {
        let isReversed = scene.diagram.layout.routes[number].isReversed
        cells.mark(
          scene.ways[number], at: isReversed ? 1000 - share : share, context.glyphs[sign], role)
      }
    }
    switch motion {
    case .outcome(let source, let targets, let token, let text):
      guard let from = index(source) else { return }
      for target in targets.prefix(64) {
        guard let to = index(target), to != from else { continue }
        mark(from, to, flow.share, token.glyph ?? .flow, token.role)
        if flow.share >= 500 { arriving[to] = Span(text, token.role) }
      }
    case .adoption(let outer, let inner):
      guard let from = index(inner), let to = index(outer) else { return }
      mark(from, to, 1000 - flow.share, .lockedIn, .lockedIn)
    }
  }

  /// The lines of the window.
  var lines: [StyledLine] {
    var rows = Array(
      repeating: [(x: Int, spans: [Span], width: Int)](), count: max(0, window.height))
    func put(_ spans: [Span], _ width: Int, x: Int, y: Int) {
      let row = y - window.y
      if rows.indices.contains(row) { rows[row].append((x, spans, width)) }
    }
    for box in visible {
      let rect = scene.rects[box]
      let inset = scene.isFramed ? 1 : 0
      let width = rect.width - 2 * inset
      put(
        texts.heading(
          box, width: width, isSelected: box == selected, isCritical: critical.contains(box)),
        width, x: rect.x + inset, y: rect.y + inset)
      put(
        texts.status(
          box, width: width, arriving: arriving[box], namesQueue: !scene.isFramed),
        width, x: rect.x + inset, y: rect.y + inset + 1)
      if scene.isFramed, let label = label(box, width) {
        put(label.spans, label.width, x: rect.x + 2, y: rect.y)
      }
      if let marked = context.view.marked, scene.diagram.index(of: marked, in: texts.known) == box {
        put([Span("v", .key)], 1, x: rect.x + rect.width, y: rect.y + inset + 1)
      }
    }
    return rows.enumerated().map { line($0, $1.sorted { $0.x < $1.x }) }
  }

  /// Returns the number of a promise and its queue, or that it is a timer, for the frame of its box.
  private func label(_ box: Int, _ width: Int) -> StyledLine? {
    guard case .promise(let id) = scene.diagram.boxes[box] else { return nil }
    let queue = texts.queue(box).map { " " + $0 } ?? ""
    let text = clipped("\(id)\(queue)", to: width - 3, ellipsis: context.glyphs[.ellipsis])
    return StyledLine(" \(text) ", texts.exists(box) ? .dim : .future)
  }

  private func line(_ row: Int, _ texts: [(x: Int, spans: [Span], width: Int)]) -> StyledLine {
    var line = StyledLine()
    var place = 0
    for text in texts {
      let (start, end) = (text.x - window.x, min(text.x + text.width - window.x, window.width))
      guard end > place, start < window.width else { continue }
      line.spans += cells.spans(row: row, place, min(start, window.width))
      let hidden = max(0, place - start)
      let part = StyledLine(text.spans).scrolled(by: hidden)
      line.spans += part.cut(to: end - start - hidden, ellipsis: context.glyphs[.ellipsis]).spans
      place = end
    }
    line.spans += cells.spans(row: row, place, window.width)
    return line
  }
}

/// The boxes on the critical path to the selected promise: what it has waited for, one after another.
struct CriticalBoxes {
  private(set) var boxes: Set<Int> = []

  /// Longer chains have no path, because it would take too long to find.
  private static let longest = 500
  private static let mostParts = 64

  init(_ context: PaneContext, _ texts: GraphTexts, from selected: Int?) {
    guard let selected, let promise = context.selection,
      context.graph.chain(of: promise)?.promises ?? 0 <= Self.longest,
      let shares = TimeShares(of: promise, in: context.graph, atMost: Self.mostParts)
    else { return }
    let slow = Set(shares.parts.compactMap { texts.diagram.index(of: $0.promise, in: texts.known) })
    var leading: [Int: [Int]] = [:]
    for arrow in texts.diagram.arrows { leading[arrow.to, default: []].append(arrow.from) }
    var work = [selected]
    boxes = [selected]
    while let box = work.popLast() {
      var before = leading[box] ?? []
      if let node = texts.node(box), node.creation.operation.isFanIn {
        // Of the inputs, those that took the time, or the one that decided.
        let decisive = node.settlement?.from.flatMap {
          texts.diagram.index(of: $0, in: texts.known)
        }
        let taken = before.filter(slow.contains)
        before = decisive.map { [$0] } ?? (taken.isEmpty ? Array(before.prefix(1)) : taken)
      }
      for other in before where boxes.insert(other).inserted { work.append(other) }
    }
  }
}
