import PromiseGraph
import PromiseKitLite

/// Draws the lanes of a ``TimeScene``: one a queue, one for all timers, one a promise.
struct TimePainter {
  let scene: TimeScene
  let axis: TimeAxis
  private var glyphs: GlyphSet { scene.glyphs }

  /// A lane without anything but the playhead.
  private var emptyLane: TimeLane {
    TimeLane(columns: axis.columns, playhead: scene.playheadColumn(axis), glyphs: glyphs)
  }

  private var end: Int { axis.columns - 1 }

  /// Full where a job of `queue` runs, low where one waits.
  func lane(of jobs: [JobNode], named: Bool) -> [Span] {
    var lane = emptyLane
    for job in jobs {
      guard let enqueued = job.enqueued else { continue }
      let until = job.started.map { axis.column($0) - 1 } ?? end
      lane.line(.barLow, from: axis.column(enqueued), to: until, .queued)
    }
    for job in jobs {
      guard let started = job.started else { continue }
      let progress: TimeLane.Progress =
        if scene.isAhead(started) {
          .ahead
        } else {
          job.ended.map(scene.isAhead) ?? true ? .running : .over
        }
      lane.bar(from: axis.column(started), to: job.ended.map(axis.column) ?? end, progress)
    }
    if named {
      for job in jobs {
        guard let started = job.started else { continue }
        lane.name(
          name(job), from: axis.column(started), to: job.ended.map(axis.column) ?? end)
      }
    }
    lane.drawPlayhead()
    return lane.spans
  }

  private func name(_ job: JobNode) -> String {
    guard let child = job.child else { return job.label ?? job.id.description }
    guard let node = scene.end[child] else { return child.description }
    return "\(child) \(node.creation.label ?? node.name)"
  }

  /// A line while a timer is set, a stroke where it fires.
  func lane(of timers: [TimerNode]) -> [Span] {
    var lane = emptyLane
    for timer in timers {
      let until = (timer.fired ?? timer.cancelled).map(axis.column) ?? end
      lane.line(.timeLine, from: axis.column(timer.scheduled), to: until, .dim)
    }
    for timer in timers {
      guard let fired = timer.fired else { continue }
      lane.mark(
        glyphs[.barRight], at: axis.column(fired), scene.isAhead(fired) ? .future : .body)
    }
    lane.drawPlayhead()
    return lane.spans
  }

  /// The life of one promise: `○····▣▸◎────✓`.
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
    var count = 0
    for input in node.inputs.sorted(by: {
      ($0.settled?.sequence ?? 0) < ($1.settled?.sequence ?? 0)
    })
    where !input.ignored {
      guard let moment = input.settled else { continue }
      count += 1
      guard let digit = String(count).last else { continue }
      lane.mark(digit, at: axis.column(moment), scene.isAhead(moment) ? .future : .dim)
    }
    mark(.queued, job?.enqueued, .queued, in: &lane)
    mark(.running, job?.started, .running, in: &lane)
    mark(.lockedIn, node.adoptedAt, .lockedIn, in: &lane)
    if let moment = node.settled {
      let glyph = node.unhandled == nil ? node.glyph : .rejected
      mark(glyph, moment, node.role, in: &lane)
      if let unhandled = node.unhandled {
        let column = max(axis.column(moment) + 1, axis.column(unhandled))
        lane.mark(
          glyphs[.unhandled], at: min(column, end),
          scene.isAhead(unhandled) ? .future : .rejected)
      }
    } else if node.state == .lost {
      mark(.lost, node.freed, .lost, in: &lane)
    }
    lane.drawPlayhead()
    return lane.spans
  }

  private func mark(_ glyph: Glyph, _ moment: Moment?, _ role: Role, in lane: inout TimeLane) {
    guard let moment else { return }
    lane.mark(glyphs[glyph], at: axis.column(moment), scene.isAhead(moment) ? .future : role)
  }

  /// The numbers along the axis, the last of them moved left where it would not fit.
  func ticks() -> [Span] {
    var text = ""
    for (column, label) in axis.ticks(gap: 10) {
      let start = min(column, axis.columns - label.count)
      guard start > text.count || text.isEmpty, start >= 0 else { continue }
      text += String(repeating: " ", count: start - text.count) + label
    }
    return [Span(text, .dim)]
  }

  /// What is behind, the playhead, what is ahead.
  func scrubber() -> [Span] {
    var lane = emptyLane
    lane.line(.timeLine, from: 0, to: end, .body)
    lane.drawPlayhead()
    return lane.spans
  }
}
