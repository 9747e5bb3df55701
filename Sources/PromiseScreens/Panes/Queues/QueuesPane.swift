import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The queues pane: what is running on each queue, what is waiting, which timers are active, what is next.
package enum QueuesPane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    let graph = context.graph
    let queues = ProcessGroups.ordered(graph.queues(listing: QueueRows.most), in: graph)
    let rows = QueueRows(context, queues, width: width)
    var content = PaneContent(
      title: context.language.text("Queues"), status: context.language.text("turn \(graph.turn)"))
    if queues.isEmpty, graph.pendingTimerCount == 0, graph.waits.isEmpty, graph.awaits.isEmpty,
      context.showsToken || context.token == nil
    {
      content.lines = [
        StyledLine(context.language.text("no queue and no timer yet"), .dim).cut(
          to: width, ellipsis: context.glyphs[.ellipsis])
      ]
      return content
    }
    let groups = ProcessGroups(graph)
    let blocks = groups.blocks(queues, rows)
    let others = rows.timers() + rows.waits(on: nil) + rows.awaits()
    let facts = QueueFacts(context, queues, width: width)
    let next = ChoiceLines(context, width: width)
    let summary =
      (context.choosing || graph.gate.isClosed ? [] : next.lines())
      + (context.next == nil ? facts.next() : []) + (rows.isWide ? facts.summary() : [])
    let gateLines = GateLines(context, width: width)
    let gate = gateLines.lines()
    if !gate.isEmpty {
      let options = context.choosing ? [] : next.lines()
      content.lines = gate + options + gateLines.waits() + [StyledLine()]
    }
    if context.choosing {
      let lines = next.lines() + next.order() + next.token()
      content.lines += lines + (lines.isEmpty ? [] : [StyledLine()])
    }

    // An empty line follows the other rows, and the summary is at the bottom.
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
      context.choosing || !gate.isEmpty
      ? 0 : content.promises.first { $0.value == context.selection }?.key
    return content
  }

  /// Returns the number of lines reserved for each queue. It depends only on the size, so that the queues
  /// stay in place while jobs and timers come and go.
  private static func share(_ queues: Int, height: Int, isWide: Bool) -> Int {
    min(4, max(1, (height - (isWide ? 7 : 2)) / max(1, queues)))
  }

  /// Returns the number of lines for each queue: its share, or what it needs; fewer from the bottom up if
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

  /// Adds rows; a promise that already has a row does not get another one to select.
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

/// The summary of all queues.
struct QueueFacts {
  private let context: PaneContext
  private let graph: Graph
  private let queues: [QueueNode]
  private let ellipsis: Character
  private let language: Language
  private let width: Int

  init(_ context: PaneContext, _ queues: [QueueNode], width: Int) {
    self.context = context
    graph = context.graph
    self.queues = queues
    ellipsis = context.glyphs[.ellipsis]
    language = context.language
    self.width = width
  }

  /// Returns what must happen next: if nothing is running or waiting, the next timer.
  func next() -> [StyledLine] {
    guard !context.isOver, !graph.gate.isClosed,
      queues.allSatisfy({ $0.runningCount == 0 && $0.waitingCount == 0 }),
      let timer = graph.pendingTimers.first(where: { _ in true })
    else { return [] }
    let name = timer.promise?.description ?? timer.id.description
    let text = language.text("\(name) timer fires at \(context.clockText(timer.due))")
    return [line(language.text("next: "), text)]
  }

  /// Returns hops, the longest waits, the longest job, and what a question mark means.
  func summary() -> [StyledLine] {
    var lines: [StyledLine] = []
    let hops = graph.hops
    if !hops.isEmpty {
      let counts = hops.prefix(4).map {
        "\(graph.queueName($0.from))>\(graph.queueName($0.to)) \($0.count)"
      }
      lines.append(line(heading(language.text("hops so far")), counts.joined(separator: "   ")))
    }
    lines += waits()
    if let (job, ran) = longestJob() {
      let name = job.child?.description ?? job.label ?? job.id.description
      let queue = graph.queueName(job.queue)
      lines.append(
        line(
          heading(language.text("longest job")),
          language.text("\(name) \(milliseconds(ran)) ms on \(queue)")))
    }
    lines += unresolved()
    if queues.contains(where: { $0.assumed && $0.kind != .immediate }) {
      lines.append(
        line("? ", language.text("the kind of this queue was not declared, but assumed")))
    }
    return lines
  }

  /// Returns how long jobs waited in each queue where any did, the longest wait first.
  private func waits() -> [StyledLine] {
    let slow = queues.filter { $0.longestWait > 0 }.sorted { $0.longestWait > $1.longestWait }
    let labels = slow.prefix(3).map { displayWidth(graph.queueName($0.id)) }.max() ?? 0
    return slow.prefix(3).enumerated().map { index, queue in
      let label = padded(
        graph.queueName(queue.id), to: min(graph.hasProcesses ? 18 : 12, labels), ellipsis: ellipsis
      )
      let half = milliseconds(queue.waitTimes.quantile(0.5) ?? 0)
      let most = milliseconds(queue.waitTimes.quantile(0.95) ?? 0)
      return line(
        heading(index == 0 ? language.text("queue wait") : ""),
        "\(label)  p50 \(half)  p95 \(most)  max \(milliseconds(queue.longestWait)) ms")
    }
  }

  /// Returns the promises that are pending after their bodies, until code calls their resolvers.
  private func unresolved() -> [StyledLine] {
    let count = graph.waitingForCodeCount
    guard count > 0 else { return [] }
    let names = graph.waitingForCode(limit: 4).map(\.description)
    let more = count > names.count ? ["+\(grouped(count - names.count))"] : []
    let text = (names + more).joined(separator: " ")
    return [
      line(
        heading(language.text("unresolved")),
        count == 1
          ? language.text("\(text) until its resolver is called")
          : language.text("\(text) until their resolvers are called"))
    ]
  }

  /// Returns a heading in a column of its own.
  private func heading(_ text: String) -> String { padded(text, to: 14, ellipsis: ellipsis) }

  private func line(_ heading: String, _ text: String) -> StyledLine {
    StyledLine([Span(heading, .dim), Span(text, .body)]).cut(to: width, ellipsis: ellipsis)
  }

  private func longestJob() -> (JobNode, Int64)? {
    let running = queues.flatMap(\.running).compactMap { graph.job($0) }
    let jobs = (graph.longestJob.map { [$0] } ?? []) + running
    var longest: (JobNode, Int64)?
    for job in jobs {
      guard let start = job.started?.time else { continue }
      let ran = (job.ended?.time ?? context.now).saturatingMinus(start)
      if ran > longest?.1 ?? 0 { longest = (job, ran) }
    }
    return longest
  }
}
