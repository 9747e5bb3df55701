import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The last line: a notice, the line being typed, or the available keys.
enum FooterView {
  /// Draws the footer in the last row.
  static func draw(_ state: State, on canvas: inout Canvas) {
    let y = state.size.height - 1
    let width = state.size.width
    if let prompt = state.prompt {
      PromptView.draw(prompt, state, on: &canvas)
    } else if let notice = state.notice {
      let text = clipped(notice, to: width, ellipsis: state.glyphs[.ellipsis])
      canvas.draw(text, .warning, x: 0, y: y)
    } else {
      var line = status(state)
      let room = width - line.width
      line.spans += keys(state.mode, state.glyphs, state.language, width: room, of: state).spans
      canvas.draw(line, x: 0, y: y, width: width)
    }
  }

  /// Returns the activity or the failure of a watched program, which precedes the keys.
  static func status(_ state: State) -> StyledLine {
    if let progress = state.progress { return activity(progress, state) }
    guard let watching = state.watching else { return StyledLine() }
    if let activity = watching.activity {
      return self.activity(activity, state, sign: watching.spinner)
    }
    return watching.trouble.map { StyledLine([Span("\($0.short)  ", .warning)]) } ?? StyledLine()
  }

  private static func activity(
    _ text: String, _ state: State, sign: Character? = nil
  ) -> StyledLine {
    let text = clipped(text, to: state.size.width / 2, ellipsis: state.glyphs[.ellipsis])
    return StyledLine([Span("\(sign ?? state.glyphs[.running]) \(text)  ", .running)])
  }

  /// Returns as many rows of the table of keys as fit, with help and quit always at the end; with a
  /// `state`, without rows that cannot apply to its run.
  static func keys(
    _ mode: Mode, _ glyphs: GlyphSet, _ language: Language = .english, width: Int,
    of state: State? = nil
  ) -> StyledLine {
    var line = StyledLine()
    for row in rows(mode, glyphs, language, width: width, of: state) {
      if !line.spans.isEmpty { line.add("  ") }
      line.add(row.footerNames(glyphs), .key)
      line.add(" \(label(row, language, state))", .dim)
    }
    return line
  }

  /// Returns the key whose name or label is in a column of the footer.
  static func key(atColumn x: Int, _ state: State) -> Key? {
    guard state.overlays.all.isEmpty, state.notice == nil else { return nil }
    var left = status(state).width
    let language = state.language
    let room = state.size.width - left
    for row in rows(state.mode, state.glyphs, language, width: room, of: state) {
      let names = row.footerStrokes
      let label = label(row, language, state)
      for (index, stroke) in names.enumerated() {
        let width = displayWidth(row.footerName(stroke, state.glyphs))
        let isLast = index == names.count - 1
        // The label belongs to the first key of the row.
        let end = left + width + (isLast ? 1 + displayWidth(label) : 1)
        if x >= left, x < end { return isLast && x > left + width ? names[0].key : stroke.key }
        left = end
      }
      left += 2
    }
    return nil
  }

  private static func rows(
    _ mode: Mode, _ glyphs: GlyphSet, _ language: Language, width: Int, of state: State?
  ) -> [Binding] {
    let showsRuns = state?.showsRuns == true
    let rows = (state?.keys ?? .standard).bindings.filter { row in
      guard row.modes.contains(mode), !row.label.isEmpty else { return false }
      guard let state else { return true }
      if mode == .picker, state.isTyped(in: row) { return false }
      return !row.help(ofRuns: showsRuns).isEmpty && row.needs?.isOutOfReach(in: state) != true
    }
    let last: [Action] = mode == .picker ? [.help, .back] : [.help, .quit]
    let isLast = { (row: Binding) in row.strokes.contains { last.contains($0.action) } }
    func room(_ row: Binding) -> Int {
      displayWidth("\(row.footerNames(glyphs)) \(label(row, language, state))") + 2
    }
    var left = width + 2 - rows.filter(isLast).reduce(0) { $0 + room($1) }
    let ordered = (state.map { sorted(rows, in: $0) } ?? rows).filter { !isLast($0) }
    let fitting = ordered.filter { row in
      guard room(row) <= left else { return false }
      left -= room(row)
      return true
    }
    return fitting + rows.filter(isLast)
  }

  /// Returns the rows with those first that are the most useful now.
  private static func sorted(_ rows: [Binding], in state: State) -> [Binding] {
    let actions = urgent(state)
    func place(_ row: Binding) -> Int {
      row.strokes.compactMap { actions.firstIndex(of: $0.action) }.min() ?? actions.count
    }
    return rows.enumerated().sorted {
      (place($0.element), $0.offset) < (place($1.element), $1.offset)
    }
    .map(\.element)
  }

  /// Returns the most useful actions: while a run plays, what controls it; at its end, what explains it.
  private static func urgent(_ state: State) -> [Action] {
    guard [.demo, .choosing].contains(state.mode), let run = state.run else { return [] }
    if run.isHeldByGate {
      let first: [Action] = run.graph.gateHolds.isEmpty ? [] : [.unblock]
      return first + [.toggleRunning, .stepForward, .turnForward, .choosing, .breakpoints, .why]
    }
    guard state.mode == .demo else { return [] }
    if run.controlsGate { return [.toggleRunning, .breakpoints, .why] }
    if run.playing { return [.toggleRunning, .faster, .stepForward, .why] }
    if run.search != nil, !run.isAtEnd { return [.nextMatch, .toggleRunning] }
    let goOn: [Action] =
      run.isAtEnd ? [.why, .whatIf, .explore, .quiz] : [.toggleRunning, .stepForward, .why]
    return Array(goOn.prefix(3)) + places(run) + goOn.dropFirst(3) + (run.isAtEnd ? [.start] : [])
  }

  /// Returns the actions that lead from the selected promise to what it waits for or came from.
  private static func places(_ run: Run) -> [Action] {
    guard let node = run.subject.flatMap({ run.graph[$0] }) else { return [] }
    let isFanIn = node.creation.operation.isFanIn
    return switch node.state {
    case .queued: [.blocked, .nextWait]
    case .pending, .lockedIn, .running: isFanIn ? [.nextDecision, .nextWait] : [.nextWait]
    case .rejected, .cancelled: [.nextError] + (isFanIn ? [.nextDecision] : [])
    case .fulfilled where isFanIn: [.nextDecision]
    default: []
    }
  }

  /// Returns what the keys of a row do: the key that runs also pauses, and the one that quits the list first shows
  /// all of it.
  private static func label(_ row: Binding, _ language: Language, _ state: State?) -> String {
    if let run = state?.run, run.controlsGate, row.strokes.first?.action == .toggleRunning {
      return run.graph.gate.isClosed ? language.text("open gate") : language.text("close gate")
    }
    if let state, state.mode == .picker, state.demoList.finder != nil,
      row.strokes.first?.action == .back
    {
      return language.text("all")
    }
    if state?.run?.gate?.entries.isEmpty == true,
      row.strokes.first?.action == .switchBreakpoint
    {
      return language.text("pick")
    }
    let pauses = state?.run?.playing == true && row.strokes.first?.action == .toggleRunning
    return pauses ? language.text("pause") : language.text(Phrase(row.label))
  }
}
