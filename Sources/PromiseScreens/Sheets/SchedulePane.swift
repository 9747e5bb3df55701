import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseSimulation

/// One of the two runs that are compared: what happened, line by line, with the choice that matters; and
/// below that what it came to, and its token.
enum SchedulePane {
  static func sheet(
    _ pane: ExplorePane, _ exploring: ExplorationState, _ glyphs: GlyphSet, _ frame: Rect,
    showsCause: Bool
  ) -> Sheet {
    let width = frame.inside.width
    let isThis = pane == .failing
    let outcome = exploring.outcome
    var sheet = Sheet(frame: frame, title: title(pane, exploring), rows: [])
    var lines: [StyledLine]
    var below: [StyledLine] = []
    if let comparison = exploring.comparison {
      let side = isThis ? comparison.this : comparison.other
      (lines, sheet.anchor) = self.lines(
        side.lines, comparison, isFailing: isThis && outcome?.fails == true, glyphs, width: width)
      below += facts("result", side.outcome, width: width)
      if isThis {
        if let outcome { below += broken(outcome, glyphs, width: width) }
        if showsCause { below += facts("cause", comparison.cause, width: width) }
      }
    } else {
      lines = wrapped(absence(exploring), to: width).map { StyledLine($0, .dim) }
      if isThis, let outcome {
        below += facts("result", outcome.result, width: width)
        below += broken(outcome, glyphs, width: width)
      }
    }
    if isThis, let outcome { below += again(outcome.again.name, exploring.again, width: width) }
    // Where there is too little room for both, all of it scrolls.
    let isLow = below.count > frame.inside.height / 2
    sheet.rows = Sheet.Row.rows(isLow ? lines + [StyledLine()] + below : lines)
    sheet.below = isLow ? [] : below
    return sheet
  }

  private static func title(_ pane: ExplorePane, _ exploring: ExplorationState) -> String {
    let outcome = exploring.outcome
    let fails = outcome?.fails ?? true
    guard pane == .failing else {
      return fails ? "Passing, closest to it" : "Another outcome, closest"
    }
    guard let outcome else { return "Failing" }
    let name =
      "\(fails ? "Failing" : "Outcome \(exploring.selected + 1)") #\(grouped(outcome.first))"
    guard let comparison = exploring.comparison,
      comparison.deviations < comparison.deviationsBefore
    else { return name }
    return "\(name) minimised \(comparison.deviationsBefore)>\(comparison.deviations)"
  }

  /// Why there is nothing to compare with.
  private static func absence(_ exploring: ExplorationState) -> String {
    guard let found = exploring.found, exploring.outcome != nil else {
      return "no \(exploring.found?.noun ?? "schedule") has ended yet"
    }
    let every = "every \(found.noun)" + (exploring.isRunning ? " so far" : "")
    if exploring.comparisons[exploring.selected] != nil {
      if exploring.allBreakTheSame {
        return exploring.isOfRuns ? "\(every) fails" : "\(every) breaks it"
      }
      return exploring.isOfRuns
        ? "there is no trace of a run to compare it with"
        : "no schedule was found that differs from it in one choice"
    }
    if found.count == 1 { return "\(every) comes to the same" }
    return "looking for the \(exploring.isOfRuns ? "first" : "smallest") difference"
  }

  /// Every line of the run, and which of them is the choice that matters.
  private static func lines(
    _ lines: [RunLine], _ comparison: Comparison, isFailing: Bool, _ glyphs: GlyphSet, width: Int
  ) -> (lines: [StyledLine], anchor: Int?) {
    var result: [StyledLine] = []
    var anchor: Int?
    var time: Int64?
    let queues = min(8, lines.compactMap { $0.queue.map(displayWidth) }.max() ?? 0)
    for line in lines {
      let clock = milliseconds(line.time)
      let left = aligned(line.time == time ? "" : clock, with: "1000.0") + " "
      time = line.time
      let indent = blanks(left.count)
      switch line.kind {
      case .choice, .decisiveChoice:
        let isDecisive = line.kind == .decisiveChoice
        let role: Role = isDecisive ? .warning : .dim
        for (row, text) in wrapped(line.text, to: width - left.count).enumerated() {
          if row == 0, isDecisive { anchor = result.count }
          result.append(StyledLine([Span(row == 0 ? left : indent, .dim), Span(text, role)]))
        }
        if isDecisive {
          result.append(
            StyledLine(
              indent + "\(glyphs[.arrowLeft]) choice \(comparison.place + 1) decides"
                + (isFailing ? " !" : ""), .warning))
        }
      case .start, .wait, .parting, .note, .timer, .end:
        if line.kind == .parting { anchor = result.count }
        var styled = StyledLine(left, .dim)
        let queue = padded(line.queue ?? "", to: queues, ellipsis: glyphs[.ellipsis])
        styled.add(queues > 0 ? queue + " " : "", .dim)
        styled.add("\(sign(line.kind, glyphs)) ", role(line.kind))
        styled.add(line.kind == .note ? "\"\(line.text)\"" : line.text, role(line.kind))
        result.append(styled.cut(to: width, ellipsis: glyphs[.ellipsis]))
      }
    }
    // A run that nobody scheduled and that does nothing more parts at its end.
    if comparison.token == nil, anchor == nil, !result.isEmpty { anchor = result.count - 1 }
    return (result, anchor)
  }

  private static func sign(_ kind: RunLine.Kind, _ glyphs: GlyphSet) -> Character {
    switch kind {
    case .start: glyphs[.running]
    case .wait: glyphs[.pause]
    case .parting: glyphs[.arrowRight]
    case .note, .timer, .end, .choice, .decisiveChoice: " "
    }
  }

  private static func role(_ kind: RunLine.Kind) -> Role {
    switch kind {
    case .start, .note: .body
    case .wait, .parting: .warning
    case .timer, .end, .choice, .decisiveChoice: .dim
    }
  }

  private static func broken(
    _ outcome: FoundOutcome, _ glyphs: GlyphSet, width: Int
  ) -> [StyledLine] {
    outcome.broken.flatMap {
      facts("breaks", "\($0)  \(glyphs[.rejected]) FAIL", width: width, .rejected)
    }
  }

  /// A token in one piece, so that it can be copied, as far as a line holds it.
  private static func again(_ name: String, _ text: String?, width: Int) -> [StyledLine] {
    let text = sanitized(text ?? "")
    let beside = facts(name, text, width: width)
    guard beside.count > 1 else { return beside }
    return [StyledLine(name, .dim)] + wrapped(text, to: width).map { StyledLine($0) }
  }

  /// A name and what is to be said of it; a longer text goes on below.
  private static func facts(
    _ name: String, _ text: String, width: Int, _ role: Role = .body
  ) -> [StyledLine] {
    hanging(
      StyledLine(name + blanks(max(1, 7 - name.count)), .dim), sanitized(text), role, width: width,
      least: 8)
  }
}
