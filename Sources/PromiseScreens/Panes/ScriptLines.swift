import PromiseCourse
import PromiseEvents
import PromiseGraph
import PromiseInsight

/// A demo's chain in JavaScript in the place of the source: the script, and below it what node prints.
enum ScriptLines {
  /// Returns the content for a pane of that size.
  static func content(
    _ script: DemoScript, _ context: PaneContext, width: Int, height: Int
  ) -> PaneContent {
    let digits = String(script.lines.count).count
    var lines = script.lines.enumerated().map { index, text in
      var line = StyledLine(aligned("\(index + 1)", to: digits) + " ", .dim)
      line.add(sanitized(text))
      return line
    }
    lines.append(StyledLine())
    let heading = CourseText(context.language).heading(of: script)
    lines += wrapped(sanitized(heading), to: width).map { StyledLine($0, .heading) }
    lines += script.output.map { StyledLine("  " + sanitized($0), .key) }
    var content = PaneContent(
      title: "\(context.language.text("Source")) \(script.file)",
      status: context.language.text("JavaScript"), lines: lines)
    content.frozenColumns = digits + 1
    content.width = lines.map(\.width).max() ?? 0
    return content
  }
}
