import PromiseEvents
import PromiseGraph
import PromiseInsight

/// Draws the rows of a ``TimeScene``. The cost of a row depends on its columns, not on the number of events.
struct TimePainter {
  let scene: TimeScene
  let axis: TimeAxis
  /// The fan-ins that are shown and settled: their columns and rows.
  private var decisions: [(column: Int, row: Int)] = []
  private var glyphs: GlyphSet { scene.glyphs }

  /// The most fan-ins whose decisions are marked in the rows above.
  private static let mostDecisions = 4

  init(scene: TimeScene, axis: TimeAxis, rows: [TimeRows.Row] = []) {
    (self.scene, self.axis) = (scene, axis)
    for (index, row) in rows.enumerated() {
      guard case .fanIn(let fanIn) = row, decisions.count < Self.mostDecisions,
        let settled = scene.end[fanIn]?.settled, !scene.isAhead(settled)
      else { continue }
      decisions.append((axis.column(settled), index))
    }
  }

  /// An empty lane.
  private var emptyLane: TimeLane {
    TimeLane(columns: axis.columns, playhead: scene.playheadColumn(axis), glyphs: glyphs)
  }

  private var end: Int { axis.columns - 1 }

  /// Returns the cells of a row, and how many of its jobs have no name in it.
  func cells(_ row: TimeRows.Row, at index: Int = 0, _ bookmarks: Set<Int> = []) -> (
    spans: [Span], unnamed: Int
  ) {
    var lane = emptyLane
    var unnamed = 0
    switch row {
    case .ticks: return (ticks(bookmarks), 0)
    case .separator(let text): return (separator(text), 0)
    case .process(let process):
      let line = scene.end.line(
        for: process, width: axis.columns, glyphs, scene.language)
      return (line.spans, 0)
    case .scrubber: lane.line(.timeLine, from: 0, to: end, .body)
    case .lane(let queue, let place): unnamed = draw(queue, place, in: &lane)
    case .waits(let queue): drawWaits(on: queue, in: &lane)
    case .timers(let place):
      if scene.timeline.timers.lanes.indices.contains(place) {
        var bars = TimeBars(scene.timeline.timers.lanes[place], .timers, scene, axis)
        bars.draw(in: &lane)
        unnamed = bars.unnamed
      }
    case .fanIn(let promise):
      if let node = scene.end[promise] {
        TimeFanIns(scene: scene, axis: axis).draw(node, in: &lane)
      }
    case .losers(let promise):
      if let node = scene.end[promise] {
        TimeFanIns(scene: scene, axis: axis).drawLosers(of: node, in: &lane)
      }
    case .promise(let promise): if let node = scene.end[promise] { draw(node, in: &lane) }
    }
    if row != .scrubber { scene.drawGaps(along: axis, in: &lane) }
    lane.cross(decisions.filter { $0.row > index }.map(\.column))
    lane.drawPlayhead()
    return (lane.spans, unnamed)
  }

  /// Draws a lane of a queue; the first one also shows the jobs that never start.
  private func draw(_ queue: QueueID, _ place: Int, in lane: inout TimeLane) -> Int {
    let activity = scene.timeline.activity(of: queue)
    let source = activity.lanes.indices.contains(place) ? activity.lanes[place] : Timeline.Lane()
    var bars = TimeBars(source, .jobs, scene, axis)
    let waiting = place == 0 ? scene.end.queue(queue, listing: 1)?.waiting.first : nil
    bars.draw(in: &lane, stuckSince: waiting.flatMap { scene.end.job($0)?.enqueued })
    return bars.unnamed + (place == activity.lanes.count - 1 ? activity.unplaced : 0)
  }

  /// Draws when jobs wait in a queue, also while others run on it, with their names.
  private func drawWaits(on queue: QueueID, in lane: inout TimeLane) {
    let activity = scene.timeline.activity(of: queue)
    var before = axis.isPart ? activity.waiting.counts { axis.column($0) < 0 } : (begun: 0, over: 0)
    var stretch: (start: Int, first: Int)?
    for column in 0...axis.columns {
      let after =
        column == axis.columns
        ? (begun: before.begun, over: before.begun)
        : activity.waiting.counts { axis.column($0) <= column }
      if column < axis.columns, before.begun > before.over || after.begun > after.over {
        if stretch == nil { stretch = (column, before.over) }
      } else if let (start, first) = stretch {
        lane.line(.hatch, from: start, to: column - 1, .queued)
        name(activity, jobs: first..<before.begun, from: start, to: column - 1, in: &lane)
        stretch = nil
      }
      before = after
    }
  }

  /// Writes the names of the jobs that wait longest in a stretch.
  private func name(
    _ activity: Timeline.Activity, jobs: Range<Int>, from start: Int, to end: Int,
    in lane: inout TimeLane
  ) {
    let room = end - start - 1
    let forgotten = activity.waiting.forgottenBegins
    let places = (jobs.lowerBound - forgotten)..<(jobs.upperBound - forgotten)
    let ids = activity.enqueued[places.clamped(to: activity.enqueued.indices)].prefix(16)
    let waiting = ids.compactMap { scene.end.job($0) }.filter { job in
      guard let enqueued = job.enqueued else { return false }
      return axis.column(enqueued) < (job.started.map(axis.column) ?? axis.columns)
    }
    guard room >= 3, let first = waiting.first?.enqueued else { return }
    let names = waiting.map { job in
      job.child.flatMap { scene.end[$0]?.name } ?? job.label ?? job.id.description
    }
    let more = jobs.count > ids.count ? " +\(jobs.count - ids.count)" : ""
    let all = names.joined(separator: ", ") + more
    lane.write(
      " \(clipped(all, to: room, ellipsis: glyphs[.ellipsis])) ", at: start + 1,
      first.sequence > scene.playhead ? .future : .queued)
  }
}

extension TimeScene {
  /// Draws the gaps where events are missing.
  func drawGaps(along axis: TimeAxis, in lane: inout TimeLane) {
    let gaps = timeline.gaps
    let first = gaps.partitionPoint { axis.column($0.upperBound) < 0 }
    for gap in gaps[first...].prefix(axis.columns) {
      guard axis.column(gap.lowerBound) < axis.columns else { break }
      let lost = gap.upperBound.sequence - gap.lowerBound.sequence - 1
      lane.gap(
        from: axis.column(gap.lowerBound), to: axis.column(gap.upperBound),
        saying: lost > 0 ? language.text("\(grouped(lost)) lost") : "")
    }
  }
}

// MARK: - The axis

extension TimePainter {
  /// Returns the numbers along the axis, with the decisions beside them and the bookmarks over them.
  private func ticks(_ bookmarks: Set<Int>) -> [Span] {
    var text = ""
    for (column, label) in axis.ticks(gap: 10) {
      let start = min(column, axis.columns - label.count)
      guard start > text.count || text.isEmpty, start >= 0 else { continue }
      text += blanks(start - text.count) + label
    }
    var lane = emptyLane
    for (column, character) in text.enumerated() where character != " " {
      lane.mark(character, at: column, .dim)
    }
    for (column, _) in decisions where (0..<axis.columns).contains(column) {
      let free = (column..<(column + 8)).first { lane.room(from: $0) > 0 }
      if let free { lane.mark(glyphs[.winner], at: free, .winner) }
    }
    for number in bookmarks.sorted() {
      let time = scene.whole[number]?.time ?? scene.now
      lane.mark(glyphs[.bookmark], at: axis.column(time: time, number: number), .key)
    }
    return lane.trimmedSpans
  }

  private func separator(_ text: String) -> [Span] {
    let text = clipped(text, to: axis.columns, ellipsis: glyphs[.ellipsis])
    let rest = axis.columns - displayWidth(text)
    return [Span(text, .dim), Span(glyphs.line(.laneHorizontal, rest), .border)]
  }
}

// MARK: - Promises

extension TimePainter {
  /// Draws the row of a promise: `○····▒▒▸◎────✓`.
  private func draw(_ node: PromiseNode, in lane: inout TimeLane) {
    let created = axis.column(node.created)
    let settled = node.settled.map(axis.column)
    let until = settled ?? end
    let job = node.job.flatMap { scene.end.job($0) }
    lane.line(
      node.creation.parents.isEmpty ? .timeLine : .timeWaiting, from: created, to: until,
      node.creation.parents.isEmpty ? .body : .dim)
    if let enqueued = job?.enqueued {
      let start = job?.started.map(axis.column) ?? until
      lane.line(
        .hatch, from: axis.column(enqueued), to: start, scene.isAhead(enqueued) ? .future : .queued)
    }
    if let started = job?.started {
      lane.line(.timeLine, from: axis.column(started), to: until, .body)
    }
    mark(.pending, node.created, .pending, in: &lane)
    mark(.queued, job?.enqueued, .queued, in: &lane)
    mark(.running, job?.started, .running, in: &lane)
    mark(.lockedIn, node.adoptedAt, .lockedIn, in: &lane)
    if let moment = node.settled {
      let glyph = node.unhandled == nil ? node.glyph : .rejected
      if scene.end.hasWon(node) {
        mark(.winner, moment, .winner, in: &lane)
      } else {
        mark(glyph, moment, node.role, in: &lane)
      }
      if let unhandled = node.unhandled {
        let column = max(axis.column(moment) + 1, axis.column(unhandled))
        lane.mark(
          glyphs[.unhandled], at: min(column, end),
          scene.isAhead(unhandled) ? .future : .rejected)
      }
    } else if node.state == .lost {
      mark(.lost, node.freed, .lost, in: &lane)
    }
  }

  private func mark(_ glyph: Glyph, _ moment: Moment?, _ role: Role, in lane: inout TimeLane) {
    guard let moment else { return }
    lane.mark(glyphs[glyph], at: axis.column(moment), scene.isAhead(moment) ? .future : role)
  }
}
