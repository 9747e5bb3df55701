import PromiseEvents
import PromiseExploration
import PromiseSimulation

/// The panel in which a run is changed by hand: the rows that can be changed, and below them what comes of
/// it. It lies where the answers to why lie.
enum WhatIfView {
  /// The rows, and below them as much of the text as there is room for.
  static func sheet(_ state: State) -> Sheet? {
    guard let run = state.run, let panel = run.whatIf else { return nil }
    let frame = state.panelFrame
    let inside = frame.inside
    let count = panel.changes.count
    let text = text(panel, state, width: inside.width)
    let room = textHeight(panel, inside)
    let seen = text.dropFirst(panel.scroll).prefix(room)
    let blanks = Array(repeating: StyledLine(), count: room - seen.count)
    return Sheet(
      frame: frame, title: "What if", status: count == 0 ? "nothing changed" : "\(count) changed",
      footing: footing(panel, inside, hasMore: text.count > room),
      rows: rows(panel, state, inside),
      below: rowCount(panel, inside) < inside.height ? [StyledLine()] + seen + blanks : [],
      first: firstRow(panel, inside), selected: panel.selected)
  }

  /// The rows, of which those that are seen have a text.
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

  /// How far the text can be scrolled.
  static func lastScroll(_ state: State) -> Int {
    guard let panel = state.run?.whatIf else { return 0 }
    let inside = state.panelFrame.inside
    return max(0, text(panel, state, width: inside.width).count - textHeight(panel, inside))
  }

  /// What comes of what is changed, as text.
  static func copied(_ state: State) -> String {
    guard let panel = state.run?.whatIf else { return "" }
    return text(panel, state, width: 400).map(\.text).joined(separator: "\n")
  }

  /// How many rows are seen: at most half of the panel, fewer where something is changed, so that what comes
  /// of it is seen as well.
  private static func rowCount(_ panel: WhatIfPanel, _ inside: Rect) -> Int {
    min(panel.rows.count, max(2, inside.height / (panel.changes.isEmpty ? 2 : 3)))
  }

  private static func textHeight(_ panel: WhatIfPanel, _ inside: Rect) -> Int {
    max(0, inside.height - rowCount(panel, inside) - 1)
  }

  /// The first row that is seen, so that the selected one is.
  private static func firstRow(_ panel: WhatIfPanel, _ inside: Rect) -> Int {
    let height = rowCount(panel, inside)
    return max(0, min(panel.selected - height / 2, panel.rows.count - height))
  }

  private static func footing(_ panel: WhatIfPanel, _ inside: Rect, hasMore: Bool) -> String {
    let rows = Canvas.part(
      firstRow(panel, inside), rowCount(panel, inside), of: panel.rows.count)
    return [rows, hasMore ? "PgUp PgDn text" : ""].filter { !$0.isEmpty }.joined(separator: "  ")
  }
}

// MARK: - Lines

extension WhatIfView {
  /// One row: who, how long, what becomes of it, and what is done to it by hand.
  private static func line(
    _ row: WhatIfPanel.Row, _ panel: WhatIfPanel, _ state: State, column: Int
  ) -> StyledLine {
    let name = PromiseScreens.padded(
      row.promise.name, to: column, ellipsis: state.glyphs[.ellipsis])
    var line = StyledLine(" \(name)  ")
    addLength(row, panel, to: &line)
    addOutcome(row, panel, to: &line)
    if let run = state.run, row.promise.isOpen(at: run.playhead) { line.add("pending", .dim) }
    return line
  }

  private static func addLength(
    _ row: WhatIfPanel.Row, _ panel: WhatIfPanel, to line: inout StyledLine
  ) {
    guard let length = row.length, let (now, written) = panel.length(of: row) else {
      line.add(blanks(kindWidth + lengthWidth))
      return
    }
    let kind = length.timer.map { $0 == 0 ? "timer" : "wait \($0 + 1)" } ?? "work"
    line.add(padded(kind, to: kindWidth), .dim)
    if panel.selectedRow == row, let typed = panel.typed {
      line.add(padded("\(typed)_ ms", to: lengthWidth), .heading)
    } else if now != written {
      let new = "\(shortMilliseconds(now)) ms "
      line.add(new, .heading)
      line.add(
        padded("was \(shortMilliseconds(written))", to: lengthWidth - displayWidth(new)), .dim)
    } else {
      line.add(padded("\(shortMilliseconds(now)) ms", to: lengthWidth))
    }
  }

  private static func addOutcome(
    _ row: WhatIfPanel.Row, _ panel: WhatIfPanel, to line: inout StyledLine
  ) {
    if let (outcome, event) = panel.settling(of: row) {
      line.add("\(outcome.rawValue) by hand at \(event)  ", .heading)
    } else if panel.isFlipped(row), let answer = row.promise.answer {
      line.add("\(answer.rawValue) by hand  ", .heading)
    } else if let answer = row.promise.answer {
      line.add(padded(answer.rawValue, to: outcomeWidth))
    } else if row.promise.closed == nil {
      line.add("pending at the end  ", .warning)
    } else {
      line.add(blanks(outcomeWidth))
    }
  }

  private static let kindWidth = 7
  private static let lengthWidth = 14
  private static let outcomeWidth = 10

  private static func padded(_ text: String, to width: Int) -> String {
    text + blanks(max(1, width - displayWidth(text)))
  }

  /// What comes of what is changed, and where something else would come of it.
  private static func text(_ panel: WhatIfPanel, _ state: State, width: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    func add(_ text: String, _ role: Role, indent: Int) {
      lines += hanging(
        StyledLine(blanks(indent)), text, role, width: width, indent: indent + 2, least: 1)
    }
    if panel.isSettling, let row = panel.selectedRow {
      add(
        "Settle \(row.promise.name) now: f fulfils it, r rejects it, c cancels it.", .heading,
        indent: 1)
    }
    if !panel.changes.isEmpty {
      add(
        "If " + panel.changes.map(\.description).joined(separator: " and ") + ":", .heading,
        indent: 1)
      if panel.isOriginal, panel.differences.isEmpty {
        add("nothing else is otherwise", .body, indent: 2)
      }
      for sentence in panel.differences { add(sentence, .body, indent: 2) }
    }
    guard let row = panel.selectedRow else { return lines }
    for (text, role) in critical(row, panel, state) {
      add(text, role, indent: role == .title ? 1 : 2)
    }
    if panel.isCutOff { add("the first events of a long run only", .dim, indent: 1) }
    return lines
  }

  /// The critical values of the selected row, the present length among them.
  private static func critical(
    _ row: WhatIfPanel.Row, _ panel: WhatIfPanel, _ state: State
  ) -> [(String, Role)] {
    guard let run = state.run, let now = panel.length(of: row)?.now,
      let request = panel.request(schedule: (state.unchanged ?? run).token?.schedule)
    else { return [("\(row.promise.name) has no length of its own", .dim)] }
    guard let known = panel.critical[request] else { return [] }
    guard let values = known else { return [("looking for critical values ...", .dim)] }
    return [("Critical values of \(row.promise.name)", .title)]
      + values.lines(present: now, panel.original).map {
        ($0.text, $0.isPresent ? .heading : .body)
      }
      + [(values.coverage, .dim)]
  }
}
