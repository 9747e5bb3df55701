import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The texts in the boxes of a graph: names from the whole run, and what is true at the playhead.
struct GraphTexts {
  let facts: ChainFacts
  let diagram: GraphDiagram
  /// The state at the end of the known run.
  let known: Graph

  private var language: Language { facts.language }
  private var times: String { facts.glyphs == .unicode ? "×" : "x" }

  /// Returns the name of a box: `load +2` with two links, `order… ×10,000` for as many chains.
  func name(_ box: Int) -> String {
    switch diagram.boxes[box] {
    case .promise(let id):
      return known[id].map { known.name(of: $0, clock: facts.clock) } ?? id.description
    case .chain(let root):
      let name = known[root].map { known.name(of: $0, clock: facts.clock) } ?? root.description
      return "\(name) +\(grouped(max(0, (known.chain(of: root)?.promises ?? 1) - 1)))"
    case .groups(let ids):
      let groups = ids.lazy.compactMap { known.group($0) }
      let count = groups.reduce(0) { $0 + $1.roots.count }
      let title = (groups.first?.title ?? "").replacing("…", with: String(facts.glyphs[.ellipsis]))
      return "\(title) \(times)\(grouped(count))"
    }
  }

  /// Returns the width that a box takes in the whole run, from 10 to `cap` cells, and the one that it takes with the
  /// text that ends its second line.
  func widths(_ box: Int, cap: Int) -> (plain: Int, ended: Int) {
    var value = 0
    if case .promise(let id) = diagram.boxes[box], let node = known[id] {
      value = min(16, 2 + displayWidth(node.settlement?.description ?? ""))
    }
    let plain = min(
      cap, max(10, displayWidth(clipped(name(box), to: cap + 1, ellipsis: "~")), value))
    let ending = diagram.late[box] == nil ? queue(box) : language.text("too late")
    // In a frame, the queue stands in the upper border, behind a number of up to four digits: `─ p1234 net ─`.
    let label = queue(box).map { 8 + displayWidth($0) } ?? 0
    let ended = value + (ending.map { 1 + displayWidth($0) } ?? 0)
    return (plain, min(cap, max(plain, ended, label)))
  }

  /// Returns the queue of a box in the whole run, or that it is a timer; `nil` if the events name neither.
  func queue(_ box: Int) -> String? {
    guard case .promise(let id) = diagram.boxes[box] else { return nil }
    return known[id].flatMap { facts.queue($0, in: known) }
  }

  /// Whether a box has settled, and everything that its arrows lead to had done so before.
  private func isTooLate(_ box: Int) -> Bool {
    guard let readers = diagram.late[box], node(box)?.settlement != nil else { return false }
    return readers.allSatisfy { node($0)?.settlement != nil }
  }

  /// Returns the promise at the playhead whose state a box shows; `nil` if it does not exist yet, or if the box has
  /// several chains.
  func node(_ box: Int) -> PromiseNode? {
    switch diagram.boxes[box] {
    case .promise(let id): facts.graph[id]
    case .chain(let root): facts.graph[root].map { ChainSummary($0, in: facts.graph).telling }
    case .groups: nil
    }
  }

  /// The states of the chains in a box.
  private func counts(_ groups: [GroupID]) -> [(glyph: Glyph, role: Role, count: Int)] {
    var sums: [(glyph: Glyph, role: Role, count: Int)] = []
    for count in groups.lazy.compactMap({ facts.graph.group($0) }).flatMap(\.counts.byUrgency) {
      if let place = sums.firstIndex(where: { $0.glyph == count.glyph }) {
        sums[place].count += count.count
      } else {
        sums.append(count)
      }
    }
    return sums
  }

  /// Returns the role of what leaves a box: that of its outcome, `nil` before it has one.
  func outcomeRole(_ box: Int) -> Role? {
    if case .groups(let groups) = diagram.boxes[box] {
      let counts = counts(groups)
      return counts.allSatisfy { [.fulfilled, .rejected, .cancelled].contains($0.glyph) }
        ? counts.first?.role : nil
    }
    return node(box).flatMap { $0.settlement == nil ? nil : $0.role }
  }

  /// Returns the first line of a box, in exactly `width` cells.
  func heading(_ box: Int, width: Int, isSelected: Bool, isCritical: Bool) -> [Span] {
    let text = padded(name(box), to: width, ellipsis: facts.glyphs[.ellipsis])
    if isSelected { return [Span(text, .onPlain)] }
    guard exists(box), !isFilteredOut(box) else { return [Span(text, .future)] }
    return facts.marked(text, isCritical ? .title : .body)
  }

  /// Returns the second line, in exactly `width` cells: the sign of the state, the value or what it waits for, and that it
  /// is too late, or its queue if `namesQueue` is `true`.
  func status(_ box: Int, width: Int, arriving: Span?, namesQueue: Bool) -> [Span] {
    guard exists(box) else { return [Span(blanks(width))] }
    if case .groups(let groups) = diagram.boxes[box] {
      var line = StyledLine()
      for (glyph, role, count) in counts(groups) {
        line.add("\(facts.glyphs[glyph])\(grouped(count)) ", role)
      }
      line = line.cut(to: width, ellipsis: facts.glyphs[.ellipsis])
      line.add(blanks(width - line.width))
      return line.spans
    }
    guard let node = node(box) else { return [Span(blanks(width))] }
    let role = isFilteredOut(box) ? .dim : node.role
    let texts = arriving.map { [$0.text] } ?? texts(node)
    let room = width - 2
    let words = isTooLate(box) ? language.text("too late") : namesQueue ? queue(box) : nil
    var ending = words.map { " " + $0 } ?? ""
    let least = room - displayWidth(ending)
    if least < 6 || texts.contains(where: { $0.hasSuffix(ending) }) { ending = "" }
    let fitting =
      texts.first { displayWidth($0) <= least } ?? texts.first { displayWidth($0) <= room }
      ?? texts.last ?? ""
    // Only a text that is cut anyway leaves room for the ending.
    if displayWidth(fitting) > least, displayWidth(fitting) <= room { ending = "" }
    let text = padded(fitting, to: room - displayWidth(ending), ellipsis: facts.glyphs[.ellipsis])
    let isValue = node.settlement != nil && role != .dim
    return [
      Span("\(facts.glyphs[node.glyph]) ", role),
      Span(
        text,
        arriving?.role
          ?? (isValue && node.state == .fulfilled ? .body : role == .pending ? .dim : role)),
      Span(ending, .dim),
    ]
  }

  /// Returns what a promise has or waits for: of a link whose handler has yet to be enqueued, its queue.
  private func texts(_ node: PromiseNode) -> [String] {
    let values = facts.value(node)
    guard node.state == .pending, !node.creation.operation.isFanIn, let queue = node.queue else {
      return values
    }
    return [language.text("on \(facts.label(queue))")] + values.suffix(1)
  }

  /// Whether a box exists at the playhead.
  func exists(_ box: Int) -> Bool {
    switch diagram.boxes[box] {
    case .promise(let id), .chain(let id): facts.graph[id] != nil
    case .groups(let groups): groups.contains { facts.graph.group($0) != nil }
    }
  }

  private func isFilteredOut(_ box: Int) -> Bool {
    guard let filter = facts.filtered, let node = node(box) else { return false }
    return !filter.isMatch(node.id)
  }

  /// Returns the promise that stands for a box: `selection` if it is in it.
  func promise(_ box: Int, selection: PromiseID?) -> PromiseID? {
    if let selection, diagram.index(of: selection, in: known) == box { return selection }
    return diagram.promise(box, in: known)
  }
}
