import PromiseEvents
import PromiseGraph
import PromiseInsight

/// How many jobs a queue had over the run, in a row of small columns.
struct QueueHistory {
  private let context: PaneContext
  private let activity: Timeline.Activity?
  /// When the run began.
  private let first: Int64

  init(_ context: PaneContext, _ queue: QueueID, since first: Int64) {
    self.context = context
    self.first = first
    activity = context.timeline?.activity(of: queue)
  }

  /// Returns a column for each of `cells` equal parts of the run, as high as the number of jobs that ran or waited
  /// in that part, up to the playhead; `nil` if nothing is known of the queue, or if the run has no length.
  /// O(cells * log jobs)
  func text(cells: Int) -> String? {
    let last = max(context.history.endTime, context.prediction?.endTime ?? 0)
    guard let activity, !activity.isEmpty, cells > 0, last > first else { return nil }
    let levels = context.glyphs.levels
    let length = Double(last) - Double(first)
    var text = ""
    for cell in 0..<cells {
      let begin = first + Int64(length * Double(cell) / Double(cells))
      let end = min(first + Int64(length * Double(cell + 1) / Double(cells)), context.now)
      guard begin <= context.now, begin < end || cell == 0 else {
        text += " "
        continue
      }
      let jobs = count(activity.running, begin, end) + count(activity.waiting, begin, end)
      text.append(levels[min(jobs, levels.count - 1)])
    }
    return text
  }

  /// Returns how many intervals overlap the time from `begin` to `end` at the playhead.
  private func count(_ spans: Timeline.Spans, _ begin: Int64, _ end: Int64) -> Int {
    let playhead = context.playhead
    let begun = spans.counts { $0.sequence <= playhead && $0.time < end }.begun
    let over = spans.counts { $0.sequence <= playhead && $0.time <= begin }.over
    return max(0, begun - over)
  }
}
