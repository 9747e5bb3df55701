import PromiseCourse
import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseSimulation

extension State {
  /// Copies the selection as text.
  mutating func copy() {
    guard let text = front.copied(self), !text.isEmpty else {
      notice = language.text("nothing to copy: nothing is selected")
      return
    }
    ask(.copy(text))
  }

  /// Returns the selection of the focused pane as text; `nil` if there is none.
  func selectedText(of run: Run) -> String? {
    switch run.focus {
    case .events: return run.history[run.playhead].map { eventText($0, run) }
    case .output: return printedText(run)
    case .warnings where run.context(glyphs, language).culprits.count > 0: return warningText(run)
    case .time where run.selection == nil && run.token != nil: return run.token.map { "\($0)" }
    default: return run.subject.flatMap { run.graph[$0] }.map { promiseText($0, run.graph) }
    }
  }

  /// `31  206.0 ms  main  p3  fulfilled  receipt r1`
  private func eventText(_ event: PromiseEvent, _ run: Run) -> String {
    let summary = EventSummary(event, in: run.graph, language: language)
    return [
      "\(event.sequence)", "\(milliseconds(event.time)) ms",
      event.queue.map { run.graph.queueName($0) } ?? "--", summary.subject, summary.verb,
      summary.detail,
    ].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// Returns what the program had printed by the event at the playhead.
  private func printedText(_ run: Run) -> String? {
    guard let output = run.output else { return nil }
    return output.lines.prefix(output.count(at: run.playhead)).map(\.text).joined(separator: "\n")
  }

  /// Returns the selected warning, or the first one: when it was found, what is wrong and what followed, how to
  /// fix it.
  private func warningText(_ run: Run) -> String? {
    guard let culprit = run.context(glyphs, language).chosenCulprit else { return nil }
    let warning = culprit.warning
    let place = language.text(
      "\(milliseconds(warning.moment.time)) ms, event \(warning.moment.sequence)")
    let site = warning.site.map { "\(course.comma)\($0)" } ?? ""
    let lines =
      ["\(warning.title)\(site)\(course.comma)\(place)", culprit.sentence(in: language)]
      + culprit.consequences.map { "- " + $0.sentence(in: language) } + [warning.fix]
    return lines.joined(separator: "\n")
  }

  /// Returns the facts about a promise, one per line.
  private func promiseText(_ node: PromiseNode, _ graph: Graph) -> String {
    func line(_ name: String, _ text: String) -> String { "\(name)\(course.colon)\(text)" }
    func line(_ name: String, at moment: Moment) -> String {
      line(name, language.text("\(milliseconds(moment.time)) ms, event \(moment.sequence)"))
    }
    var lines = ["\(node.id) \(node.title)"]
    lines.append(line(language.text("state"), node.stateWords(in: language)))
    if let settlement = node.settlement, !settlement.description.isEmpty {
      let isValue = settlement.outcome == .fulfilled
      let name = isValue ? language.text("value") : language.text("error")
      lines.append(line(name, settlement.description))
    }
    if let origin = node.settlement?.origin, origin != node.id {
      lines.append(line(language.text("came from"), "\(origin) \(graph[origin]?.title ?? "")"))
    }
    if let queue = node.queue {
      lines.append(line(language.text("queue"), graph.queueName(queue)))
    }
    lines.append(line(language.text("created"), at: node.created))
    if let settled = node.settled { lines.append(line(language.text("settled"), at: settled)) }
    if let site = node.creation.site { lines.append(line(language.text("source"), "\(site)")) }
    return lines.joined(separator: "\n")
  }

  /// Scrolls the focused pane sideways by a quarter of its width.
  mutating func scrollSideways(by sign: Int) {
    guard let run, let inside = layout.frame(of: run.focus)?.inside else { return }
    let content = run.content(of: run.focus, inside, glyphs, language)
    let most = max(0, content.width - inside.width)
    var scroll = run.scrolls[run.focus] ?? Scroll()
    let step = sign * max(8, inside.width / 4)
    let now = scroll.firstColumn(of: content, width: inside.width)
    let x = min(max(0, now + step), most)
    guard x != now else {
      notice =
        most == 0
        ? language.text("the pane already shows full lines")
        : x == 0
          ? language.text("this is the left edge") : language.text("this is the right edge")
      return
    }
    (scroll.x, scroll.subjectOfX) = (x, run.subject)
    self.run?.scrolls[run.focus] = scroll
  }
}
