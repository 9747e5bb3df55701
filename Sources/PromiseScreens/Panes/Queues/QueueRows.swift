import PromiseEvents
import PromiseGraph

/// A line of the queues pane, and its promise.
struct QueueRow {
  var line: StyledLine
  var promise: PromiseID?
}

/// The lines of the queues and the timers.
struct QueueRows {
  private let graph: Graph
  private let glyphs: GlyphSet
  private let language: Language
  private let clock: ShortClock
  private let width: Int
  private let labelWidth: Int
  private let kindWidth: Int

  /// Whether the kind of a queue and its share of busy time are shown.
  var isWide: Bool { width >= 50 }
  private var ellipsis: Character { glyphs[.ellipsis] }
  private var indent: String { isWide ? "   " : "  " }

  /// The most jobs of a queue, and the most timers, that are listed; the others are counted.
  static let most = 100

  init(_ context: PaneContext, _ queues: [QueueNode], width: Int) {
    graph = context.graph
    glyphs = context.glyphs
    let language = context.language
    self.language = language
    clock = ShortClock(context)
    self.width = width
    labelWidth = min(queues.map { displayWidth($0.label) }.max() ?? 0, max(4, width / 5))
    kindWidth = queues.map { displayWidth($0.kindText(language)) }.max() ?? 0
  }

  /// Returns a queue: its own line, its running jobs, its waiting jobs in order.
  func block(_ queue: QueueNode) -> [QueueRow] {
    let running = queue.running.compactMap { graph.job($0) }.map { job in
      let start = job.started?.time ?? graph.time
      let elapsed = "+\(milliseconds(graph.time.saturatingMinus(start)))"
      let time =
        isWide
        ? language.text("started \(milliseconds(start))") + "  \(elapsed) ms"
        : "\(milliseconds(start)) \(elapsed)"
      return row(indent + "\(glyphs[.running]) " + name(job), time, job.child, .running)
    }
    let waiting = queue.waiting.enumerated().map { index, id in
      guard let job = graph.job(id) else { return QueueRow(line: StyledLine()) }
      let since = job.enqueued?.time ?? graph.time
      let wait = milliseconds(graph.time.saturatingMinus(since))
      let time =
        isWide
        ? language.text("queued \(milliseconds(since))") + "  " + language.text("waits \(wait)")
        : language.text("wait \(wait)")
      return row(indent + "\(index + 1) " + name(job), time, job.child, .queued)
    }
    return [QueueRow(line: head(queue))] + running
      + more(queue.runningCount - running.count) { language.text("\($0) more running") }
      + waits(on: queue.id) + waiting
      + more(queue.waitingCount - waiting.count) { language.text("\($0) more waiting") }
  }

  /// Returns a line for those that are not listed, if there are any.
  private func more(_ count: Int, _ text: (String) -> String) -> [QueueRow] {
    guard count > 0 else { return [] }
    return [QueueRow(line: StyledLine("\(indent)\(ellipsis) \(text(grouped(count)))", .dim))]
  }

  /// Returns the threads that are blocked on a promise, in a job of `queue` or outside any job.
  func waits(on queue: QueueID?) -> [QueueRow] {
    graph.waits.filter { $0.queue == queue }.map { wait in
      let name = graph[wait.promise].map { title($0) } ?? wait.promise.description
      let thread = wait.thread?.description ?? language.text("a thread")
      return row(
        "\(queue == nil ? "" : indent)\(glyphs[.pause]) "
          + language.text("\(thread) is blocked on \(name)"),
        language.text("since \(milliseconds(wait.began.time))"), wait.promise, .warning)
    }
  }

  /// Returns the promises that tasks await, which block no thread.
  func awaits() -> [QueueRow] {
    graph.awaits.map { wait in
      let name = graph[wait.promise].map { title($0) } ?? wait.promise.description
      let text =
        wait.count == 1
        ? language.text("a task awaits \(name)")
        : language.text("\(grouped(wait.count)) tasks await \(name)")
      return row(
        text, language.text("since \(milliseconds(wait.began.time))"), wait.promise, .body)
    }
  }

  /// Returns the active timers, the next one first.
  func timers() -> [QueueRow] {
    let shown = graph.pendingTimers.prefix(Self.most).map { timer in
      let name = timer.promise.map { id in graph[id].map { title($0) } ?? id.description }
      let due = language.text("due \(milliseconds(timer.due))")
      let left = milliseconds(max(0, timer.due.saturatingMinus(graph.time)))
      return row(
        language.text("timer \(name ?? timer.id.description)"),
        isWide ? "\(due)  " + language.text("in \(left)") : due,
        timer.promise, .body)
    }
    let left = shown.count < Self.most ? 0 : graph.pendingTimerCount - shown.count
    return shown + more(left) { language.text("\($0) more timers") }
  }

  private func row(_ left: String, _ right: String, _ promise: PromiseID?, _ role: Role) -> QueueRow
  {
    QueueRow(
      line: .sides(
        StyledLine(left, role), StyledLine(right, .dim), width: width, ellipsis: ellipsis),
      promise: promise)
  }

  private func name(_ job: JobNode) -> String {
    if let child = job.child { return graph[child].map { title($0) } ?? child.description }
    return job.label ?? language.text("job \(job.id)")
  }

  private func title(_ node: PromiseNode) -> String {
    "\(node.id) \(graph.name(of: node, clock: clock))"
  }
}

// MARK: - The line of a queue

extension QueueRows {
  private func head(_ queue: QueueNode) -> StyledLine {
    var left = StyledLine(padded(queue.label, to: labelWidth, ellipsis: ellipsis), .heading)
    if isWide {
      left.add(
        "  " + padded(queue.kindText(language), to: kindWidth, ellipsis: ellipsis) + "  ", .dim)
    } else {
      left.add(queue.assumed && queue.kind != .immediate ? "? " : "  ", .dim)
    }
    if queue.kind == .immediate {
      left.add(
        language.text("depth \(queue.runningCount)"), queue.runningCount == 0 ? .dim : .running)
      left.add("  " + language.text("max \(queue.mostRunning)"), .dim)
      return left.cut(to: width, ellipsis: ellipsis)
    }
    let isIdle = queue.runningCount == 0
    left.add(
      (isIdle ? language.text("idle") : language.text("BUSY")) + "  ", isIdle ? .dim : .running)
    var right = StyledLine("q\(queue.waitingCount)", queue.waitingCount == 0 ? .dim : .queued)
    right.add("  " + language.text("max \(queue.longest)"), .dim)
    if isWide { right.add("  " + language.text("busy \(busy(queue))"), .dim) }
    left.add(threads(queue, room: width - left.width - right.width - 1), .dim)
    return .sides(left, right, width: width, ellipsis: ellipsis)
  }

  /// Returns as many of the threads that ran its jobs as fit into `room`, and the number of others.
  private func threads(_ queue: QueueNode, room: Int) -> String {
    for shown in stride(from: min(4, queue.threads.count), through: 1, by: -1) {
      let more = queue.threads.count - shown
      let names = queue.threads.prefix(shown).map(\.description)
      let text = (names + (more > 0 ? ["+\(more)"] : [])).joined(separator: " ")
      if text.count <= room { return text }
    }
    return ""
  }

  /// Returns the share of its capacity that was used since the start.
  private func busy(_ queue: QueueNode) -> String {
    var nanoseconds = Double(queue.busy)
    for job in queue.running.compactMap({ graph.job($0) }) {
      nanoseconds += Double(graph.time.saturatingMinus(job.started?.time ?? graph.time))
    }
    var width = 1
    if case .concurrent(let limit) = queue.kind { width = max(1, limit ?? queue.threads.count) }
    let share = graph.time > 0 ? nanoseconds / Double(graph.time) / Double(width) : 0
    let tenths = Int((min(max(0, share), 1) * 1000).rounded())
    let text = "\(tenths / 10).\(tenths % 10)%"
    return aligned(text, to: 6)
  }
}

extension QueueNode {
  /// Returns `serial`, `concurrent 2` or `on: nil`; with a question mark if the kind was not declared.
  func kindText(_ language: Language) -> String {
    kind == .immediate ? "on: nil" : kind.words(in: language) + (assumed ? "?" : "")
  }
}
