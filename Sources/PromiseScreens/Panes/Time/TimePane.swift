import PromiseGraph
import PromiseKitLite

/// The time: where the playhead stands between the first event and the last one that is known, who
/// was busy when, and, where there is room, the life of each promise.
package enum TimePane: Pane {
  /// From this height on there is a lane a promise, and names stand in the bars.
  private static let tallFrom = 5
  /// From this width on the status tells what a column stands for.
  private static let wideFrom = 120
  /// At most so many lanes of promises are drawn: those around the selected one.
  private static let mostPromises = 200

  /// A line before it is known how wide the labels are.
  private struct Row {
    var label: String
    var promise: PromiseID?
    var lane: (TimePainter) -> [Span]
  }

  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    let scene = TimeScene(context)
    var rows = height > 1 ? queues(scene, named: height >= tallFrom) : []
    let queueCount = rows.count
    if height >= tallFrom {
      rows += promises(scene, around: context.selection)
    } else if height > 1, height > rows.count, let timers = timers(scene) {
      rows.append(timers)
    }
    if rows.isEmpty { rows = [Row(label: "", lane: { $0.scrubber() })] }
    let labelWidth = rows.map { displayWidth($0.label) }.max() ?? 0
    let room = labelWidth == 0 ? 0 : min(max(5, labelWidth + 1), 10, width / 4)
    let painter = TimePainter(scene: scene, axis: scene.axis(columns: max(0, width - room)))

    var content = PaneContent(title: "Time", status: scene.status)
    if width >= wideFrom, let scale = painter.axis.scale { content.status += "   \(scale)" }
    let ticks = Row(label: painter.axis.countsEvents ? "ev" : "ms", lane: { $0.ticks() })
    if height >= 2 {
      // The axis stands below; where the lanes scroll, it and the queues stay above the promises.
      if rows.count < height {
        rows.append(ticks)
      } else if height >= tallFrom {
        rows.insert(ticks, at: 0)
        content.frozen = queueCount + 3 <= height ? queueCount + 1 : 1
      }
    }
    if let token = context.token { content.footing = "schedule \(token)" }
    guard width > 0 else { return content }
    for row in rows {
      if let promise = row.promise {
        content.promises[content.lines.count] = promise
        if promise == context.selection { content.anchor = content.lines.count }
      }
      let label = padded(row.label, to: max(0, room - 1), ellipsis: context.glyphs[.ellipsis])
      let isAhead = row.promise.map { context.graph[$0] == nil } ?? false
      var line = StyledLine(room > 0 ? label + " " : "", isAhead ? .future : .dim)
      line.spans += row.lane(painter)
      content.lines.append(line)
    }
    return content
  }

  /// A lane for each queue that has, or will have had, a job.
  private static func queues(_ scene: TimeScene, named: Bool) -> [Row] {
    let jobs = Dictionary(grouping: scene.end.jobs, by: \.queue)
    return scene.end.queues.compactMap { queue in
      jobs[queue.id].map { jobs in
        Row(label: queue.label, lane: { $0.lane(of: jobs, named: named) })
      }
    }
  }

  /// One lane for all timers, if there are any.
  private static func timers(_ scene: TimeScene) -> Row? {
    let timers = scene.end.promises.compactMap { $0.timer.flatMap { scene.end.timer($0) } }
    return timers.isEmpty ? nil : Row(label: "timer", lane: { $0.lane(of: timers) })
  }

  private static func promises(_ scene: TimeScene, around selection: PromiseID?) -> [Row] {
    let promises = scene.end.promises
    let selected = selection.map { id in
      min(promises.partition { $0.id < id }, max(0, promises.count - 1))
    }
    let first = max(0, min((selected ?? 0) - mostPromises / 2, promises.count - mostPromises))
    return promises[first..<min(promises.count, first + mostPromises)].map { node in
      Row(label: node.id.description, promise: node.id, lane: { $0.lane(of: node) })
    }
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index of the elements, which are in order, that does not belong before; the end where
  /// all of them do.
  fileprivate func partition(before: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if before(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
