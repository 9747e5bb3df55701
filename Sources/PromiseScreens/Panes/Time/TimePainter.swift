import PromiseEvents
import PromiseGraph

/// Draws the lanes of a ``TimeScene``: one for each queue, one for all timers, one for each promise. The cost
/// of a lane depends on its columns, not on the number of events.
struct TimePainter {
  let scene: TimeScene
  let axis: TimeAxis
  private var glyphs: GlyphSet { scene.glyphs }

  /// An empty lane.
  private var emptyLane: TimeLane {
    TimeLane(columns: axis.columns, playhead: scene.playheadColumn(axis), glyphs: glyphs)
  }

  private var end: Int { axis.columns - 1 }

  /// Returns the lane of `queue`: full where a job is running, low where one is waiting.
  func lane(of queue: QueueID, named: Bool) -> [Span] {
    let activity = scene.timeline.activity(of: queue)
    var lane = emptyLane
    let stretches = TimeStretches(activity, axis, playhead: lane.playhead, number: scene.playhead)
    let since = scene.graph.oldestRunningJob(on: queue)?.started.map(axis.column)
    lane.draw(stretches, runningSince: since, isSerial: scene.end.isSerial(queue))
    if named {
      for job in jobs(activity) {
        guard let started = job.started else { continue }
        lane.name(name(job), from: axis.column(started), to: job.ended.map(axis.column) ?? end)
      }
    }
    drawGaps(in: &lane)
    lane.drawPlayhead()
    return lane.spans
  }

  /// Returns the visible jobs, if they are few enough to leave room for their names.
  private func jobs(_ activity: Timeline.Activity) -> [JobNode] {
    let begins = activity.running.begins
    let first = begins.partitionPoint { axis.column($0) < 0 }
    let last = begins.partitionPoint { axis.column($0) < axis.columns }
    guard last - first <= axis.columns / 2 else { return [] }
    return activity.jobs[max(0, first - Self.mostBefore)..<last].compactMap { scene.end.job($0) }
  }

  /// How many jobs that started before the visible part are examined, since they may reach into it.
  private static let mostBefore = 16

  private func name(_ job: JobNode) -> String {
    guard let child = job.child else { return job.label ?? job.id.description }
    guard let node = scene.end[child] else { return child.description }
    return "\(child) \(node.name)"
  }

  /// Returns the lane of timers: a line while one is active, a stroke when one fires.
  func timers() -> [Span] {
    var lane = emptyLane
    lane.drawTimers(
      TimeStretches(
        scene.timeline.timers, axis, playhead: lane.playhead, number: scene.playhead))
    drawGaps(in: &lane)
    lane.drawPlayhead()
    return lane.spans
  }

  /// Draws the gaps where events are missing.
  private func drawGaps(in lane: inout TimeLane) {
    let gaps = scene.timeline.gaps
    let first = gaps.partitionPoint { axis.column($0.upperBound) < 0 }
    for gap in gaps[first...].prefix(axis.columns) {
      guard axis.column(gap.lowerBound) < axis.columns else { break }
      let lost = gap.upperBound.sequence - gap.lowerBound.sequence - 1
      lane.gap(
        from: axis.column(gap.lowerBound), to: axis.column(gap.upperBound),
        saying: lost > 0 ? scene.language.text("\(grouped(lost)) lost") : "")
    }
  }

  /// Returns the lane of a promise: `○····▣▸◎────✓`.
  func lane(of node: PromiseNode) -> [Span] {
    var lane = emptyLane
    let created = axis.column(node.created)
    let settled = node.settled.map(axis.column)
    let until = settled ?? end
    let job = node.job.flatMap { scene.end.job($0) }
    if node.creation.operation.isFanIn {
      lane.line(.timeFanIn, from: created, to: until, .dim)
    } else if node.creation.parents.isEmpty {
      lane.line(.timeLine, from: created, to: until, .body)
    } else {
      lane.line(.timeWaiting, from: created, to: until, .dim)
      if let started = job?.started {
        lane.line(.timeLine, from: axis.column(started), to: until, .body)
      }
    }
    mark(.pending, node.created, .pending, in: &lane)
    markInputs(of: node, in: &lane)
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
    drawGaps(in: &lane)
    lane.drawPlayhead()
    return lane.spans
  }

  /// Marks the settlements of a fan-in's inputs by 1, 2 and so on, unless there are too many.
  private func markInputs(of node: PromiseNode, in lane: inout TimeLane) {
    guard node.creation.operation.isFanIn, node.inputs.count <= Self.mostInputs else { return }
    let reported = node.inputs.filter { $0.settled != nil && !$0.ignored }
      .sorted { ($0.settled?.sequence ?? 0) < ($1.settled?.sequence ?? 0) }
    for (index, input) in reported.enumerated() {
      guard let moment = input.settled, let digit = String(index + 1).last else { continue }
      lane.mark(digit, at: axis.column(moment), scene.isAhead(moment) ? .future : .dim)
    }
  }

  private static let mostInputs = 200

  private func mark(_ glyph: Glyph, _ moment: Moment?, _ role: Role, in lane: inout TimeLane) {
    guard let moment else { return }
    lane.mark(glyphs[glyph], at: axis.column(moment), scene.isAhead(moment) ? .future : role)
  }

  /// Returns the numbers along the axis, with the bookmarks drawn over them.
  func ticks(_ bookmarks: Set<Int>) -> [Span] {
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
    for number in bookmarks.sorted() {
      let time = scene.whole[number]?.time ?? scene.now
      lane.mark(glyphs[.bookmark], at: axis.column(time: time, number: number), .key)
    }
    return lane.trimmedSpans
  }

  /// Returns the scrubber: the past, the playhead, the future.
  func scrubber() -> [Span] {
    var lane = emptyLane
    lane.line(.timeLine, from: 0, to: end, .body)
    lane.drawPlayhead()
    return lane.spans
  }
}

extension Graph {
  /// Returns whether a queue runs one job after the other.
  fileprivate func isSerial(_ queue: QueueID) -> Bool { queueKind(queue) == .serial }
}
