import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseSimulation

/// One of the two compared runs: what happened, line by line, with the decisive choice; and below that its
/// result and its token.
enum SchedulePane {
  static func sheet(
    _ pane: PairPane, _ exploring: ExplorationState, _ glyphs: GlyphSet,
    _ language: Language, _ frame: Rect, showsCause: Bool
  ) -> Sheet {
    let width = frame.inside.width
    let isThis = pane == .after
    let outcome = exploring.outcome
    var sheet = Sheet(frame: frame, title: title(pane, exploring, language), rows: [])
    var lines: [StyledLine]
    var below: [StyledLine] = []
    if let comparison = exploring.comparison {
      let side = isThis ? comparison.this : comparison.other
      (lines, sheet.anchor) = self.lines(
        side.lines, comparison, isFailing: isThis && outcome?.fails == true, glyphs, language,
        width: width)
      below += facts(language.text("result"), side.outcome, width: width)
      if isThis {
        if let outcome { below += broken(outcome, glyphs, language, width: width) }
        if showsCause {
          below += facts(exploring.causeName(language), comparison.cause, width: width)
        }
      }
    } else {
      lines = wrapped(absence(exploring, language), to: width).map { StyledLine($0, .dim) }
      if isThis, let outcome {
        below += facts(language.text("result"), outcome.result(language), width: width)
        below += broken(outcome, glyphs, language, width: width)
      }
    }
    if isThis, let outcome {
      let name = language.text(Phrase(outcome.again.name))
      below += again(name, exploring.again, width: width)
    }
    // If there is too little room for both, everything scrolls.
    let isLow = below.count > frame.inside.height / 2
    sheet.rows = Sheet.Row.rows(isLow ? lines + [StyledLine()] + below : lines)
    sheet.below = isLow ? [] : below
    return sheet
  }

  private static func title(
    _ pane: PairPane, _ exploring: ExplorationState, _ language: Language
  ) -> String {
    let outcome = exploring.outcome
    let fails = outcome?.fails ?? true
    guard pane == .after else {
      return fails
        ? language.text("Closest passing run") : language.text("Closest run with another outcome")
    }
    guard let outcome else { return language.text("Failing run") }
    let kind =
      fails
      ? language.text("Failing run") : language.text("Outcome \(exploring.selected + 1), run")
    let name = "\(kind) #\(grouped(exploring.comparison?.this.run?.number ?? outcome.first))"
    guard let comparison = exploring.comparison,
      comparison.deviations < comparison.deviationsBefore
    else { return name }
    let reduction = "\(comparison.deviationsBefore)>\(comparison.deviations)"
    return "\(name) \(language.text("minimized \(reduction)"))"
  }

  /// Why there is no run to compare with.
  private static func absence(_ exploring: ExplorationState, _ language: Language) -> String {
    guard let found = exploring.found, exploring.outcome != nil else {
      return language.text("no run has ended yet")
    }
    let every =
      exploring.isRunning ? language.text("every run so far") : language.text("every run")
    if exploring.comparisons[exploring.selected] != nil {
      return exploring.allBreakTheSame
        ? language.text("\(every) fails")
        : language.text("there is no similar run with another outcome")
    }
    return found.count == 1
      ? language.text("\(every) gives the same result")
      : language.text("looking for the smallest difference ...")
  }

  /// Returns every line of the run, and the index of the decisive choice.
  private static func lines(
    _ lines: [RunLine], _ comparison: Comparison, isFailing: Bool, _ glyphs: GlyphSet,
    _ language: Language, width: Int
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
              indent + "\(glyphs[.arrowLeft]) "
                + language.text("choice \(comparison.place + 1) decides")
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
    // A real run that ends earlier than the other one diverges at its end.
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
    _ outcome: FoundOutcome, _ glyphs: GlyphSet, _ language: Language, width: Int
  ) -> [StyledLine] {
    outcome.broken(language).flatMap {
      facts(
        language.text("breaks"), "\($0)  \(glyphs[.rejected]) \(language.text("FAIL"))",
        width: width,
        .rejected)
    }
  }

  /// Returns a token on a line of its own if it would be broken otherwise, so that it can be copied.
  private static func again(_ name: String, _ text: String?, width: Int) -> [StyledLine] {
    let text = sanitized(text ?? "")
    let beside = facts(name, text, width: width)
    guard beside.count > 1 else { return beside }
    return [StyledLine(name, .dim)] + wrapped(text, to: width).map { StyledLine($0) }
  }

  /// Returns a name and a text beside it; a longer text continues below.
  private static func facts(
    _ name: String, _ text: String, width: Int, _ role: Role = .body
  ) -> [StyledLine] {
    hanging(
      StyledLine(name + blanks(max(1, 7 - displayWidth(name))), .dim), sanitized(text), role,
      width: width,
      least: 8)
  }
}
