import PromiseEvents
import PromiseGraph
import PromiseInsight

/// One of two compared runs: its handlers, texts and settlements in order, beside those of the other run.
enum ComparedPane {
  static func sheet(
    _ pane: PairPane, _ comparing: ComparisonState, _ glyphs: GlyphSet, _ language: Language,
    _ frame: Rect
  ) -> Sheet {
    let comparison = comparing.comparison
    let (side, run) = (comparison.side(pane), comparison.run(pane))
    let mark = comparing.side == pane ? "\(glyphs[.running]) " : ""
    let letter = pane == .after ? "B" : "A"
    var sheet = Sheet(frame: frame, title: "\(mark)\(letter) \(sanitized(side.title))", rows: [])
    let length = "\(milliseconds(run.end.saturatingMinus(run.start))) ms"
    let ending = side.ending.isIncomplete ? "\(side.ending.label(language))  " : ""
    sheet.status = "\(ending)\(language.plural(run.promises.count, "promise"))  \(length)"
    let least = displayWidth(sheet.title) + displayWidth(sheet.status) + 8
    if least > frame.width { sheet.status = side.ending.isIncomplete ? ending : length }
    sheet.below = outcome(side, glyphs, language, width: frame.inside.width, most: frame.height / 4)
    let height = max(1, frame.inside.height - sheet.below.count)
    let first = comparing.firstRow(height: height)
    let count = comparing.lines.rows.count
    let shown = first..<min(count, first + height)
    let columns = Columns(pane, comparing, glyphs, width: frame.inside.width)
    sheet.rows = Sheet.Row.rows(shown.map { columns.line($0) })
    sheet.footing = Canvas.part(first, shown.count, of: count, language)
    if count == 0 { sheet.rows = Sheet.Row.rows([StyledLine(language.text("nothing ran"), .dim)]) }
    return sheet
  }

  /// Returns the number of rows of the runs that fit in a frame.
  static func height(
    _ pane: PairPane, _ comparing: ComparisonState, _ glyphs: GlyphSet, _ language: Language,
    _ frame: Rect
  ) -> Int {
    let below = outcome(
      comparing.comparison.side(pane), glyphs, language, width: frame.inside.width,
      most: frame.height / 4)
    return max(1, frame.inside.height - below.count)
  }

  /// Returns what came out, the most important first.
  private static func outcome(
    _ side: RunComparison.Side, _ glyphs: GlyphSet, _ language: Language, width: Int, most: Int
  ) -> [StyledLine] {
    side.card.results.prefix(max(1, most)).map {
      $0.line(glyphs, language).cut(to: width, ellipsis: glyphs[.ellipsis])
    }
  }

  /// How a line is divided.
  private struct Columns {
    private let pane: PairPane
    private let comparing: ComparisonState
    private let run: ComparedRun
    private let glyphs: GlyphSet
    private let width: Int
    private let anchor: Int
    private let queues: Int

    init(_ pane: PairPane, _ comparing: ComparisonState, _ glyphs: GlyphSet, width: Int) {
      (self.pane, self.glyphs, self.width) = (pane, glyphs, width)
      self.comparing = comparing
      run = comparing.comparison.run(pane)
      anchor = comparing.row(of: comparing.selected, in: pane)
      let labels = run.queues.values.map { displayWidth(sanitized($0.label)) }.max() ?? 0
      queues = min(width >= 60 ? 16 : 6, labels)
    }

    func line(_ place: Int) -> StyledLine {
      let row = comparing.lines.rows[place]
      let isBefore = pane != .after
      let lines = isBefore ? comparing.lines.before : comparing.lines.after
      let isSelected = place == anchor
      var styled = StyledLine(
        isSelected ? String(glyphs[.arrowRight]) : " ", .warning)
      guard let index = isBefore ? row.before : row.after else { return styled }
      let line = lines[index]
      let isAlone = (isBefore ? row.after : row.before) == nil
      let (sign, role) = sign(line, isAlone: isAlone)
      styled.add("\(sign) ", role)
      let promise = line.promise.map { run.promises[$0] }
      let moment = line.step.map { run.steps[$0].moment } ?? promise?.settled
      let time = moment.map { milliseconds(run.time($0)) } ?? ""
      styled.add(aligned(time, with: "1000.0") + " ", .dim)
      let queue = line.step.flatMap { run.steps[$0].note == nil ? line.promise : nil }
        .flatMap { run.queueLabel(of: $0) }
      if queues > 0 {
        styled.add(
          padded(sanitized(queue ?? ""), to: queues, ellipsis: glyphs[.ellipsis]) + " ", .dim)
      }
      add(line, promise, isSelected ? .warning : .body, to: &styled)
      return styled.cut(to: width, ellipsis: glyphs[.ellipsis])
    }

    /// Returns the sign of a line: `-` or `+` for what one run does only, `~` for what it does in another order or with
    /// another outcome.
    private func sign(_ line: AlignedRuns.Line, isAlone: Bool) -> (Character, Role) {
      if isAlone, line.partner == nil {
        return pane == .after ? ("+", .fulfilled) : ("-", .rejected)
      }
      return comparing.isChanged(line, in: pane) ? ("~", .warning) : (" ", .dim)
    }

    /// Adds the handler with its outcome, the text, or the settlement.
    private func add(
      _ line: AlignedRuns.Line, _ promise: ComparedPromise?, _ role: Role,
      to styled: inout StyledLine
    ) {
      if let step = line.step {
        let isNote = run.steps[step].note != nil
        styled.add(isNote ? "  " : "\(glyphs[.running]) ", .dim)
        styled.add(sanitized(run.name(of: run.steps[step], isBrief: true)), role)
        if isNote { return }
        styled.add(" ")
      }
      guard let settlement = promise?.settlement else { return }
      let (glyph, color) = PromiseState(settlement.outcome).sign
      styled.add("\(glyphs[glyph]) ", color)
      if line.step == nil, let place = line.promise {
        styled.add(sanitized(run.name(of: place, isBrief: true)) + " ", role)
      }
      let text = settlement.description
      if text != "()" { styled.add(sanitized(text), .dim) }
    }
  }
}
