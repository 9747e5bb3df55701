import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The source pane: the file in which the promise was created, the running lines, and the promises that
/// each line created.
package enum SourcePane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    if let trouble = context.program.trouble {
      return BuildFailureLines.content(trouble, context, width: width, height: height)
    }
    if let script = context.script {
      return ScriptLines.content(script, context, width: width, height: height)
    }
    let (graph, language) = (context.graph, context.language)
    let runs = runningSite(graph)
    let site = context.selection.flatMap { graph[$0]?.creation.site }
    // Texts do not depend on the playhead: show them as soon as they are known.
    let sources = (context.known ?? graph).sources.merging(context.program.sources) { known, _ in
      known
    }
    let files = sources.keys.sorted()
    guard let file = site?.file ?? runs?.file ?? files.first else {
      return PaneContent(
        title: language.text("Source"),
        lines: [StyledLine(language.text("source not recorded"), .dim)])
    }
    let running = runs?.file == file ? runs?.line : nil
    let line = running ?? site?.line
    var content = PaneContent(title: title(file, language))
    if files.count > 1, let place = files.firstIndex(of: file) {
      content.title += " " + language.text("(file \(place + 1) of \(files.count))")
    }
    if let line {
      content.status =
        running == nil ? language.text("line \(line)") : language.text("line \(line) running")
    }
    guard let source = sources[file].map({ context.showsClosureOnly ? $0.closure : $0 }) else {
      content.lines = absence(of: file, context, width: width)
      return content
    }
    let selected = site?.file == file ? site?.line : nil
    fill(
      &content, source, from: line.map { $0 - source.firstLine }, selected: selected, context,
      width: width, height: height)
    return content
  }

  /// Returns what to show for a missing text: where it was searched for, and what to do.
  private static func absence(of file: String, _ context: PaneContext, width: Int) -> [StyledLine] {
    guard context.program.looksForSources, !file.isEmpty else {
      return [StyledLine(context.language.text("source not recorded"), .dim)]
    }
    let module = file.prefix { $0 != "/" }
    let (place, what) = module.isEmpty ? (file, "FILE") : (String(module), "FOLDER")
    let sentences = [
      context.language.text("\(file) was not found, neither in the trace nor below this folder."),
      context.language.text("Use --source-path \(place)=\(what) to say where it is."),
    ]
    return sentences.flatMap { wrapped($0, to: width) }.map { StyledLine($0, .dim) }
  }

  /// Adds the visible lines.
  private static func fill(
    _ content: inout PaneContent, _ source: SourceText, from anchor: Int?, selected: Int?,
    _ context: PaneContext, width: Int, height: Int
  ) {
    let digits = String(source.firstLine + source.lines.count).count
    content.anchor = anchor.flatMap { source.lines.indices.contains($0) ? $0 : nil }
    content.count = source.lines.count
    // Sideways scrolling moves only the text between the numbers and the signs.
    let longest = source.lines.lazy.map(\.utf8.count).max() ?? 0
    content.width = digits + 1 + longest + signsRoom
    content.frozenColumns = width
    let anchored = content.anchor.flatMap { promise(source.firstLine + $0, of: source, context) }
    content.skipped = context.scroll.first(
      count: content.count, frozen: 0, anchor: content.anchor, subject: anchored, height: height)
    if let anchor = content.anchor { content.promises[anchor] = anchored }
    let x = context.scroll.firstColumn(of: content, width: width)
    for index in content.skipped..<min(content.count, content.skipped + max(0, height)) {
      let number = source.firstLine + index
      let made = context.graph.made(
        in: source.file, line: number, near: context.selection)
      content.lines.append(
        row(
          number, source.lines[index], made, isSelected: number == selected, digits: digits, x: x,
          width: width, context))
      content.promises[index] = promise(number, of: source, context)
    }
  }

  /// Returns the promise of a line: the selected one if the line created it, or else the first one.
  private static func promise(
    _ line: Int, of source: SourceText, _ context: PaneContext
  ) -> PromiseID? {
    if let id = context.selection, let site = context.graph[id]?.creation.site, site.line == line,
      site.file == source.file
    {
      return id
    }
    return context.graph.made(in: source.file, line: line, near: context.selection)?.promises.first
  }

  private static func title(_ file: String, _ language: Language) -> String {
    language.text("Source") + " " + SourceSite(file: file, line: 1, column: 1).fileName
  }

  /// Returns where the promise whose handler or body is running was created.
  private static func runningSite(_ graph: Graph) -> SourceSite? {
    guard let job = graph.currentJob.flatMap({ graph.job($0) }), job.ended == nil else {
      return nil
    }
    return job.child.flatMap { graph[$0]?.creation.site }
  }

  private static func row(
    _ number: Int, _ text: String, _ made: LineNode?, isSelected: Bool, digits: Int, x: Int,
    width: Int, _ context: PaneContext
  ) -> StyledLine {
    let runs = made.map { $0.counts.running > 0 } ?? false
    let label = aligned("\(number)", to: digits)
    var line = StyledLine(label, runs ? .currentLine : isSelected ? .heading : .dim)
    line.add(runs ? String(context.glyphs[.running]) : " ", .currentLine)
    let signs = made.map { Self.signs($0, context, room: width / 2) } ?? StyledLine()
    let room = width - digits - 1 - signs.width
    // Of a very long line, only the visible part is processed.
    let seen = text.unicodeScalars.prefix(4 * (x + width) + 64)
    let code = StyledLine(String(seen).replacing("\t", with: "  "), runs ? .currentLine : .body)
      .scrolled(by: x).cut(to: room, ellipsis: context.glyphs[.ellipsis])
    line.spans += code.spans
    line.add(blanks(room - code.width))
    line.spans += signs.spans
    return line
  }

  /// Returns one or two promises by id, or more of them as counts by state, the most urgent first.
  private static func signs(_ made: LineNode, _ context: PaneContext, room: Int) -> StyledLine {
    var line = StyledLine()
    if made.promises.count <= 2 {
      for node in made.promises.compactMap({ context.graph[$0] }) {
        line.add(" \(context.glyphs[node.glyph]) \(node.id)", node.role)
      }
      return line
    }
    for (glyph, role, count) in made.counts.byUrgency {
      let text = " \(context.glyphs[glyph])\(grouped(count))"
      guard line.width + displayWidth(text) <= room else { break }
      line.add(text, role)
    }
    return line
  }

  /// The usual width of the signs of a line.
  private static let signsRoom = 12
}
