import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The queues of several processes: those of each are below a row with its name.
struct ProcessGroups {
  private let graph: Graph

  init(_ graph: Graph) { self.graph = graph }

  /// Returns the queues in the order of their processes; as they are if there is only one process.
  static func ordered(_ queues: [QueueNode], in graph: Graph) -> [QueueNode] {
    guard graph.hasProcesses else { return queues }
    return queues.enumerated().map { (graph.process(of: $1.id)?.rawValue ?? 0, $0, $1) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  /// Returns the rows of the queues, which are in order; the first one of a process has its head above it, and a
  /// process without queues has only a head.
  func blocks(_ queues: [QueueNode], _ rows: QueueRows) -> [[QueueRow]] {
    guard graph.hasProcesses else { return queues.map { rows.block($0) } }
    var blocks: [[QueueRow]] = []
    var waiting = graph.processes[...]
    var process: ProcessID?
    for queue in queues {
      let owner = graph.process(of: queue.id)
      var block = rows.block(queue)
      if let owner, owner != process {
        while let next = waiting.first, next.id <= owner {
          waiting.removeFirst()
          if next.id == owner {
            block.insert(rows.head(next), at: 0)
          } else {
            blocks.append([rows.head(next)])
          }
        }
        process = owner
      }
      blocks.append(block)
    }
    return blocks + waiting.map { [rows.head($0)] }
  }
}

extension QueueRows {
  /// Returns the row above the queues of a process: `store  pid 4711  clock within 0.8 ms`.
  func head(_ process: ProcessNode) -> QueueRow {
    QueueRow(line: graph.line(for: process.id, width: width, glyphs, language))
  }
}

extension Graph {
  /// Returns the line above what belongs to a process, drawn to the end.
  func line(
    for process: ProcessID, width: Int, _ glyphs: GlyphSet, _ language: Language
  ) -> StyledLine {
    var line = StyledLine([Span(sanitized(name(of: process)), .title)])
    for detail in details(of: process, language)
    where line.width + displayWidth(detail) + 2 <= width {
      line.add("  " + detail, .dim)
    }
    let rest = width - line.width - 1
    if rest > 0 {
      line.add(" ")
      line.add(glyphs.line(.laneHorizontal, rest), .border)
    }
    return line.cut(to: width, ellipsis: glyphs[.ellipsis])
  }
}
