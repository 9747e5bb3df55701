import PromiseEvents
import PromiseGraph
import PromiseInsight

/// A build failure in the place of the source: each file, with the compiler's messages below its lines.
enum BuildFailureLines {
  /// Returns the content for a pane of that size.
  static func content(
    _ trouble: BuildFailure, _ context: PaneContext, width: Int, height: Int
  ) -> PaneContent {
    var content = PaneContent(
      title: context.language.text("Source"), status: trouble.short)
    let errors = trouble.diagnostics.count { $0.severity == .error }
    if let first = trouble.diagnostics.first {
      content.title += " \(first.fileName)"
      content.status = context.language.plural(errors, "error")
    }
    if let activity = trouble.activity {
      content.lines += [StyledLine(sanitized(activity), .running), StyledLine()]
    }
    if trouble.diagnostics.isEmpty {
      content.lines += wrapped(sanitized(trouble.headline), to: width).map {
        StyledLine($0, .warning)
      }
      content.lines += trouble.advice.flatMap { text(sanitized($0), width) }
    }
    for (place, file) in trouble.files.enumerated() {
      if place > 0 { content.lines.append(StyledLine()) }
      if trouble.files.count > 1 { content.lines.append(StyledLine(sanitized(file), .heading)) }
      add(file, of: trouble, to: &content, width: width, height: height, context.glyphs)
    }
    if !trouble.output.isEmpty, !content.lines.isEmpty { content.lines.append(StyledLine()) }
    content.lines += trouble.output.flatMap { text(sanitized($0), width) }
    return content
  }

  /// The number of lines shown around each message.
  private static let around = 40

  /// Adds the lines of a file that are near a message.
  private static func add(
    _ file: String, of trouble: BuildFailure, to content: inout PaneContent, width: Int,
    height: Int,
    _ glyphs: GlyphSet
  ) {
    let lines = trouble.sources[file] ?? []
    let said = Dictionary(grouping: trouble.diagnostics.filter { $0.file == file }) {
      lines.isEmpty ? $0.line : min($0.line, lines.count)
    }
    let digits = String(max(lines.count, said.keys.max() ?? 1)).count
    var last = 0
    for place in said.keys.sorted() {
      // For a file that cannot be read, only the line numbers are known.
      let start = lines.isEmpty ? place : max(last + 1, place - around)
      for number in start..<(place + 1) {
        if number > last + 1, number == place - around, last > 0 {
          content.lines.append(StyledLine(String(glyphs[.ellipsis]), .dim))
        }
        let text = lines.indices.contains(number - 1) ? lines[number - 1] : ""
        let isWrong = said[number] != nil
        content.lines.append(
          line(number, text, isWrong: isWrong, digits: digits, width: width, glyphs))
      }
      for diagnostic in said[place] ?? [] {
        let text = lines.indices.contains(place - 1) ? lines[place - 1] : ""
        let rows = message(diagnostic, below: text, digits: digits, width: width)
        if content.anchor == nil, diagnostic.severity == .error {
          // Keep the whole first error in view, with its line if there is room.
          content.anchor = content.lines.count + min(rows.count, max(1, height - 1)) - 1
        }
        content.lines += rows
      }
      last = place
    }
    for number in last + 1..<max(last + 1, min(lines.count, last + around) + 1) {
      content.lines.append(
        line(number, lines[number - 1], isWrong: false, digits: digits, width: width, glyphs))
    }
  }

  private static func line(
    _ number: Int, _ text: String, isWrong: Bool, digits: Int, width: Int, _ glyphs: GlyphSet
  ) -> StyledLine {
    let label = aligned("\(number)", to: digits)
    var line = StyledLine(label + (isWrong ? ">" : " "), isWrong ? .warning : .dim)
    line.add(sanitized(text.replacing("\t", with: "  ")), isWrong ? .body : .dim)
    return line.cut(to: width, ellipsis: glyphs[.ellipsis])
  }

  /// Returns a mark below the column and the message: beside the mark if it fits, or else below it.
  private static func message(
    _ diagnostic: Diagnostic, below text: String, digits: Int, width: Int
  ) -> [StyledLine] {
    let role: Role = diagnostic.severity == .error ? .rejected : .warning
    let head = String(decoding: text.utf8.prefix(max(0, diagnostic.column - 1)), as: UTF8.self)
    let left = digits + 1 + displayWidth(sanitized(head.replacing("\t", with: "  ")))
    let message = diagnostic.message.split(separator: "\n").map { sanitized(String($0)) }
    let first = diagnostic.severity.rawValue + ": " + (message.first ?? "")
    let said = [first] + message.dropFirst()
    let hasMark = diagnostic.column > 0 && left < width
    if hasMark, said.count == 1, left + 2 + displayWidth(said[0]) <= width {
      return [StyledLine(blanks(left) + "^ " + said[0], role)]
    }
    // Save a row: low panes have few.
    let room = left - 1 - displayWidth(said[0])
    if hasMark, said.count == 1, room >= 0 {
      return [StyledLine(blanks(room) + said[0] + " ^", role)]
    }
    let mark = hasMark ? [StyledLine(blanks(left) + "^", role)] : []
    let indent = blanks(min(digits + 1, width / 4))
    return mark
      + said.flatMap { wrapped($0, to: max(1, width - indent.count)) }.map {
        StyledLine(indent + $0, role)
      }
  }

  /// Returns a sentence in lines; code, which starts with a space, is not wrapped.
  private static func text(_ text: String, _ width: Int) -> [StyledLine] {
    if text.hasPrefix(" ") || text.isEmpty { return [StyledLine(text)] }
    return wrapped(text, to: width).map { StyledLine($0) }
  }
}
