import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The warnings pane: the warnings, ranked, alike ones as one, each with what followed from it and its fix; below
/// them what is worth a look, and the notes.
package enum WarningsPane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    let rows = WarningRows(context, width: width, height: height)
    let title =
      context.ranking?.symptom.map {
        context.language.text("Warnings for \($0.name)")
      } ?? context.language.text("Warnings")
    var content = PaneContent(title: title, status: grouped(context.warningCount))
    guard height > 0 else {
      // Folded: only the title is visible.
      if context.culprits.isEmpty { content.status = context.language.text("none") }
      if let note = context.graph.notes.last {
        let printed = context.language.text("printed")
        content.status = "\(content.status)  \(printed) \(sanitized(note.text))"
      }
      return content
    }
    // A few are shown in full; many get a line each, and only the visible ones are processed.
    let few = context.culprits.count + context.graph.notes.count <= 100
    if few { fill(&content, rows, context) } else { window(&content, rows, context, height) }
    if let chosen = context.selectedCulprit {
      let lines = content.warnings.filter { $0.value == chosen }.keys.sorted()
      if let first = lines.first, let last = lines.last { content.chosen = first..<(last + 1) }
    }
    return content
  }

  private static func fill(
    _ content: inout PaneContent, _ rows: WarningRows, _ context: PaneContext
  ) {
    for index in context.culprits.indices {
      if index == context.culprits.looks.startIndex { content.lines += rows.looks(after: index) }
      if index == context.selectedCulprit { content.anchor = content.lines.count }
      for line in rows.whole(index) {
        content.warnings[content.lines.count] = index
        content.lines.append(line)
      }
    }
    if context.culprits.isEmpty { content.lines = rows.none }
    let notes = context.graph.notes
    if !notes.isEmpty {
      content.lines += [StyledLine(), rows.heading]
      for note in notes.reversed() { content.lines += rows.whole(note) }
    }
    content.lines += rows.lost
  }

  /// Adds a line for each warning and note, with the full text below the selected warning.
  private static func window(
    _ content: inout PaneContent, _ rows: WarningRows, _ context: PaneContext, _ height: Int
  ) {
    let notes = context.graph.notes
    let chosen = context.selectedCulprit
    let rest = chosen.map { rows.rest($0) } ?? []
    let lost = rows.lost
    let below = context.culprits.count + rest.count
    content.count = below + (notes.isEmpty ? 0 : notes.count + 1) + lost.count
    content.anchor = chosen
    content.skipped = context.scroll.first(
      count: content.count, frozen: 0, anchor: chosen, subject: nil, height: height)
    for line in content.skipped..<min(content.count, content.skipped + max(0, height)) {
      let place = chosen.map { line <= $0 ? line : max($0, line - rest.count) } ?? line
      if line < below {
        content.warnings[line] = place
        let isRest = chosen.map { line > $0 && line <= $0 + rest.count } ?? false
        content.lines.append(isRest ? rest[line - (chosen ?? 0) - 1] : rows.short(place))
      } else if !notes.isEmpty, line <= below + notes.count {
        let index = notes.count - (line - below)
        content.lines.append(line == below ? rows.heading : rows.short(notes[index]))
      } else {
        content.lines += lost
      }
    }
  }
}

/// The lines about warnings and notes.
struct WarningRows {
  private let context: PaneContext
  private let width: Int
  private let isLow: Bool
  private var ellipsis: Character { context.glyphs[.ellipsis] }

  /// Creates the lines for a pane of that size; a low pane has no headings.
  init(_ context: PaneContext, width: Int, height: Int) {
    self.context = context
    self.width = width
    isLow = height < 8
  }

  /// Returns a warning in full: its title, place and time, what is wrong, what followed, and how to fix it.
  func whole(_ index: Int) -> [StyledLine] {
    let culprit = context.culprits[index]
    let warning = culprit.warning
    guard isLow else { return [title(warning)] + rest(index) }
    return entry(
      warning.moment, mark(warning), culprit.located(in: language), warning.severity.role)
      + touch(of: culprit, indent: 10) + consequences(of: culprit, indent: 10)
      + text(warning.fix, .dim, indent: 10)
  }

  /// Returns a warning in a line.
  func short(_ index: Int) -> StyledLine {
    let culprit = context.culprits[index]
    var line = StyledLine(time(culprit.warning.moment), .dim)
    line.add(mark(culprit.warning), culprit.warning.severity.role)
    line.add(sanitized(culprit.located(in: language)))
    return line.cut(to: width, ellipsis: ellipsis)
  }

  /// Returns what is wrong, what followed, and how to fix it, below the first line.
  func rest(_ index: Int) -> [StyledLine] {
    let culprit = context.culprits[index]
    return text(culprit.sentence(in: language), .body, indent: 2)
      + touch(of: culprit, indent: 2) + consequences(of: culprit, indent: 2)
      + text(culprit.warning.fix, .dim, indent: 2)
  }

  /// Returns how a warning touches what went wrong.
  private func touch(of culprit: Culprit, indent: Int) -> [StyledLine] {
    culprit.touchSentence.map { text($0, .body, indent: indent) } ?? []
  }

  /// Returns what followed from a warning.
  private func consequences(of culprit: Culprit, indent: Int) -> [StyledLine] {
    culprit.consequences.prefix(Self.mostConsequences).flatMap { consequence in
      let lead = blanks(indent) + String(context.glyphs[.laneLast]) + " "
      return hanging(
        StyledLine(lead, .dim), sanitized(consequence.sentence(in: language)), .body, width: width)
    } + more(culprit.consequences.count - Self.mostConsequences, indent: indent)
  }

  private func more(_ count: Int, indent: Int) -> [StyledLine] {
    count > 0 ? text(language.text("and \(count) more"), .dim, indent: indent + 2) : []
  }

  private static var mostConsequences: Int { 4 }

  /// Returns a note, in full or in a line.
  func whole(_ note: Note) -> [StyledLine] { entry(note.moment, "", note.text, .body) }
  func short(_ note: Note) -> StyledLine {
    StyledLine([Span(time(note.moment), .dim), Span(sanitized(note.text))])
      .cut(to: width, ellipsis: ellipsis)
  }

  /// Returns the heading of what is worth a look, below that many warnings.
  func looks(after warnings: Int) -> [StyledLine] {
    guard !isLow else { return [] }
    return (warnings > 0 ? [StyledLine()] : [])
      + [StyledLine(Severity.look.name(in: language), .dim)]
  }

  /// The heading of the notes.
  var heading: StyledLine { StyledLine(language.text("notes of the program"), .dim) }
  private var language: Language { context.language }

  /// What to show without warnings.
  var none: [StyledLine] {
    [
      StyledLine(
        context.isOver
          ? language.text("no warnings in this run") : language.text("no warnings so far"))
    ]
  }

  /// The number of lost events, if any.
  var lost: [StyledLine] {
    let count = context.graph.dropped
    return count > 0
      ? [StyledLine(language.text("\(language.plural(count, "event")) lost"), .warning)] : []
  }

  private func title(_ warning: Warning) -> StyledLine {
    var left = StyledLine(mark(warning), warning.severity.role)
    left.add(warning.title, .heading)
    if let site = warning.site { left.add("  \(site.fileName):\(site.line)", .dim) }
    let right = StyledLine(milliseconds(warning.moment.time), .dim)
    return .sides(left, right, width: width, ellipsis: ellipsis)
  }

  private func mark(_ warning: Warning) -> String { "\(context.glyphs[warning.severity.glyph]) " }

  private func time(_ moment: Moment) -> String {
    aligned(milliseconds(moment.time), to: 7) + " "
  }

  /// Returns the time, a mark and a text that continues below.
  private func entry(
    _ moment: Moment, _ mark: String, _ text: String, _ role: Role
  ) -> [StyledLine] {
    let lead = StyledLine([Span(time(moment), .dim), Span(mark, role)])
    let lines = hanging(lead, sanitized(text), width: width)
    return lines.isEmpty ? [lead] : lines
  }

  private func text(_ text: String, _ role: Role, indent: Int) -> [StyledLine] {
    hanging(StyledLine(blanks(indent)), sanitized(text), role, width: width)
  }
}

extension Severity {
  /// The sign of the severity.
  var glyph: Glyph {
    switch self {
    case .look, .advice, .warning: .warning
    case .error: .unhandled
    }
  }

  /// The role of the severity.
  var role: Role {
    switch self {
    case .look, .advice: .body
    case .warning: .warning
    case .error: .rejected
    }
  }
}
