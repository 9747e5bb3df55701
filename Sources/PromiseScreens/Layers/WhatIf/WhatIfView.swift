import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseSimulation

extension WhatIfPanel: Panel {
  var mode: Mode { isSettling ? .settling : .whatIf }
  var isKept: Bool { true }
  var wheelSelects: Bool { true }

  /// Returns the rows that can be changed, and below them as much of the results as fits.
  func sheet(_ state: State) -> Sheet? {
    let language = state.language
    let frame = state.panelFrame
    let inside = frame.inside
    let count = changes.count
    let text = text(state, width: inside.width)
    let room = textHeight(inside)
    let seen = text.dropFirst(scroll).prefix(room)
    let blanks = Array(repeating: StyledLine(), count: room - seen.count)
    return Sheet(
      frame: frame, title: language.text("What if"),
      status: count == 0 ? language.text("no change") : language.text("\(count) changed"),
      footing: footing(inside, language, hasMore: text.count > room),
      rows: sheetRows(state, inside), frozen: 1,
      below: rowCount(inside) + 1 < inside.height ? [StyledLine()] + seen + blanks : [],
      first: firstRow(inside), selected: selected)
  }

  /// Returns the rows; only the visible ones have text.
  private func sheetRows(_ state: State, _ inside: Rect) -> [Sheet.Row] {
    let first = firstRow(inside)
    let names = rows.map { displayWidth($0.promise.name) }.max() ?? 0
    let column = min(max(names, 7), max(8, inside.width / 3))
    let language = state.language
    let heads = [
      PromiseScreens.padded(
        language.text("PROMISE"), to: column, ellipsis: state.glyphs[.ellipsis]),
      "  " + padded(language.text("KIND"), to: kindWidth),
      padded(language.text("LENGTH"), to: lengthWidth) + language.text("OUTCOME"),
    ]
    let head = Sheet.Row(line: StyledLine(" \(heads.joined(separator: ""))", .dim))
    return [head]
      + rows.enumerated().map { place, row in
        let isSeen = (first..<first + rowCount(inside)).contains(place)
        return Sheet.Row(
          line: isSeen ? line(row, state, column: column) : StyledLine(), item: place)
      }
  }

  /// Returns the greatest scroll position of the text.
  func lastScroll(_ state: State) -> Int {
    let inside = state.panelFrame.inside
    return max(0, text(state, width: inside.width).count - textHeight(inside))
  }

  func copied(_ state: State) -> String? {
    text(state, width: 400).map(\.text).joined(separator: "\n")
  }

  /// Returns the number of visible rows: at most half of the panel, fewer once something is changed, to
  /// leave room for the results.
  private func rowCount(_ inside: Rect) -> Int {
    min(rows.count, max(2, inside.height / (changes.isEmpty ? 2 : 3)))
  }

  private func textHeight(_ inside: Rect) -> Int { max(0, inside.height - rowCount(inside) - 2) }

  func textHeight(_ state: State, width: Int) -> Int? {
    2 + rows.count + text(state, width: width).count
  }

  /// Returns the first visible row, such that the selected one is visible.
  private func firstRow(_ inside: Rect) -> Int {
    let height = rowCount(inside)
    return max(0, min(selected - height / 2, rows.count - height))
  }

  private func footing(_ inside: Rect, _ language: Language, hasMore: Bool) -> String {
    let part = Canvas.part(firstRow(inside), rowCount(inside), of: rows.count, language)
    let keys = hasMore ? language.text("PgUp PgDn text") : ""
    return [part, keys].filter { !$0.isEmpty }.joined(separator: "  ")
  }
}

// MARK: - Lines

extension WhatIfPanel {
  /// Returns a row: the promise, its length, its outcome, and how it is changed by hand.
  private func line(_ row: Row, _ state: State, column: Int) -> StyledLine {
    let name = PromiseScreens.padded(
      row.promise.name, to: column, ellipsis: state.glyphs[.ellipsis])
    var line = StyledLine(" \(name)  ")
    addLength(row, state.language, to: &line)
    addOutcome(row, state.language, to: &line)
    if let run = state.run, row.promise.isOpen(at: run.playhead) {
      line.add(state.language.text("pending"), .dim)
    }
    return line
  }

  private func addLength(_ row: Row, _ language: Language, to line: inout StyledLine) {
    guard let length = row.length, let (now, written) = self.length(of: row) else {
      line.add(blanks(kindWidth + lengthWidth))
      return
    }
    let kind =
      length.timer.map {
        $0 == 0 ? language.text("timer") : language.text("wait \($0 + 1)")
      } ?? language.text("job")
    line.add(padded(kind, to: kindWidth), .dim)
    if selectedRow == row, let typed {
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

  private func addOutcome(_ row: Row, _ language: Language, to line: inout StyledLine) {
    if let (outcome, event) = settling(of: row) {
      line.add(
        language.text("\(outcome.word(in: language)) by hand at event \(event)") + "  ", .heading)
    } else if isFlipped(row), let answer = row.promise.answer {
      line.add(language.text("\(answer.word(in: language)) by hand") + "  ", .heading)
    } else if let answer = row.promise.answer {
      line.add(padded(answer.word(in: language), to: outcomeWidth))
    } else if row.promise.closed == nil {
      line.add(language.text("pending at the end") + "  ", .warning)
    } else {
      line.add(blanks(outcomeWidth))
    }
  }

  private var kindWidth: Int { 7 }
  private var lengthWidth: Int { 16 }
  private var outcomeWidth: Int { 10 }

  private func padded(_ text: String, to width: Int) -> String {
    text + blanks(max(1, width - displayWidth(text)))
  }

  /// Returns what changed, and at which lengths the result would be different.
  private func text(_ state: State, width: Int) -> [StyledLine] {
    let language = state.language
    var lines: [StyledLine] = []
    func add(_ text: String, _ role: Role, indent: Int) {
      lines += hanging(
        StyledLine(blanks(indent)), text, role, width: width, indent: indent + 2, least: 1)
    }
    if isSettling, let row = selectedRow {
      add(
        language.text("Settle \(row.promise.name) now: f fulfills it, r rejects it, c cancels it."),
        .heading, indent: 1)
    }
    if !changes.isEmpty {
      let changes = language.list(changes.map { $0.text(in: language) })
      add(language.text("If \(changes):"), .heading, indent: 1)
      if isOriginal, differences(language).isEmpty {
        add(language.text("nothing else changes"), .body, indent: 2)
      }
      for sentence in differences(language) { add(sentence, .body, indent: 2) }
    }
    guard let row = selectedRow else { return lines }
    for (text, role) in criticalLines(row, state) {
      add(text, role, indent: role == .title ? 1 : 2)
      if role == .title, let strip = strip(row, state, width: width - 2) {
        lines.append(StyledLine([Span("  ")] + strip.spans))
      }
    }
    if isCutOff {
      add(language.text("covers only the first events of this long run"), .dim, indent: 1)
    }
    return lines
  }

  /// Returns the critical values of the selected row as a strip; `nil` if there are none.
  private func strip(_ row: Row, _ state: State, width: Int) -> StyledLine? {
    guard let values = criticalValues(in: state), let now = length(of: row)?.now else {
      return nil
    }
    let stretches = values.stretches(present: now, original, language: state.language)
    guard stretches.count > 1 else { return nil }
    return CriticalStrip(stretches, present: now, state.glyphs).line(width: width)
  }

  /// Returns the critical values of the selected row, including its current length.
  private func criticalLines(_ row: Row, _ state: State) -> [(String, Role)] {
    let language = state.language
    guard let run = state.run, let now = length(of: row)?.now,
      let request = request(schedule: (state.unchanged ?? run).token?.schedule)
    else {
      return [(language.text("\(row.promise.name) has no length of its own"), .dim)]
    }
    guard let known = critical[request] else { return [] }
    guard let values = known else {
      return [(language.text("looking for critical values ..."), .dim)]
    }
    return [(language.text("Critical values of \(row.promise.name)"), .title)]
      + values.lines(present: now, original, language: language).map {
        ($0.text, $0.isPresent ? .heading : .body)
      }
      + [(values.coverage(in: language), .dim)]
  }
}

extension KeyTable {
  static let whatIf: [Binding] = [
    Binding(
      [("r", .settleAs(.rejected))], .whatIf, in: [.settling], "reject",
      "while settling: reject the promise"),
    Binding(
      [("f", .settleAs(.fulfilled))], .whatIf, in: [.settling], "fulfill",
      "while settling: fulfill it, with a known value or an empty one"),
    Binding(
      [("c", .settleAs(.cancelled))], .whatIf, in: [.settling], "cancel",
      "while settling: cancel it"),
    Binding(
      [(.left, .longer(-1)), (.right, .longer(1)), ("-", .longer(-1)), ("+", .longer(1))], .whatIf,
      in: [.whatIf], "1 ms", "in what-if: make the timer or the job 1 ms shorter, longer"),
    Binding(
      [(">", .longer(10)), ("<", .longer(-10))], .whatIf, in: [.whatIf], "10 ms",
      "in what-if: 10 ms longer, shorter"),
    Binding(
      [("[", .previousCritical), ("]", .nextCritical)], .whatIf, in: [.whatIf], "next change",
      "in what-if: make it shorter, longer until the outcome changes: 1 ms past the next critical value"
    ),
    Binding(
      [("f", .flip)], .whatIf, in: [.whatIf], "flip",
      "in what-if: turn a success into a failure, a failure into a success"),
    Binding(
      [(.escape, .back)], .whatIf, in: [.whatIf, .settling], "close",
      "in what-if: discard what is typed, close the panel, return to the original run"),
    Binding(
      [("s", .settle)], .whatIf, in: [.whatIf], "settle",
      "in what-if: settle the promise by hand at this event; then press r, f or c"),
    Binding(
      [("u", .undo)], .whatIf, in: [.whatIf], "undo", "in what-if: undo the last change"),
    Binding(
      digits(0...9) { .digit($0) }, .whatIf, in: [.whatIf], "type ms",
      "in what-if: type the length in milliseconds, then Enter", keysText: "0-9"),
    Binding(
      [(.enter, .acceptLength), (.backspace, .eraseDigit)], .whatIf, in: [.whatIf], "",
      "in what-if: accept the typed number; erase a digit"),
    Binding(
      arrows, .whatIf, in: [.whatIf], "rows",
      "in what-if: previous, next row; the page keys scroll the results"),
  ]
}
