import PromiseCourse
import PromiseEvents
import PromiseGraph
import PromiseInsight

extension Run {
  /// The card at the end of the run, after it was played to there.
  package internal(set) var endCard: EndCard? {
    get { panels[EndCard.self] }
    set { panels[EndCard.self] = newValue }
  }
}

extension EndCard: Panel {
  var mode: Mode { .ended }

  /// Returns a frame that leaves what the card is about visible.
  func frame(in layout: Layout, _ state: State) -> Rect {
    guard let run = state.run else { return Rect(x: 0, y: 0, width: 0, height: 0) }
    let most = layout.card(state.size) { width in
      lines(state, run, width: width - 4).lines(height: .max).count + 2
    }
    // Without blank rows it can be less than that.
    let text = lines(state, run, width: most.inside.width - 2)
    return most.shortened(to: text.lines(height: most.inside.height).count + 2)
  }

  func sheet(_ state: State) -> Sheet? {
    guard let run = state.run else { return nil }
    let frame = state.panelFrame
    let lines = lines(state, run, width: frame.inside.width - 2)
    let promises = state.language.plural(promises, "promise")
    return Sheet(
      frame: frame, title: state.language.text("End of \(run.demo.name)"),
      status: "\(milliseconds(length)) ms, \(promises)", footing: "",
      rows: Sheet.Row.rows(lines.lines(height: frame.inside.height)), margin: 1)
  }

  private func lines(_ state: State, _ run: Run, width: Int) -> EndCardLines {
    EndCardLines(state: state, run: run, card: self, width: width)
  }

  func back(_ state: inout State) { state.run?.endCard = nil }

}

/// The text of the card.
private struct EndCardLines {
  let state: State
  let run: Run
  let card: EndCard
  let width: Int

  private var language: Language { state.language }
  private var glyphs: GlyphSet { state.glyphs }
  private var ellipsis: Character { glyphs[.ellipsis] }

  /// Returns as much as fits into `height` lines: what came out first.
  func lines(height: Int) -> [StyledLine] {
    let (head, keys, topic) = (self.head(atMost: 3), self.keys(isShort: false), self.topic)
    for bars in [bars, barsInLine] {
      let all = [head + results(), topic, bars, keys].filter { !$0.isEmpty }
      let spaced = Array(all.joined(separator: [StyledLine()]))
      if spaced.count <= height { return spaced }
      let dense = Array(all.joined())
      if dense.count <= height { return dense }
    }
    let least = self.head(atMost: 1)
    let results = results(atMost: max(1, height - least.count))
    return Array((least + results + barsInLine + self.keys(isShort: true)).prefix(max(0, height)))
  }

  // MARK: - What came out

  /// Returns what probably went wrong, in at most `limit` lines, and how the program ended.
  private func head(atMost limit: Int) -> [StyledLine] {
    let ending = run.ending.map {
      StyledLine($0.sentence(pending: run.known.counts.open, language))
        .cut(to: width, ellipsis: ellipsis)
    }
    return culprit(atMost: limit) + (ending.map { [$0] } ?? [])
  }

  /// Returns what came out in at most `limit` lines, the last of which counts what is left out.
  private func results(atMost limit: Int = .max) -> [StyledLine] {
    let all = card.results
    let count = all.count + (card.more > 0 ? 1 : 0) <= limit ? all.count : max(0, limit - 1)
    let more = card.more + all.count - count
    var lines = all.prefix(count).map { $0.line(glyphs, language) }
    if more > 0 { lines.append(StyledLine(language.text("and \(more) more"), .dim)) }
    if lines.isEmpty { lines.append(StyledLine(language.text("nothing came out"), .dim)) }
    return lines.map { $0.cut(to: width, ellipsis: ellipsis) }
  }

  private func culprit(atMost limit: Int) -> [StyledLine] {
    let culprits = run.context(glyphs, language).culprits
    guard let culprit = culprits.first,
      run.isOfCourse ? culprit.isMoreThanAdvice : culprit.isAnnounced
    else { return [] }
    let severity = culprit.warning.severity
    let sign = StyledLine("\(glyphs[severity.glyph]) ", severity.role)
    let more = culprits.serious.count - 1
    let rest =
      more > 0 && limit > 1
      ? [StyledLine("  " + language.text("and \(more) more in Warnings"), .dim)] : []
    return hanging(sign, sanitized(culprit.located(in: language)), width: width)
      .first(limit, width: width, ellipsis: ellipsis) + rest
  }

  /// What the demo teaches.
  private var topic: [StyledLine] {
    let topic = run.demo.topic(language)
    return topic.isEmpty || !run.isOfCourse
      ? [] : wrapped(topic, to: width).map { StyledLine($0, .title) }
  }

  // MARK: - Where the time went

  /// A part with its time and name.
  private var parts: [(time: String, name: String, role: Role, length: Int64)] {
    guard let shares = card.shares, shares.whole > 0 else { return [] }
    var parts = shares.parts.map { part in
      let role: Role =
        switch part.kind {
        case .running: .running
        case .queue, .gate: .queued
        case .timer, .other: .pending
        }
      let name =
        switch part.kind {
        case .running: part.name
        case .queue: language.text("waiting in queue \(part.name)")
        case .timer: language.text("timer \(part.name)")
        case .gate: language.text("\(part.name), while the gate was closed")
        case .other: language.text("waiting for \(part.name)")
        }
      return (milliseconds(part.length), name, role, part.length)
    }
    if shares.rest >= 100_000 {
      parts.append((milliseconds(shares.rest), language.text("everything else"), .dim, shares.rest))
    }
    return parts
  }

  /// What the bars show.
  private var heading: [StyledLine] {
    guard let subject = card.subject, let name = run.graph[subject]?.title else { return [] }
    let text = language.text("where the time until \(sanitized(name)) went")
    return [StyledLine(text, .heading).cut(to: width, ellipsis: ellipsis)]
  }

  /// A bar in each line.
  private var bars: [StyledLine] {
    let parts = parts
    guard let whole = card.shares?.whole, let longest = parts.map(\.length).max() else { return [] }
    let times = parts.map { displayWidth($0.time) }.max() ?? 0
    let names = min(28, width / 3, parts.map { displayWidth($0.name) }.max() ?? 0)
    let room = width - times - names - 6
    guard room > 4, whole > 0 else { return [] }
    return heading
      + parts.map { part in
        var line = StyledLine("\(aligned(part.time, to: times)) ms ", .heading)
        line.add(padded(part.name, to: names, ellipsis: ellipsis) + " ")
        line.add(bar(part.length, of: longest, room), part.role)
        return line
      }
  }

  /// All bars in a line.
  private var barsInLine: [StyledLine] {
    let parts = parts
    guard let longest = parts.map(\.length).max() else { return [] }
    let texts = parts.map { "\($0.time) \(clipped($0.name, to: 22, ellipsis: ellipsis))" }
    let room = (width - texts.reduce(0) { $0 + displayWidth($1) + 3 }) / max(1, parts.count)
    var line = StyledLine()
    for (part, text) in zip(parts, texts) {
      if !line.spans.isEmpty { line.add("  ") }
      line.add(text)
      if room >= 2 { line.add(" " + bar(part.length, of: longest, room), part.role) }
    }
    return [line.cut(to: width, ellipsis: ellipsis)]
  }

  private func bar(_ length: Int64, of longest: Int64, _ room: Int) -> String {
    glyphs.line(.filled, max(1, Int(Double(length) / Double(longest) * Double(room))))
  }

  // MARK: - What to do next

  /// The keys of the end of a run that work here.
  private func keys(isShort: Bool) -> [StyledLine] {
    var lines: [StyledLine] = []
    for row in state.keys.bindings where row.modes.contains(.ended) && !row.label.isEmpty {
      guard let stroke = row.strokes.first,
        let label = label(stroke.action, row.label, isShort: isShort),
        row.needs?.obstacle(in: state) == nil
      else { continue }
      var piece = StyledLine(stroke.key.name(glyphs), .key)
      piece.add(" " + label)
      let gap = blanks(isShort ? 2 : 3)
      if let last = lines.last, last.width + gap.count + piece.width <= width {
        lines[lines.count - 1].add(gap)
        lines[lines.count - 1].spans += piece.spans
      } else {
        lines.append(piece)
      }
    }
    return lines.map { $0.cut(to: width, ellipsis: ellipsis) }
  }

  /// Returns what a key does here; `nil` if the card leaves it out.
  private func label(_ action: Action, _ label: String, isShort: Bool) -> String? {
    switch action {
    case .why where isShort, .nextDemo where isShort: return language.text(Phrase(label))
    case .why:
      guard let subject = card.subject, let name = run.graph[subject]?.name else {
        return language.text(Phrase(label))
      }
      let short = clipped(name, to: 16, ellipsis: ellipsis)
      return run.graph[subject]?.isFinal == true
        ? language.text("why \(short) took so long") : language.text("why \(short) is pending")
    case .quiz:
      guard let count = state.demoList.previews[run.demo.name]?.questions, count > 0 else {
        return language.text(Phrase(label))
      }
      return "\(language.text(Phrase(label))) (\(count))"
    case .nextDemo:
      return state.nextDemo.map { language.text("next demo: \(state.demos[$0].name)") }
    case .toggleRunning, .whatIf, .explore, .lesson: return language.text(Phrase(label))
    default: return nil
    }
  }
}

extension EndCard.Result {
  /// Returns the sign of the state, the name and what came out.
  func line(_ glyphs: GlyphSet, _ language: Language) -> StyledLine {
    switch self {
    case .promise(_, let glyph, let role, let name, let text):
      var line = StyledLine("\(glyphs[glyph]) ", role)
      line.add(sanitized(name) + "  ")
      line.add(text == "()" ? "" : sanitized(text), role == .rejected ? .rejected : .heading)
      return line
    case .pending(_, let glyph, let role, let name):
      var line = StyledLine("\(glyphs[glyph]) ", role)
      line.add(language.text("\(sanitized(name)) never settled"))
      return line
    case .late(let input, let name, let state):
      let text = sanitized(input.fate(name, state, language))
      return StyledLine("\(glyphs[.passed]) \(text)", .dim)
    case .printed(let text):
      var line = StyledLine(language.text("printed") + "  ", .dim)
      line.add(sanitized(text), .heading)
      return line
    }
  }
}

extension KeyTable {
  static let ended: [Binding] = [
    Binding(
      [(" ", .toggleRunning)], .run, in: [.ended], "play again",
      "at the end of a run: play it again from its start"),
    Binding(
      [("n", .nextDemo)], .course, in: [.ended], "next demo",
      "at the end of a run: open the next demo", needs: .nextDemo),
    Binding(
      [(.escape, .back)], .program, in: [.ended], "close",
      "at the end of a run: close the card; moving closes it, too"),
  ]
}
