import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseSimulation

/// The what-if panel, in which a run is changed by hand: the rows that can be changed, and below them the
/// results. It has the place of the why panel.
enum WhatIfView {
  /// Returns the rows, and below them as much of the text as fits.
  static func sheet(_ state: State) -> Sheet? {
    guard let run = state.run, let panel = run.whatIf else { return nil }
    let language = state.language
    let frame = state.panelFrame
    let inside = frame.inside
    let count = panel.changes.count
    let text = text(panel, state, width: inside.width)
    let room = textHeight(panel, inside)
    let seen = text.dropFirst(panel.scroll).prefix(room)
    let blanks = Array(repeating: StyledLine(), count: room - seen.count)
    return Sheet(
      frame: frame, title: language.text("What if"),
      status: count == 0 ? language.text("no change") : language.text("\(count) changed"),
      footing: footing(panel, inside, language, hasMore: text.count > room),
      rows: rows(panel, state, inside),
      below: rowCount(panel, inside) < inside.height ? [StyledLine()] + seen + blanks : [],
      first: firstRow(panel, inside), selected: panel.selected)
  }

  /// Returns the rows; only the visible ones have text.
  private static func rows(_ panel: WhatIfPanel, _ state: State, _ inside: Rect) -> [Sheet.Row] {
    let first = firstRow(panel, inside)
    let names = panel.rows.map { displayWidth($0.promise.name) }.max() ?? 0
    let column = min(names, max(8, inside.width / 3))
    return panel.rows.enumerated().map { place, row in
      let isSeen = (first..<first + rowCount(panel, inside)).contains(place)
      return Sheet.Row(
        line: isSeen ? line(row, panel, state, column: column) : StyledLine(), item: place)
    }
  }

  /// Returns the greatest scroll position of the text.
  static func lastScroll(_ state: State) -> Int {
    guard let panel = state.run?.whatIf else { return 0 }
    let inside = state.panelFrame.inside
    return max(0, text(panel, state, width: inside.width).count - textHeight(panel, inside))
  }

  /// Returns the results as text, for copying.
  static func copied(_ state: State) -> String {
    guard let panel = state.run?.whatIf else { return "" }
    return text(panel, state, width: 400).map(\.text).joined(separator: "\n")
  }

  /// Returns the number of visible rows: at most half of the panel, fewer once something is changed, to
  /// leave room for the results.
  private static func rowCount(_ panel: WhatIfPanel, _ inside: Rect) -> Int {
    min(panel.rows.count, max(2, inside.height / (panel.changes.isEmpty ? 2 : 3)))
  }

  private static func textHeight(_ panel: WhatIfPanel, _ inside: Rect) -> Int {
    max(0, inside.height - rowCount(panel, inside) - 1)
  }

  /// Returns the first visible row, such that the selected one is visible.
  private static func firstRow(_ panel: WhatIfPanel, _ inside: Rect) -> Int {
    let height = rowCount(panel, inside)
    return max(0, min(panel.selected - height / 2, panel.rows.count - height))
  }

  private static func footing(
    _ panel: WhatIfPanel, _ inside: Rect, _ language: Language, hasMore: Bool
  ) -> String {
    let rows = Canvas.part(
      firstRow(panel, inside), rowCount(panel, inside), of: panel.rows.count, language)
    let keys = hasMore ? language.text("PgUp PgDn text") : ""
    return [rows, keys].filter { !$0.isEmpty }.joined(separator: "  ")
  }
}

// MARK: - Lines

extension WhatIfView {
  /// Returns a row: the promise, its length, its outcome, and how it is changed by hand.
  private static func line(
    _ row: WhatIfPanel.Row, _ panel: WhatIfPanel, _ state: State, column: Int
  ) -> StyledLine {
    let name = PromiseScreens.padded(
      row.promise.name, to: column, ellipsis: state.glyphs[.ellipsis])
    var line = StyledLine(" \(name)  ")
    addLength(row, panel, state.language, to: &line)
    addOutcome(row, panel, state.language, to: &line)
    if let run = state.run, row.promise.isOpen(at: run.playhead) {
      line.add(state.language.text("pending"), .dim)
    }
    return line
  }

  private static func addLength(
    _ row: WhatIfPanel.Row, _ panel: WhatIfPanel, _ language: Language,
    to line: inout StyledLine
  ) {
    guard let length = row.length, let (now, written) = panel.length(of: row) else {
      line.add(blanks(kindWidth + lengthWidth))
      return
    }
    let kind =
      length.timer.map {
        $0 == 0 ? language.text("timer") : language.text("wait \($0 + 1)")
      } ?? language.text("job")
    line.add(padded(kind, to: kindWidth), .dim)
    if panel.selectedRow == row, let typed = panel.typed {
      line.add(padded("\(typed)_ ms", to: lengthWidth), .heading)
    } else if now != written {
      let new = "\(shortMilliseconds(now)) ms "
      line.add(new, .heading)
      line.add(
        padded(
          language.text("was \(shortMilliseconds(written))"), to: lengthWidth - displayWidth(new)),
        .dim)
    } else {
      line.add(padded("\(shortMilliseconds(now)) ms", to: lengthWidth))
    }
  }

  private static func addOutcome(
    _ row: WhatIfPanel.Row, _ panel: WhatIfPanel, _ language: Language,
    to line: inout StyledLine
  ) {
    if let (outcome, event) = panel.settling(of: row) {
      line.add(
        language.text("\(outcome.word(in: language)) by hand at event \(event)") + "  ", .heading)
    } else if panel.isFlipped(row), let answer = row.promise.answer {
      line.add(language.text("\(answer.word(in: language)) by hand") + "  ", .heading)
    } else if let answer = row.promise.answer {
      line.add(padded(answer.word(in: language), to: outcomeWidth))
    } else if row.promise.closed == nil {
      line.add(language.text("pending at the end") + "  ", .warning)
    } else {
      line.add(blanks(outcomeWidth))
    }
  }

  private static let kindWidth = 7
  private static let lengthWidth = 16
  private static let outcomeWidth = 10

  private static func padded(_ text: String, to width: Int) -> String {
    text + blanks(max(1, width - displayWidth(text)))
  }

  /// Returns what changed, and at which lengths the result would be different.
  private static func text(_ panel: WhatIfPanel, _ state: State, width: Int) -> [StyledLine] {
    let language = state.language
    var lines: [StyledLine] = []
    func add(_ text: String, _ role: Role, indent: Int) {
      lines += hanging(
        StyledLine(blanks(indent)), text, role, width: width, indent: indent + 2, least: 1)
    }
    if panel.isSettling, let row = panel.selectedRow {
      add(
        language.text("Settle \(row.promise.name) now: f fulfills it, r rejects it, c cancels it."),
        .heading, indent: 1)
    }
    if !panel.changes.isEmpty {
      let changes = language.list(panel.changes.map { $0.text(in: language) })
      add(language.text("If \(changes):"), .heading, indent: 1)
      if panel.isOriginal, panel.differences(language).isEmpty {
        add(language.text("nothing else changes"), .body, indent: 2)
      }
      for sentence in panel.differences(language) { add(sentence, .body, indent: 2) }
    }
    guard let row = panel.selectedRow else { return lines }
    for (text, role) in critical(row, panel, state) {
      add(text, role, indent: role == .title ? 1 : 2)
      if role == .title, let strip = strip(row, panel, state, width: width - 2) {
        lines.append(StyledLine([Span("  ")] + strip.spans))
      }
    }
    if panel.isCutOff {
      add(language.text("covers only the first events of this long run"), .dim, indent: 1)
    }
    return lines
  }

  /// Returns the critical values of the selected row as a strip; `nil` if there are none.
  private static func strip(
    _ row: WhatIfPanel.Row, _ panel: WhatIfPanel, _ state: State, width: Int
  ) -> StyledLine? {
    guard let values = panel.criticalValues(in: state), let now = panel.length(of: row)?.now else {
      return nil
    }
    let stretches = values.stretches(present: now, panel.original, language: state.language)
    guard stretches.count > 1 else { return nil }
    return CriticalStrip(stretches, present: now, state.glyphs).line(width: width)
  }

  /// Returns the critical values of the selected row, including its current length.
  private static func critical(
    _ row: WhatIfPanel.Row, _ panel: WhatIfPanel, _ state: State
  ) -> [(String, Role)] {
    let language = state.language
    guard let run = state.run, let now = panel.length(of: row)?.now,
      let request = panel.request(schedule: (state.unchanged ?? run).token?.schedule)
    else {
      return [(language.text("\(row.promise.name) has no length of its own"), .dim)]
    }
    guard let known = panel.critical[request] else { return [] }
    guard let values = known else {
      return [(language.text("looking for critical values ..."), .dim)]
    }
    return [(language.text("Critical values of \(row.promise.name)"), .title)]
      + values.lines(present: now, panel.original, language: language).map {
        ($0.text, $0.isPresent ? .heading : .body)
      }
      + [(values.coverage(in: language), .dim)]
  }
}
