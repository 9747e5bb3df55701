import PromiseEvents
import PromiseGraph
import PromiseInsight

/// Draws the rows of fan-ins: their inputs as they arrive, what decided them, and what still ran afterwards.
struct TimeFanIns {
  let scene: TimeScene
  let axis: TimeAxis
  private var glyphs: GlyphSet { scene.glyphs }

  /// Draws a fan-in: `0/3 ── 1/3 ── 2/3 ── ✗`.
  func draw(_ node: PromiseNode, in lane: inout TimeLane) {
    let created = axis.column(node.created)
    var settled = node.settled.map(axis.column)
    lane.line(.timeFanIn, from: created, to: settled ?? axis.columns - 1, .dim)
    if let moment = node.settled {
      let column = axis.column(moment)
      lane.mark(
        glyphs[scene.end.hasWon(node) ? .winner : node.unhandled == nil ? node.glyph : .rejected],
        at: column, scene.isAhead(moment) ? .future : node.role)
      if let unhandled = node.unhandled {
        lane.mark(
          glyphs[.unhandled], at: column + 1, scene.isAhead(unhandled) ? .future : .rejected)
      }
      settled = writeEnding(of: node, from: created, at: column, in: &lane)
    } else if node.state == .lost, let freed = node.freed {
      lane.mark(
        glyphs[.lost], at: axis.column(freed), scene.isAhead(freed) ? .future : .lost)
    }
    writeCounts(of: node, from: created, to: settled ?? axis.columns, in: &lane)
  }

  /// Writes how many inputs have arrived, wherever that changes and there is room.
  private func writeCounts(
    of node: PromiseNode, from created: Int, to settled: Int, in lane: inout TimeLane
  ) {
    let arrivals = scene.timeline.fanIn(node.id).arrivals
    let total = max(node.inputs.count, node.creation.parents.count)
    // Of a race, only the first input counts; the attempts of a retry are not known in advance.
    guard node.creation.operation != .race, total > 0 else { return }
    let of = node.creation.operation == .retry ? "" : "/\(total)"
    var free = created
    if !of.isEmpty, settled - created > 12, created >= 0 {
      lane.write("0\(of)", at: created, scene.isAhead(node.created) ? .future : .dim)
      free = created + of.count + 3
    }
    var place = arrivals.partitionPoint { axis.column($0) < 0 }
    while place < arrivals.count {
      let column = axis.column(arrivals[place])
      guard column < min(settled, axis.columns) else { return }
      place += arrivals[place...].partitionPoint { axis.column($0) <= column } - place
      let text = "\(place)\(of)"
      let start = column + text.count < settled ? column : column - text.count + 1
      guard start >= free, start + text.count < settled else { continue }
      let isAhead = arrivals[place - 1].sequence > scene.playhead
      lane.write(text, at: start, isAhead ? .future : .body)
      free = start + text.count + 1
    }
  }

  /// Writes what decided the fan-in, if there is room: `won by cache.read`, `too late`. Returns the column where
  /// the text or the sign of the outcome begins.
  private func writeEnding(
    of node: PromiseNode, from created: Int, at column: Int, in lane: inout TimeLane
  ) -> Int {
    let texts = endings(of: node)
    guard !texts.isEmpty, let settled = node.settled else { return column }
    let role = scene.isAhead(settled) ? Role.future : node.role
    let after = column + (node.unhandled == nil ? 1 : 2)
    let room = lane.room(from: after) - 1
    if let text = texts.first(where: { displayWidth($0) <= room }) {
      lane.write(" \(text)", at: after, role)
      return column
    }
    // Before the sign there is a line, and room for some text.
    let before = min(column, axis.columns) - max(0, created) - 16
    guard let text = texts.last, displayWidth(text) + 2 <= min(before, 24) else { return column }
    let start = column - displayWidth(text) - 2
    lane.write(" \(text) ", at: start, role)
    return start
  }

  /// Returns what decided a fan-in, in texts from long to short.
  private func endings(of node: PromiseNode) -> [String] {
    guard let settlement = node.settlement else { return [] }
    let language = scene.language
    let from = settlement.from.map { scene.end[$0]?.name ?? "\($0)" }
    var texts: [String] = []
    let isFirst = node.creation.operation.has(.firstInputWins)
    switch (settlement.outcome, from) {
    case (.fulfilled, let from?) where isFirst: texts = [language.text("won by \(from)")]
    case (.rejected, let from?):
      texts = ["\(from): \(settlement.description)", settlement.description]
    case (.rejected, nil): texts = [settlement.description]
    case (.fulfilled, _), (.cancelled, _): break
    }
    if isTooLate(node) {
      let late = language.text("too late")
      texts = texts.map { "\($0), \(late)" } + [late]
    }
    return texts.filter { !$0.isEmpty }
  }

  /// Returns whether a fan-in is an input of others, all of which had settled before.
  private func isTooLate(_ node: PromiseNode) -> Bool {
    let readers = node.children.prefix(8).compactMap { scene.end[$0] }
    return !readers.isEmpty
      && readers.allSatisfy { reader in
        reader.inputs.prefix(200).contains { $0.promise == node.id && $0.ignored }
      }
  }
}

// MARK: - After the decision

extension TimeFanIns {
  /// Draws what still ran after a fan-in had settled: `╰ p1 +20 ms, p3 +40 ms`.
  func drawLosers(of node: PromiseNode, in lane: inout TimeLane) {
    guard let decided = node.settled else { return }
    let column = axis.column(decided)
    guard (0..<axis.columns).contains(column) else { return }
    let language = scene.language
    let won = node.settlement?.outcome == .fulfilled
    let heads = [
      won
        ? language.text("losers still running after the win:")
        : language.text("inputs still running after the rejection:"),
      language.text("still running:"),
    ]
    let list = list(of: node, since: decided)
    let role: Role = scene.isAhead(decided) ? .future : .dim
    let after = axis.columns - column - 2
    if let text = list.first(where: { displayWidth($0) <= after }) {
      lane.write("\(glyphs[.laneLast]) \(text)", at: column, role)
      if let head = heads.first(where: { displayWidth($0) < column }) {
        lane.write(head, at: column - displayWidth(head) - 1, role)
      }
      return
    }
    // There is more room before the decision.
    let texts = list.flatMap { text in heads.map { "\($0) \(text)" } + [text] }
    let room = column - 1
    guard let last = texts.last else { return }
    let text =
      texts.first { displayWidth($0) <= room }
      ?? clipped(last, to: max(room, after), ellipsis: glyphs[.ellipsis])
    if displayWidth(text) <= room {
      lane.write(
        "\(text) \(glyphs[.laneJoinLast])", at: column - displayWidth(text) - 1, role)
    } else {
      lane.write("\(glyphs[.laneLast]) \(text)", at: column, role)
    }
  }

  /// Returns what still ran, in texts from long to short.
  private func list(of node: PromiseNode, since decided: Moment) -> [String] {
    let leaves = scene.end.unfinished(inputsOf: node, at: decided)
    return [(6, true), (6, false), (3, false), (1, false)].map { most, isNamed in
      let shown = leaves.prefix(most).map { leaf in
        let name = isNamed ? "\(leaf.id) \(leaf.name)" : "\(leaf.id)"
        guard let settled = leaf.settled else { return "\(name) \(glyphs[.ellipsis])" }
        let late = settled.time.saturatingMinus(decided.time)
        let text = ShortClock(end: scene.end.time).text(late)
        return "\(name) +\(text)\(late < 1_000_000_000 ? " ms" : "")"
      }
      let more = leaves.count - shown.count
      return shown.joined(separator: ", ") + (more > 0 ? " +\(more)" : "")
    }
  }
}

extension Graph {
  /// Returns the promises at which the pending inputs of a fan-in were at work when it settled, in the order of
  /// their identities; of very many, the first ones.
  func unfinished(inputsOf fanIn: PromiseNode, at decided: Moment) -> [PromiseNode] {
    var open = fanIn.inputs.prefix(64).map(\.promise)
    var seen = Set(open)
    var leaves: [PromiseNode] = []
    while let next = open.popLast(), seen.count < 128 {
      guard let node = self[next], isPending(node, at: decided) else { continue }
      var sources = node.creation.parents.prefix(64).map { $0 }
      if node.creation.operation.isFanIn { sources = node.inputs.prefix(64).map(\.promise) }
      if let adopted = node.adopted, node.adoptedAt.map({ $0.sequence <= decided.sequence }) == true
      {
        sources = [adopted]
      }
      sources = sources.filter { self[$0].map { isPending($0, at: decided) } ?? false }
      if sources.isEmpty { leaves.append(node) }
      open += sources.filter { seen.insert($0).inserted }
    }
    return leaves.sorted { $0.id < $1.id }
  }

  private func isPending(_ node: PromiseNode, at moment: Moment) -> Bool {
    node.created.sequence <= moment.sequence
      && (node.settled.map { $0.sequence > moment.sequence } ?? true)
  }
}
