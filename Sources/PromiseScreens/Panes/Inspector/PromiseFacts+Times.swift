import PromiseKitLite
import PromiseGraph

extension PromiseFacts {
  /// What happened to the promise and when, with the numbers of the events.
  var times: [StyledLine] {
    let attached = graph.handler(settling: node.id)?.attached
    return [
      time("created", node.created),
      attached.map { time("attached", $0, node.ordinal.map { "number \($0)" }) },
      job?.enqueued.map { time("queued", $0) },
      (job?.started).map { time("started", $0, wait) },
      (job?.ended).map { time("ended", $0) },
      node.bodyStarted.map { time("body", $0) },
      node.bodyEnded.map { time("body ended", $0) },
      node.adoptedAt.map { time("locked in", $0) },
      node.settled.map { time("settled", $0) },
      node.unhandled.map { time("unhandled", $0) },
    ].compactMap { $0 }
  }

  /// The most important times in one line, for a low pane.
  var moments: [StyledLine] {
    let made = "made \(milliseconds(node.created.time))"
    let queued = job?.enqueued.map { "queued \(milliseconds($0.time))" }
    let ran = (job?.started).map { "ran \(milliseconds($0.time))" }
    let settled = node.settled.map { "settled \(milliseconds($0.time))" }
    let words = settled == nil ? [made, queued, ran] : [made, ran, settled]
    return [StyledLine(words.compactMap { $0 }.joined(separator: " "), .dim)]
  }

  /// How long the handler waited in its queue.
  private var wait: String? {
    guard let enqueued = job?.enqueued, let started = job?.started, started.time > enqueued.time
    else { return nil }
    return "waited \(milliseconds(started.time.saturatingMinus(enqueued.time)))"
  }

  private func time(_ name: String, _ moment: Moment, _ remark: String? = nil) -> StyledLine {
    let time = milliseconds(moment.time)
    let wide = width >= 40
    var line = StyledLine(padded(name, to: wide ? 11 : 10, ellipsis: ellipsis), .dim)
    line.add(String(repeating: " ", count: max(0, (wide ? 7 : 5) - time.count)) + time)
    line.add(wide ? "  event \(moment.sequence)" : " #\(moment.sequence)", .dim)
    if let remark { line.add((wide ? "  " : " ") + remark) }
    return line
  }
}
