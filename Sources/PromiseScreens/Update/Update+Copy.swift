import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseSimulation

extension State {
  /// Hands over what is selected, as text.
  mutating func copy() {
    guard let text = selectedText, !text.isEmpty else {
      notice = "nothing is selected to copy"
      return
    }
    ask(.copy(text))
  }

  /// What the focused pane has selected.
  func selectedText(of run: Run) -> String? {
    switch run.focus {
    case .events: return run.history[run.playhead].map { eventText($0, run) }
    case .output: return printedText(run)
    case .warnings where run.context(glyphs).warningCount > 0: return warningText(run)
    case .time where run.selection == nil && run.token != nil: return run.token.map { "\($0)" }
    default: return run.subject.flatMap { run.graph[$0] }.map { promiseText($0, run.graph) }
    }
  }

  /// `31  206.0 ms  main  p3  fulfilled  receipt r1`
  private func eventText(_ event: PromiseEvent, _ run: Run) -> String {
    let summary = EventSummary(event, in: run.graph)
    return [
      "\(event.sequence)", "\(milliseconds(event.time)) ms",
      event.queue.map { run.graph.queueLabel($0) } ?? "--", summary.subject, summary.verb,
      summary.detail,
    ].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// What had been printed at the playhead.
  private func printedText(_ run: Run) -> String? {
    guard let output = run.output else { return nil }
    return output.lines.prefix(output.count(at: run.playhead)).map(\.text).joined(separator: "\n")
  }

  /// The selected warning, or the newest one: when it was found, what is wrong, what to do about it.
  private func warningText(_ run: Run) -> String {
    let context = run.context(glyphs)
    let warning = context.warning(context.warning ?? context.warningCount - 1)
    return """
      \(warning.title), \(milliseconds(warning.moment.time)) ms, event \(warning.moment.sequence)
      \(warning.sentence)
      \(warning.fix)
      """
  }

  /// What is known of a promise, a line each.
  private func promiseText(_ node: PromiseNode, _ graph: Graph) -> String {
    var lines = ["\(node.id) \(node.title)", "state: \(node.stateWords)"]
    if let settlement = node.settlement, !settlement.description.isEmpty {
      lines.append(
        (settlement.outcome == .fulfilled ? "value: " : "error: ") + settlement.description)
    }
    if let origin = node.settlement?.origin, origin != node.id {
      lines.append("arose in: \(origin) \(graph[origin]?.title ?? "")")
    }
    if let queue = node.queue { lines.append("queue: \(graph.queueLabel(queue))") }
    lines.append("made: \(milliseconds(node.created.time)) ms, event \(node.created.sequence)")
    if let settled = node.settled {
      lines.append("settled: \(milliseconds(settled.time)) ms, event \(settled.sequence)")
    }
    if let site = node.creation.site { lines.append("source: \(site)") }
    return lines.joined(separator: "\n")
  }

  /// Scrolls the focused pane sideways, by a quarter of it.
  mutating func scrollSideways(_ action: Action) {
    guard let run, let inside = layout.frame(of: run.focus)?.inside else { return }
    let content = run.content(of: run.focus, inside, glyphs)
    let most = max(0, content.width - inside.width)
    var scroll = run.scrolls[run.focus] ?? Scroll()
    let step = max(8, inside.width / 4)
    let x = min(max(0, min(scroll.x, most) + (action == .scrollRight ? step : -step)), most)
    guard x != scroll.x else {
      notice =
        most == 0 ? "all of this pane is seen" : "nothing more to the \(x == 0 ? "left" : "right")"
      return
    }
    scroll.x = x
    self.run?.scrolls[run.focus] = scroll
  }
}
