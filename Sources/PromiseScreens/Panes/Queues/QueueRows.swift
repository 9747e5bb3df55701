import PromiseEvents
import PromiseGraph
import PromiseInsight

/// A line of the queues pane, and its promise.
struct QueueRow {
  var line: StyledLine
  var promise: PromiseID?
}

/// The lines of the queues and the timers.
struct QueueRows {
  private let context: PaneContext
  let graph: Graph
  let glyphs: GlyphSet
  let language: Language
  private let clock: ShortClock
  private let lengths: LengthFormat
  let width: Int
  /// When the run began.
  private let start: Int64
  private let labelWidth: Int
  private let kindWidth: Int

  /// Whether the kind of a queue and its share of busy time are shown.
  var isWide: Bool { width >= 50 }
  private var ellipsis: Character { glyphs[.ellipsis] }
  private var indent: String { isWide ? "   " : "  " }

  /// The most jobs of a queue, and the most timers, that are listed; the others are counted.
  static let most = 100

  init(_ context: PaneContext, _ queues: [QueueNode], width: Int) {
    self.context = context
    graph = context.graph
    glyphs = context.glyphs
    let language = context.language
    self.language = language
    clock = ShortClock(context)
    lengths = context.lengths
    self.width = width
    start = context.startTime
    labelWidth = min(queues.map { displayWidth($0.label) }.max() ?? 0, max(4, width / 5))
    kindWidth = queues.map { displayWidth($0.kindText(language)) }.max() ?? 0
  }

  /// Returns a queue: its own line, its running jobs, its waiting jobs in order.
  func block(_ queue: QueueNode) -> [QueueRow] {
    let running = queue.running.compactMap { graph.job($0) }.map { job in
      row(
        indent + "\(glyphs[.running]) " + name(job), progress(job), job.child, .running,
        remark: .running)
    }
    let waiting = queue.waiting.enumerated().map { index, id in
      guard let job = graph.job(id) else { return QueueRow(line: StyledLine()) }
      if graph.gate.holds(id) {
        guard !context.endedClosed else {
          return row(
            indent + "\(glyphs[.held]) " + name(job), [language.text("never ran")], job.child,
            .queued)
        }
        return row(
          indent + "\(glyphs[.held]) " + name(job),
          [language.text("held by the gate"), language.text("held")], job.child, .queued)
      }
      return row(
        indent + "\(index + 1)\(job.hasOpenPlace ? "?" : "") " + name(job), wait(job), job.child,
        .queued)
    }
    return [QueueRow(line: head(queue))] + running
      + more(queue.runningCount - running.count) { language.text("\($0) more running") }
      + waits(on: queue.id) + waiting
      + more(queue.waitingCount - waiting.count) { language.text("\($0) more waiting") }
  }

  /// Returns how long a job has been running, of how long, and since when; the longest form first.
  private func progress(_ job: JobNode) -> [String] {
    guard let elapsed = context.running(job) else { return [] }
    let time = lengths.text(elapsed)
    let bar = elapsed.isMeasured ? elapsed.bar(isWide ? 8 : 5, glyphs) + " " : ""
    let since = language.text("since \(context.clockText(context.now - elapsed.passed))")
    return ["\(bar)\(time)  \(since)", "\(bar)\(time)", time, lengths.ratio(elapsed)]
  }

  /// Returns how long a job has been waiting, behind what, and since when; the longest form first.
  private func wait(_ job: JobNode) -> [String] {
    guard let elapsed = context.waiting(job) else { return [] }
    let time = lengths.text(elapsed)
    let waits = language.text("waits \(time)")
    let since = language.text("since \(context.clockText(context.now - elapsed.passed))")
    guard let other = context.behind(job) else { return ["\(waits)  \(since)", waits, time] }
    let behind = language.text("waits \(time) behind \(other)")
    return ["\(behind)  \(since)", behind, waits, time]
  }

  /// Returns a line for those that are not listed, if there are any.
  private func more(_ count: Int, _ text: (String) -> String) -> [QueueRow] {
    guard count > 0 else { return [] }
    return [QueueRow(line: StyledLine("\(indent)\(ellipsis) \(text(grouped(count)))", .dim))]
  }

  /// Returns the threads that are blocked on a promise, in a job of `queue` or outside any job.
  func waits(on queue: QueueID?) -> [QueueRow] {
    graph.waits.filter { $0.queue == queue }.map { wait in
      let name =
        graph[wait.promise].map { queue == nil ? titleInProcess($0) : title($0) }
        ?? wait.promise.description
      let thread = wait.thread?.description ?? language.text("a thread")
      return row(
        "\(queue == nil ? "" : indent)\(glyphs[.pause]) "
          + language.text("\(thread) is blocked on \(name)"),
        since(wait.began), wait.promise, .warning)
    }
  }

  /// Returns the promises that tasks await, which block no thread.
  func awaits() -> [QueueRow] {
    graph.awaits.map { wait in
      let name = graph[wait.promise].map { titleInProcess($0) } ?? wait.promise.description
      let function = wait.function.flatMap { graph[$0] }.map { title($0) }
      let text =
        wait.count == 1
        ? function.map { language.text("\($0) awaits \(name)") }
          ?? language.text("a task awaits \(name)")
        : language.text("\(grouped(wait.count)) tasks await \(name)")
      return row(text, since(wait.began), wait.promise, .body)
    }
  }

  /// Returns how long something has been waiting, and since when; the longest form first.
  private func since(_ began: Moment) -> [String] {
    let time = lengths.text(max(0, context.now.saturatingMinus(began.time)))
    let since = language.text("since \(context.clockText(began.time))")
    return ["\(time)  \(since)", time]
  }

  /// Returns the active timers, the next one first.
  func timers() -> [QueueRow] {
    let shown = graph.pendingTimers.prefix(Self.most).map { timer in
      let name = timer.promise.map { id in graph[id].map { titleInProcess($0) } ?? id.description }
      return row(
        language.text("timer \(name ?? timer.id.description)"), remaining(timer), timer.promise,
        .body)
    }
    let left = shown.count < Self.most ? 0 : graph.pendingTimerCount - shown.count
    return shown + more(left) { language.text("\($0) more timers") }
  }

  /// Returns when a timer fires, the longest form first.
  private func remaining(_ timer: TimerNode) -> [String] {
    if context.endedClosed { return [language.text("never fired")] }
    let elapsed = context.waiting(timer)
    let due = language.text("due \(context.clockText(timer.due))")
    guard let left = lengths.left(elapsed) else { return [language.text("due now"), due] }
    if graph.gate.isClosed {
      return [language.text("stands, \(left) left"), language.text("\(left) left")]
    }
    let bar = elapsed.bar(isWide ? 8 : 5, glyphs)
    let time = language.text("in \(left)")
    return ["\(bar) \(time)  \(due)", "\(bar) \(time)", time, due]
  }

  /// Returns a row with the longest of `rights` that leaves room for all of `left`, or else the shortest.
  private func row(
    _ left: String, _ rights: [String], _ promise: PromiseID?, _ role: Role, remark: Role = .dim
  ) -> QueueRow {
    let room = width - displayWidth(left) - 2
    let right = rights.first { displayWidth($0) <= room } ?? rights.last ?? ""
    return QueueRow(
      line: .sides(
        StyledLine(left, role), StyledLine(right, remark), width: width, ellipsis: ellipsis),
      promise: promise)
  }

  private func name(_ job: JobNode) -> String {
    if let child = job.child { return graph[child].map { title($0) } ?? child.description }
    return job.label ?? language.text("job \(job.id)")
  }

  private func title(_ node: PromiseNode) -> String {
    "\(node.id) \(graph.name(of: node, clock: clock))"
  }

  /// Returns the title for a row that is not below a process.
  private func titleInProcess(_ node: PromiseNode) -> String {
    "\(node.id) \(graph.titleInProcess(of: node.id, graph.name(of: node, clock: clock)))"
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
      if queue.mostRunning > 0 {
        left.add("  " + language.text("deepest \(queue.mostRunning)"), .dim)
      }
      return left.cut(to: width, ellipsis: ellipsis)
    }
    let isIdle = queue.runningCount == 0
    left.add(
      (isIdle ? language.text("idle") : language.text("BUSY")) + "  ", isIdle ? .dim : .running)
    let right = state(queue, room: width - left.width - 1)
    left.add(threads(queue, room: width - left.width - right.width - 1), .dim)
    return .sides(left, right, width: width, ellipsis: ellipsis)
  }

  /// Returns as much as fits of how many jobs wait, how busy it was, when it had jobs, and how many waited at most.
  private func state(_ queue: QueueNode, room: Int) -> StyledLine {
    var parts: [Span] = []
    if queue.waitingCount > 0 {
      parts.append(Span(language.text("\(grouped(queue.waitingCount)) waiting"), .queued))
    }
    let longest = Span(language.text("longest \(grouped(queue.longest))"), .dim)
    if isWide {
      parts.append(Span(language.text("busy \(busy(queue))"), .dim))
      if let strip = QueueHistory(context, queue.id, since: start).text(cells: 8) {
        parts.append(Span(strip, .dim))
      }
      if queue.longest > 1, width >= 70 { parts.append(longest) }
    } else if queue.longest > 1 {
      parts.append(longest)
    }
    var line = StyledLine()
    for part in parts where line.width + displayWidth(part.text) + 2 <= room {
      if !line.spans.isEmpty { line.add("  ") }
      line.spans.append(part)
    }
    return line
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
      nanoseconds += Double(context.running(job)?.passed ?? 0)
    }
    var width = 1
    if case .concurrent(let limit) = queue.kind { width = max(1, limit ?? queue.threads.count) }
    let open = context.now.saturatingMinus(
      graph.gate.closedTime(from: start, to: context.now))
    let share = open > 0 ? nanoseconds / Double(open) / Double(width) : 0
    let tenths = Int((min(max(0, share), 1) * 1000).rounded())
    return aligned("\(tenths / 10)%", to: 4)
  }
}

extension QueueNode {
  /// Returns `serial`, `concurrent 2` or `on: nil`; with a question mark if the kind was not declared.
  func kindText(_ language: Language) -> String {
    kind == .immediate ? "on: nil" : kind.words(in: language) + (assumed ? "?" : "")
  }
}
