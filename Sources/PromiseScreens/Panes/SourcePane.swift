import PromiseGraph
import PromiseKitLite

/// The source: the file in which the promise was made, the line that runs, and which promises each
/// line made.
package enum SourcePane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    let graph = context.graph
    let runs = runningSite(graph)
    let site = context.selection.flatMap { graph[$0]?.creation.site }
    // A text is no state: it is shown as soon as it is known.
    let sources = (context.known ?? graph).sources
    guard let file = site?.file ?? runs?.file ?? sources.keys.sorted().first else {
      return PaneContent(title: "Source", lines: [StyledLine("source not recorded", .dim)])
    }
    let running = runs?.file == file ? runs?.line : nil
    let line = running ?? site?.line
    var content = PaneContent(title: title(file))
    if let line { content.status = "line \(line)" + (running == nil ? "" : " running") }
    guard let source = sources[file] else {
      content.lines = [StyledLine("source not recorded", .dim)]
      return content
    }
    let made = promises(of: file, in: graph)
    let digits = String(source.firstLine + source.lines.count).count
    for (index, text) in source.lines.enumerated() {
      let number = source.firstLine + index
      let here = made[number] ?? []
      content.lines.append(
        row(
          number, text, here, running: number == running, digits: digits, width: width, context))
      content.promises[index] = here.first { $0.id == context.selection }?.id ?? here.first?.id
    }
    content.anchor = line.map { $0 - source.firstLine }
    return content
  }

  private static func title(_ file: String) -> String {
    "Source " + SourceSite(file: file, line: 1, column: 1).fileName
  }

  /// Where the promise was made whose handler or body runs.
  private static func runningSite(_ graph: Graph) -> SourceSite? {
    guard let job = graph.currentJob.flatMap({ graph.job($0) }), job.ended == nil else {
      return nil
    }
    return job.child.flatMap { graph[$0]?.creation.site }
  }

  /// The promises made in `file`, by line.
  private static func promises(of file: String, in graph: Graph) -> [Int: [PromiseNode]] {
    var lines: [Int: [PromiseNode]] = [:]
    for node in graph.promises {
      if let site = node.creation.site, site.file == file {
        lines[site.line, default: []] += [node]
      }
    }
    return lines
  }

  private static func row(
    _ number: Int, _ text: String, _ made: [PromiseNode], running: Bool, digits: Int, width: Int,
    _ context: PaneContext
  ) -> StyledLine {
    let label = String(repeating: " ", count: max(0, digits - String(number).count)) + "\(number)"
    var line = StyledLine(label, running ? .currentLine : .dim)
    line.add(running ? ">" : " ", .currentLine)
    var signs = StyledLine()
    for node in made.prefix(2) { signs.add(" \(context.glyphs[node.glyph]) \(node.id)", node.role) }
    if made.count > 2 { signs.add(" +\(made.count - 2)", .dim) }
    let room = width - digits - 1 - displayWidth(signs.text)
    let code = text.replacing("\t", with: "  ")
    line.add(
      padded(code, to: room, ellipsis: context.glyphs[.ellipsis]), running ? .currentLine : .body)
    line.spans += signs.spans
    return line
  }
}
