import PromiseGraph
import PromiseKitLite

/// The queues: what runs on each, what waits in order, which timers are set, and what must come next.
package enum QueuesPane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    let graph = context.graph
    let queues = graph.queues(listing: QueueRows.most)
    let rows = QueueRows(context, queues, width: width)
    let status = "\(milliseconds(graph.time)) ms"
    var content = PaneContent(
      title: "Queues", status: rows.isWide ? "\(status)  turn \(graph.turn)" : status)
    let blocks = queues.map { rows.block($0) }
    let others = rows.timers() + rows.waits(on: nil) + rows.awaits()
    let facts = QueueFacts(graph, queues, ellipsis: context.glyphs[.ellipsis], width: width)
    let next = ChoiceLines(context, width: width)
    let summary =
      (context.isChoosing ? [] : next.lines())
      + (context.next == nil ? facts.next() : []) + (rows.isWide ? facts.summary() : [])
    if context.isChoosing {
      let lines = next.lines() + next.order() + next.token()
      content.lines = lines + (lines.isEmpty ? [] : [StyledLine()])
    }

    // The other rows keep a line after them, and what is summed up stands at the bottom.
    let below = (others.isEmpty ? 0 : others.count + 1) + summary.count
    let above = content.lines.count
    let height = height - above
    let share = share(blocks.count, height: height, isWide: rows.isWide)
    var listed: Set<PromiseID> = []
    let sizes = sizes(blocks.map(\.count), share: share, room: height - below)
    for (block, size) in zip(blocks, sizes) {
      append(block, to: &content, &listed)
      content.lines += Array(repeating: StyledLine(), count: size - block.count)
    }
    append(others, to: &content, &listed)
    let spare = height + above - content.lines.count - summary.count
    if !content.lines.isEmpty {
      let gap = rows.isWide ? min(spare, 1) : spare
      content.lines += Array(repeating: StyledLine(), count: max(0, gap))
    }
    content.lines += summary
    content.anchor =
      context.isChoosing ? 0 : content.promises.first { $0.value == context.selection }?.key
    return content
  }

  /// How many lines each queue gets while it needs no more: it depends on the size alone, so that the
  /// queues keep their places while jobs and timers come and go.
  private static func share(_ queues: Int, height: Int, isWide: Bool) -> Int {
    min(4, max(1, (height - (isWide ? 7 : 2)) / max(1, queues)))
  }

  /// How many lines each queue gets: its share, or what it needs; less from the bottom up where the
  /// room is short.
  static func sizes(_ needed: [Int], share: Int, room: Int) -> [Int] {
    var sizes = needed.map { max($0, share) }
    var excess = sizes.reduce(0, +) - room
    for index in sizes.indices.reversed() where excess > 0 {
      let given = min(excess, sizes[index] - needed[index])
      sizes[index] -= given
      excess -= given
    }
    return sizes
  }

  /// Adds rows; a promise that has one already does not get another one to select.
  private static func append(
    _ rows: [QueueRow], to content: inout PaneContent, _ listed: inout Set<PromiseID>
  ) {
    for row in rows {
      if let promise = row.promise, listed.insert(promise).inserted {
        content.promises[content.lines.count] = promise
      }
      content.lines.append(row.line)
    }
  }
}
