import PromiseGraph
import PromiseKitLite

/// The lines about warnings and notes.
struct WarningRows {
  private let context: PaneContext
  private let width: Int
  private let isLow: Bool
  private var ellipsis: Character { context.glyphs[.ellipsis] }

  /// For a pane of that size; a low one leaves out the headings.
  init(_ context: PaneContext, width: Int, height: Int) {
    self.context = context
    self.width = width
    isLow = height < 8
  }

  /// All about a warning: what it is called and when it was found, what is wrong, what to do about it.
  func whole(_ index: Int) -> [StyledLine] {
    let warning = context.warning(index)
    guard isLow else { return [title(warning)] + rest(index) }
    return entry(warning.moment, mark(warning), warning.sentence, warning.severity.role)
      + text(warning.fix, .dim, indent: 10)
  }

  /// A warning in a line.
  func short(_ index: Int) -> StyledLine {
    let warning = context.warning(index)
    var line = StyledLine(time(warning.moment), .dim)
    line.add(mark(warning), warning.severity.role)
    line.add(sanitized(warning.sentence))
    return line.cut(to: width, ellipsis: ellipsis)
  }

  /// What is wrong and what to do about it, below its first line.
  func rest(_ index: Int) -> [StyledLine] {
    let warning = context.warning(index)
    return text(warning.sentence, .body, indent: 2) + text(warning.fix, .dim, indent: 2)
  }

  /// A note, in as many lines as it needs, or in one.
  func whole(_ note: Note) -> [StyledLine] { entry(note.moment, "", note.text, .body) }
  func short(_ note: Note) -> StyledLine {
    StyledLine([Span(time(note.moment), .dim), Span(sanitized(note.text))])
      .cut(to: width, ellipsis: ellipsis)
  }

  /// What stands above the notes.
  var heading: StyledLine { StyledLine("what the program said", .dim) }

  /// Where there is nothing to warn of: that, and what was looked for.
  var none: [StyledLine] {
    let text = "no warnings " + (context.isOver ? "in this run" : "so far")
    let looked =
      "looked for: " + context.lints.settings.lints.map { $0.title }.joined(separator: ", ")
    return [StyledLine(text)] + wrapped(looked, to: width).map { StyledLine($0, .dim) }
  }

  /// How many events were lost, if any were.
  var lost: [StyledLine] {
    let count = context.graph.dropped
    return count > 0 ? [StyledLine("\(grouped(count)) events were lost", .warning)] : []
  }

  private func title(_ warning: Warning) -> StyledLine {
    var left = StyledLine(mark(warning), warning.severity.role)
    left.add(warning.title, .heading)
    let right = StyledLine(milliseconds(warning.moment.time), .dim)
    return .sides(left, right, width: width, ellipsis: ellipsis)
  }

  private func mark(_ warning: Warning) -> String { "\(context.glyphs[warning.severity.glyph]) " }

  private func time(_ moment: Moment) -> String {
    let time = milliseconds(moment.time)
    return String(repeating: " ", count: max(0, 7 - time.count)) + time + " "
  }

  /// The time, a mark and a text that goes on below.
  private func entry(
    _ moment: Moment, _ mark: String, _ text: String, _ role: Role
  ) -> [StyledLine] {
    let time = time(moment)
    let indent = displayWidth(time + mark)
    var lines = wrapped(sanitized(text), to: width - indent).map {
      StyledLine([Span(String(repeating: " ", count: indent)), Span($0)])
    }
    if lines.isEmpty { lines = [StyledLine()] }
    lines[0] = StyledLine([Span(time, .dim), Span(mark, role)] + lines[0].spans.dropFirst())
    return lines
  }

  private func text(_ text: String, _ role: Role, indent: Int) -> [StyledLine] {
    wrapped(sanitized(text), to: width - indent).map {
      StyledLine([Span(String(repeating: " ", count: indent)), Span($0, role)])
    }
  }
}

extension Severity {
  /// The sign of it.
  var glyph: Glyph {
    switch self {
    case .advice, .warning: .warning
    case .error: .unhandled
    }
  }

  /// What it is drawn as.
  var role: Role {
    switch self {
    case .advice: .body
    case .warning: .warning
    case .error: .rejected
    }
  }
}
