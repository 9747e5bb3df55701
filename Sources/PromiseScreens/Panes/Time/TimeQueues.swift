import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The lanes of the queues and timers, and which of them fit.
struct TimeQueues {
  private let scene: TimeScene
  private let columns: Int
  private let queues: [QueueID]

  /// The most lanes of timers.
  private static let mostTimers = 4
  /// The most queues for which it is worth looking at how long jobs waited.
  private static let mostWaits = 32

  init(_ scene: TimeScene, columns: Int) {
    (self.scene, self.columns) = (scene, columns)
    let used = scene.timeline.queues.filter { !scene.timeline.activity(of: $0).isEmpty }
    let graph = scene.end
    queues =
      graph.hasProcesses
      ? used.enumerated().map { (graph.process(of: $1)?.rawValue ?? 0, $0, $1) }
        .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2) : used
  }

  /// Returns the rows, with a line above those of each process. The timers, which are those of all processes, come
  /// first.
  private func grouped(_ rows: [TimeRows.Row]) -> [TimeRows.Row] {
    guard scene.end.hasProcesses else { return rows }
    var process: ProcessID?
    let lanes = rows.filter { $0.queue != nil }.flatMap { row -> [TimeRows.Row] in
      let owner = row.queue.flatMap { scene.end.process(of: $0) }
      defer { process = owner }
      guard let owner, owner != process else { return [row] }
      return [.process(owner), row]
    }
    return rows.filter { $0.queue == nil } + lanes
  }

  /// Returns the lanes that stay in place, and those that scroll, for a pane of that height in which `reserve`
  /// rows are for promises. If not all of them fit, what runs or has just ended at the playhead and the busiest
  /// queues stay in place.
  func arranged(
    height: Int, reserve: Int, isTall: Bool
  ) -> (fixed: [TimeRows.Row], loose: [TimeRows.Row]) {
    guard height > 1 else { return ([], []) }
    let visible = queues.filter { scene.end.queueKind($0) != .immediate }
    let all = queues.flatMap { lanes(of: $0) + waits(in: $0) } + timers(Self.mostTimers)
    let waiting = visible.flatMap { lanes(of: $0) + waits(in: $0) } + timers(Self.mostTimers)
    let plain = visible.flatMap(lanes) + timers(1)
    let candidates = (isTall ? [all, waiting, plain] : [all, waiting]).map(grouped)
    // Below the axis; in a low pane, also instead of the axis.
    let room = height - reserve - 1
    if let fit = candidates.first(where: { $0.count <= room }) { return (fit, []) }
    guard isTall else { return waiting.count <= height ? (waiting, []) : ([], waiting) }
    if grouped(plain).count <= height - 2 { return (grouped(plain), []) }
    return busiest(visible, rows: height - 2 - max(reserve, height < 9 ? 1 : height / 3))
  }

  /// Returns the lanes in use and those of the busiest queues, at most that many, and the others.
  private func busiest(
    _ visible: [QueueID], rows most: Int
  ) -> (fixed: [TimeRows.Row], loose: [TimeRows.Row]) {
    let order = visible.enumerated().sorted {
      let (a, b) = (busy($0.element), busy($1.element))
      return a == b ? $0.offset < $1.offset : a > b
    }
    let heads = min(scene.end.hasProcesses ? scene.end.processes.count : 0, max(0, most - 1))
    let byUse = order.flatMap { lanes(of: $0.element) }.enumerated().sorted {
      (-use($0.element), $0.offset) < (-use($1.element), $1.offset)
    }
    let chosen = Set(byUse.map(\.element).prefix(max(1, most - heads)))
    let rows = visible.flatMap(lanes)
    let fixed = grouped(rows.filter(chosen.contains))
    return (
      fixed.count > max(1, most) && heads > 0 ? rows.filter(chosen.contains) : fixed,
      grouped(rows.filter { !chosen.contains($0) } + timers(1))
    )
  }

  /// Returns how many lanes are among the scrolling rows: `94 more lanes: scroll up`.
  func hiddenText(_ loose: [TimeRows.Row]) -> String {
    guard !loose.isEmpty else { return "" }
    return
      " \(scene.language.text("\(scene.language.plural(loose.count, "more lane")): scroll up")) "
  }

  /// Whether a job of a lane runs at the playhead (1) or has just ended there (2).
  private func use(_ row: TimeRows.Row) -> Int {
    guard case .lane(let queue, let place) = row else { return 0 }
    let lanes = scene.timeline.activity(of: queue).lanes
    guard lanes.indices.contains(place) else { return 0 }
    let entries = lanes[place].entries
    let begun = entries.partitionPoint { $0.begin.time <= scene.now }
    guard begun > 0 else { return 0 }
    return switch entries[begun - 1].end?.time {
    case scene.now: 2
    case let end?: end < scene.now ? 0 : 1
    case nil: 1
    }
  }

  private func busy(_ queue: QueueID) -> Int64 { scene.timeline.activity(of: queue).busy }

  private func lanes(of queue: QueueID) -> [TimeRows.Row] {
    (0..<max(1, scene.timeline.activity(of: queue).lanes.count)).map { .lane(queue, $0) }
  }

  private func timers(_ most: Int) -> [TimeRows.Row] {
    (0..<min(most, scene.timeline.timers.lanes.count)).map { .timers($0) }
  }

  /// Returns the row of what waits in a queue, if some job waited for at least a column; by turns, if several
  /// waited at the same time.
  private func waits(in queue: QueueID) -> [TimeRows.Row] {
    guard queues.count <= Self.mostWaits, let node = scene.end.queue(queue, listing: 1) else {
      return []
    }
    if scene.isByTurns { return node.longest > 1 ? [.waits(queue)] : [] }
    var longest = node.longestWait
    if let oldest = node.waiting.first.flatMap({ scene.end.job($0)?.enqueued }) {
      longest = max(longest, scene.end.time.saturatingMinus(oldest.time))
    }
    let column = scene.duration / Int64(max(1, columns))
    return longest > max(0, column) ? [.waits(queue)] : []
  }
}

/// The labels at the left of the rows.
struct TimeLabels {
  private let scene: TimeScene
  private let width: Int
  /// The width of the names of queues.
  private let names: Int
  /// The cells of the labels, with a space at the end.
  private(set) var room = 0

  /// Creates the labels for rows and promises, of which the first ones determine the width.
  init(
    _ rows: [TimeRows.Row], _ promises: TimePromises, _ scene: TimeScene, width: Int
  ) {
    (self.scene, self.width) = (scene, width)
    names =
      min(8, rows.compactMap(\.queue).map { displayWidth(scene.end.queueLabel($0)) }.max() ?? 0)
    let rows = rows + promises.prefix(64).map { .promise($0) }
    // A lane has room for its queue and for how many of its jobs have no name.
    let widest =
      rows.map { row in
        max(
          displayWidth(text(row)), row.queue.map { displayWidth(scene.end.queueLabel($0)) + 3 } ?? 0
        )
      }.max() ?? 0
    let most = width >= 100 ? 18 : width >= 60 ? 14 : 9
    room = widest == 0 ? 0 : min(max(5, widest + 1), most, width / 4)
  }

  /// Returns a label; `unnamed` is how many jobs of the row have no name in it, and no word about them.
  func label(_ row: TimeRows.Row, unnamed: Int, _ context: PaneContext) -> StyledLine {
    var role = Role.dim
    var text = text(row)
    if case .separator = row {
      return StyledLine(context.glyphs.line(.laneHorizontal, room), .border)
    }
    if case .process = row {
      return StyledLine(context.glyphs.line(.laneHorizontal, room - 1) + " ", .border)
    }
    if unnamed > 0 {
      let more = scene.more(unnamed, row.queue == nil ? .timers : .jobs)
      // The thread gives way to the count.
      let name = row.queue.map(scene.end.queueLabel) ?? text
      let texts = [more, "+\(unnamed)"].flatMap { more in
        [text, name].map { $0.isEmpty ? more : "\($0) \(more)" }
      }
      let short = padded(
        name, to: room - 3 - "\(unnamed)".count, ellipsis: context.glyphs[.ellipsis])
      text = texts.first { displayWidth($0) < room } ?? "\(short) +\(unnamed)"
    }
    if let promise = row.promise {
      if promise == context.selection {
        role = .heading
        let mark = String(context.glyphs[.arrowRight])
        text = padded(text, to: room - 2, ellipsis: context.glyphs[.ellipsis]) + mark
      } else if context.graph[promise] == nil {
        role = .future
      }
    }
    return StyledLine(padded(text, to: room - 1, ellipsis: context.glyphs[.ellipsis]) + " ", role)
  }

  private func text(_ row: TimeRows.Row) -> String {
    let language = scene.language
    switch row {
    case .scrubber, .separator, .process, .losers: return ""
    case .ticks: return scene.isByTurns ? language.text("turn") : "ms"
    case .timers(let place): return place == 0 ? language.text("timer") : ""
    case .waits: return blanks(names > 4 ? 1 : names + 1) + language.text("waits")
    case .lane(let queue, let place):
      let lanes = scene.timeline.activity(of: queue).lanes
      let name = place == 0 ? scene.end.queueLabel(queue) : ""
      let thread = lanes.indices.contains(place) ? lanes[place].thread?.description ?? "" : ""
      if thread.isEmpty || width < 100 { return name }
      return padded(name, to: names, ellipsis: scene.glyphs[.ellipsis]) + " " + thread
    case .promise(let promise), .fanIn(let promise):
      guard width >= 100 || row == .fanIn(promise), let node = scene.end[promise] else {
        return promise.description
      }
      let text = "\(promise) \(node.creation.operation.isFanIn ? node.title : node.name)"
      return displayWidth(text) < 18 || row != .fanIn(promise) ? text : node.title
    }
  }
}

extension TimeScene {
  /// The nanoseconds of the known run.
  var duration: Int64 { max(0, end.time.saturatingMinus(start)) }
}
